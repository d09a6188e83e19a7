// SPDX-License-Identifier: Apache-2.0
/** Lists the calls of an organization's gateways, newest first: in the order in which they were decided. */
import {
  type DecisionWord,
  type GatewayCall,
  type GatewayCallList,
  type GatewayCallListQuery,
  UUID_PATTERN,
} from '@svc/contract';
import type { Page } from '../../platform/pagination/index.ts';
import { ACT_JOIN, eventNumbers, exactOf, sectionOf } from '../../record/events/index.ts';
import type { GatewayCallDraft } from '../../record/recorder/index.ts';
import { type Condition, idFrom, type Transaction } from '../../storage/db/index.ts';
import { contains, type ListShape, momentOf, type Reader, type Reads, readList } from '../../storage/lists/index.ts';
import { type CallOutcome, FORWARDER, outcomeOf } from './call-outcome.ts';

/** The number of a call's decision in the audit chain marks its position. */
export const CALL_MARK = /^[1-9]\d{0,14}$/;

type CallFilters = Omit<GatewayCallListQuery, 'limit' | 'cursor'>;

/** @throws ApiError 400 for an unreadable time, 429 when too much is searched at once */
export async function listCalls(
  reads: Reads,
  reader: Reader,
  query: CallFilters,
  page: Page,
): Promise<GatewayCallList> {
  const { sandbox: _sandbox, ...others } = query;
  const from = momentOf('from', query.from);
  const to = momentOf('to', query.to);
  const isSearch = Object.values(others).some((filter) => filter !== undefined);
  const shapeOf = async (transaction: Transaction): Promise<ListShape<Row>> => {
    const numbers = await eventNumbers(transaction, reader.organizationId, from, to);
    return {
      ...CALLS,
      ...numbers,
      section: [sectionOf(query.sandbox)],
      filters: [
        ...filtersOf(query),
        [idFrom(from), (place) => `e.id >= ${place}::uuid`],
        [idFrom(to), (place) => `e.id < ${place}::uuid`],
      ],
      exact: exactOf(query.q),
    };
  };
  return await readList(reads, reader, { page, isSearch }, shapeOf, itemOf);
}

function filtersOf(query: CallFilters): Condition[] {
  return [
    [query.protocol, (place) => `e.gateway_call->>'protocol' = ${place}`],
    [query.agent, recordCondition(AGENT, query.agent)],
    [query.route, recordCondition(ROUTE, query.route)],
    [query.decision, (place) => `e.decision = ${place}`],
    [exactOf(query.q) === null ? query.q : null, searchCondition],
  ];
}

const UUID = new RegExp(UUID_PATTERN);

/** By its id, or by its name at that time; no name looks like an id. */
function recordCondition({ id, name }: { id: string; name: string }, asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `${id} = ${place}::uuid`;
  return (place) => `${name} = ${place}`;
}

const AGENT = { id: 'e.agent_id', name: `e.record->>'agent'` };
const ROUTE = { id: `(e.gateway_call->>'routeId')::uuid`, name: `e.gateway_call->>'routeName'` };

const NAMES = `concat_ws(' ', e.record->>'agent', e.gateway_call->>'routeName', e.gateway_call->>'tool',
    e.gateway_call->>'keyPrefix')`;
const searchCondition = (place: string): string => contains(place, NAMES);

interface Row {
  [column: string]: unknown;
  id: string;
  seq: number;
  created_at: Date;
  sandbox: boolean;
  agent_id: string;
  agent_name: string;
  decision: DecisionWord;
  gateway_call: GatewayCallDraft;
  forwarder_id: number | null;
  outcome: CallOutcome | null;
}

const CALLS = {
  from: 'svc.events e',
  alias: 'e',
  where: 'e.gateway_call IS NOT NULL',
  order: 'DESC',
  nulls: 'LAST',
  mark: [{ column: 'e.seq', type: 'bigint' }],
  markValues: (mark: string) => [mark],
  key: 'e.seq, e.created_at',
  markOf: (row: Row) => String(row.seq),
  momentOf: (row: Row) => row.created_at,
  select: (cut: string) => `
    SELECT e.id, e.seq, e.created_at, e.sandbox, e.agent_id, e.record->>'agent' AS agent_name, e.decision,
      e.gateway_call, ${FORWARDER} AS forwarder_id, ${outcomeOf('e')} AS outcome
    FROM (${cut}) e ${ACT_JOIN}
    ORDER BY e.seq DESC`,
} as const satisfies Partial<ListShape<Row>>;

function itemOf({ gateway_call: call, outcome, ...row }: Row): GatewayCall {
  const isForwarded = row.forwarder_id !== null;
  const hasRoute = call.routeId !== null && call.routeName !== null;
  return {
    eventId: row.id,
    createdAt: row.created_at.toISOString(),
    protocol: call.protocol,
    route: hasRoute ? { id: call.routeId ?? '', name: call.routeName ?? '' } : null,
    tool: call.tool,
    method: call.method,
    agent: { id: row.agent_id, name: row.agent_name },
    keyPrefix: call.keyPrefix,
    testKey: row.sandbox,
    decision: row.decision,
    credentialId: isForwarded ? call.credentialId : null,
    proxied: isForwarded,
    finishedAt: outcome === null ? null : new Date(outcome.at).toISOString(),
    upstreamStatus: outcome?.status ?? null,
    upstreamError: outcome?.error ?? null,
    latencyMs: outcome?.latencyMs ?? null,
  };
}
