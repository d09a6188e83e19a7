/** Lists the calls of an organization's gateways, newest first: in the order in which they were decided. */
import type { DecisionWord, GatewayCall, GatewayCallList, GatewayCallListQuery } from '@svc/contract';
import { UUID_PATTERN } from '@svc/contract';
import type pg from 'pg';
import { type Condition, conditionsOf } from '../db/conditions.ts';
import { goingOn, scanFrom } from '../db/scan-window.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Page, pageAnswer } from '../page.ts';
import { invalid } from '../refusal.ts';

/** A call is marked by the number of its decision in the audit chain. */
export const CALL_MARK = /^[1-9]\d{0,14}$/;

/** @throws Refusal 400 for a moment that cannot be read */
export async function listCalls(
  pool: pg.Pool,
  organizationId: string,
  query: Omit<GatewayCallListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<GatewayCallList> {
  const conditions = conditionsOn(query, page);
  const isFiltered = Object.values(query).some((filter) => filter !== undefined);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const from = isFiltered ? await scanFrom(transaction, 'gateway_calls', organizationId, page) : null;
    const { text, values } = conditionsOf(
      [organizationId, page.limit + 1],
      [...conditions, [from, (place) => `c.seq >= ${place}::bigint`]],
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
    [page.after, (place) => `c.seq < ${place}::bigint`],
    [query.protocol, (place) => `c.protocol = ${place}`],
    [query.agent, recordCondition('agent', query.agent)],
    [query.route, recordCondition('route', query.route)],
    [query.decision, (place) => `c.decision = ${place}`],
    [query.testKey, (place) => `c.test_key = ${place}::boolean`],
    [momentOf('from', query.from), (place) => `c.created_at >= ${place}::timestamptz`],
    [momentOf('to', query.to), (place) => `c.created_at < ${place}::timestamptz`],
    [query.q, searchCondition],
  ];
}

const UUID = new RegExp(UUID_PATTERN);

/** By its id, or by the name that it had at the time; no name looks like an id. */
function recordCondition(field: 'agent' | 'route', asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `c.${field}_id = ${place}::uuid`;
  return (place) => `c.${field}_name = ${place}`;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function momentOf(field: 'from' | 'to', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw invalid(field, 'must be a moment such as 2026-11-20T12:00:00Z');
  return new Date(atMs);
}

/** A part of any name, letter case aside, or the id of the event. Signs that LIKE knows have no meaning here. */
const searchCondition = (place: string): string => `(
    c.event_id::text = lower(${place})
    OR strpos(lower(concat_ws(' ', c.agent_name, c.route_name, c.tool, c.key_prefix)), lower(${place})) > 0
  )`;

interface CallRow {
  event_id: string;
  seq: number;
  created_at: Date;
  protocol: 'HTTP' | 'MCP';
  route_id: string | null;
  route_name: string | null;
  tool: string | null;
  method: string | null;
  agent_id: string;
  agent_name: string;
  key_prefix: string;
  test_key: boolean;
  decision: DecisionWord;
  credential_id: string | null;
  is_forwarded: boolean;
  finished_at: Date | null;
  upstream_status: number | null;
  upstream_error: string | null;
  latency_ms: number | null;
}

const selectCalls = (conditions: string): string => `
  SELECT c.event_id, c.seq, c.created_at, c.protocol, c.route_id, c.route_name, c.tool, c.method, c.agent_id,
    c.agent_name, c.key_prefix, c.test_key, c.decision, c.credential_id, c.forwarder_id IS NOT NULL AS is_forwarded,
    c.finished_at, c.upstream_status, c.upstream_error, c.latency_ms
  FROM svc.gateway_calls c
  WHERE c.organization_id = $1
    AND ${conditions}
  ORDER BY c.seq DESC
  LIMIT $2`;

function itemOf(row: CallRow): GatewayCall {
  const hasRoute = row.route_id !== null && row.route_name !== null;
  return {
    eventId: row.event_id,
    createdAt: row.created_at.toISOString(),
    protocol: row.protocol,
    route: hasRoute ? { id: row.route_id ?? '', name: row.route_name ?? '' } : null,
    tool: row.tool,
    method: row.method,
    agent: { id: row.agent_id, name: row.agent_name },
    keyPrefix: row.key_prefix,
    testKey: row.test_key,
    decision: row.decision,
    credentialId: row.credential_id,
    proxied: row.is_forwarded,
    finishedAt: row.finished_at?.toISOString() ?? null,
    upstreamStatus: row.upstream_status,
    upstreamError: row.upstream_error,
    latencyMs: row.latency_ms,
  };
}
