/** Lists the events of an organization, newest first: in the order in which they were recorded. */
import { type EventList, type EventListQuery, UUID_PATTERN } from '@svc/contract';
import type pg from 'pg';
import { type Condition, conditionsOf, goingOn, inTransaction, scanFrom } from '../db/index.ts';
import { invalid } from '../errors/index.ts';
import { type Page, pageAnswer } from '../pagination/index.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, searchCondition } from './event-item.ts';

/** The number of an event in the audit chain marks its position. */
export const EVENT_MARK = /^[1-9]\d{0,14}$/;

type EventQuery = Omit<EventListQuery, 'limit' | 'cursor'>;

/** @throws ApiError 400 for an unreadable time */
export async function listEvents(
  pool: pg.Pool,
  organizationId: string,
  query: EventQuery,
  page: Page,
): Promise<EventList> {
  const nowMs = Date.now();
  const conditions = conditionsOn(query, page);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const from = isBounded(query) ? await scanFrom(transaction, 'events', organizationId, page) : null;
    const { text, values } = conditionsOf(
      [organizationId, page.limit + 1],
      [...conditions, [from, (place) => `e.seq >= ${place}::bigint`]],
    );
    const rows = await transaction.queryOnce<EventItemRow & Record<string, unknown>>(selectEvents(text), values);
    const answer = pageAnswer(
      rows,
      page,
      (row) => String(row.seq),
      (row) => itemOf(row, nowMs),
    );
    return goingOn(answer, from);
  });
}

/** A filter with an end in time bounds the search itself, and may take as long as a statement may. */
function isBounded({ from: _from, to, ...filters }: EventQuery): boolean {
  return to === undefined && Object.values(filters).some((filter) => filter !== undefined);
}

/** By the present name of an agent or resource, by its former name, or by its id. */
function conditionsOn(query: EventQuery, page: Page): Condition[] {
  return [
    [page.after, (place) => `e.seq < ${place}::bigint`],
    [query.agent, recordCondition('agent', 'agents', query.agent)],
    [query.resource, recordCondition('resource', 'resources', query.resource)],
    [query.action, (place) => `e.action = ${place}`],
    [query.decision, (place) => `e.decision = ${place}`],
    [query.riskLevel, (place) => `e.risk_level = ${place}`],
    [idFrom('from', query.from), (place) => `e.id >= ${place}::uuid`],
    [idFrom('to', query.to), (place) => `e.id < ${place}::uuid`],
    [query.sandbox, (place) => `e.sandbox = ${place}::boolean`],
    [query.q, searchCondition],
  ];
}

const UUID = new RegExp(UUID_PATTERN);

/** No name looks like a UUID: registration refuses such names. */
function recordCondition(field: 'agent' | 'resource', table: string, asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `e.${field}_id = ${place}::uuid`;
  return (place) => `(
      e.record ->> '${field}' = ${place}
      OR e.${field}_id = (SELECT id FROM svc.${table} WHERE organization_id = $1 AND name = ${place})
    )`;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const MOMENT_MS_MAX = 2 ** 48 - 1;

/**
 * The least id of an event at this moment. Ids begin with the millisecond of the decision, so the primary key finds a
 * span of time without another index.
 */
function idFrom(field: 'from' | 'to', text: string | undefined): string | null {
  if (text === undefined) return null;
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!(atMs >= 0 && atMs <= MOMENT_MS_MAX)) throw invalid(field, 'must be a moment such as 2026-11-20T12:00:00Z');
  const hex = Math.ceil(atMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const selectEvents = (conditions: string): string => `
  SELECT ${ITEM_COLUMNS}
  FROM svc.events e
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ITEM_JOINS}
  WHERE e.organization_id = $1
    AND ${conditions}
  ORDER BY e.seq DESC
  LIMIT $2`;
