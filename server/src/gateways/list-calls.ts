/** Lists the calls of an organization's gateways, newest first: in the order in which they were decided. */
import {
  type DecisionWord,
  type GatewayCall,
  type GatewayCallList,
  type GatewayCallListQuery,
  UUID_PATTERN,
} from '@svc/contract';
import type pg from 'pg';
import { type Condition, conditionsOf, goingOn, inTransaction, scanFrom } from '../db/index.ts';
import { invalid } from '../errors/index.ts';
import { type Page, pageAnswer } from '../pagination/index.ts';
import type { GatewayCallDraft } from '../recorder/index.ts';
import { type CallOutcome, outcomeOf } from './call-outcome.ts';

/** The number of a call's decision in the audit chain marks its position. */
export const CALL_MARK = /^[1-9]\d{0,14}$/;

/** @throws ApiError 400 for an unreadable time */
export async function listCalls(
  pool: pg.Pool,
  organizationId: string,
  query: Omit<GatewayCallListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<GatewayCallList> {
  const conditions = conditionsOn(query, page);
  const isFiltered = Object.values(query).some((filter) => filter !== undefined);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const from = isFiltered ? await scanFrom(transaction, 'gateway calls', organizationId, page) : null;
    const { text, values } = conditionsOf(
      [organizationId, page.limit + 1],
      [...conditions, [from, (place) => `e.seq >= ${place}::bigint`]],
    );
    const rows = await transaction.queryOnce<CallRow & Record<string, unknown>>(selectCalls(text), values);
    return goingOn(
      pageAnswer(rows, page, (row) => String(row.seq), itemOf),
      from,
    );
  });
}

function conditionsOn(query: Omit<GatewayCallListQuery, 'limit' | 'cursor'>, page: Page): Condition[] {
  return [
    [page.after, (place) => `e.seq < ${place}::bigint`],
    [query.protocol, (place) => `e.gateway_call->>'protocol' = ${place}`],
    [query.agent, recordCondition(AGENT, query.agent)],
    [query.route, recordCondition(ROUTE, query.route)],
    [query.decision, (place) => `e.decision = ${place}`],
    [query.testKey, (place) => `e.sandbox = ${place}::boolean`],
    [momentOf('from', query.from), (place) => `e.created_at >= ${place}::timestamptz`],
    [momentOf('to', query.to), (place) => `e.created_at < ${place}::timestamptz`],
    [query.q, searchCondition],
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

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function momentOf(field: 'from' | 'to', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw invalid(field, 'must be a moment such as 2026-11-20T12:00:00Z');
  return new Date(atMs);
}

/** A part of any name, ignoring case, or the id of the event. The wildcards of LIKE have no meaning here. */
const searchCondition = (place: string): string => `(
    e.id::text = lower(${place})
    OR strpos(lower(concat_ws(' ', e.record->>'agent', e.gateway_call->>'routeName', e.gateway_call->>'tool',
      e.gateway_call->>'keyPrefix')), lower(${place})) > 0
  )`;

interface CallRow {
  id: string;
  seq: number;
  created_at: Date;
  sandbox: boolean;
  agent_id: string;
  agent_name: string;
  decision: DecisionWord;
  gateway_call: GatewayCallDraft;
  outcome: CallOutcome | null;
}

const selectCalls = (conditions: string): string => `
  SELECT e.id, e.seq, e.created_at, e.sandbox, e.agent_id, e.record->>'agent' AS agent_name, e.decision, e.gateway_call,
    ${outcomeOf('e')} AS outcome
  FROM svc.events e
  WHERE e.organization_id = $1 AND e.gateway_call IS NOT NULL
    AND ${conditions}
  ORDER BY e.seq DESC
  LIMIT $2`;

function itemOf({ gateway_call: call, outcome, ...row }: CallRow): GatewayCall {
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
    credentialId: call.credentialId,
    proxied: call.forwarderId !== null,
    finishedAt: outcome === null ? null : new Date(outcome.at).toISOString(),
    upstreamStatus: outcome?.status ?? null,
    upstreamError: outcome?.error ?? null,
    latencyMs: outcome?.latencyMs ?? null,
  };
}
