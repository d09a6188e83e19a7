/** Lists the events of an organization, newest first: in the order in which they were recorded. */
import type { EventList, EventListQuery } from '@svc/contract';
import { UUID_PATTERN } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { type Page, pageAnswer } from '../page.ts';
import { invalid } from '../refusal.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, searchOf } from './event-item.ts';

/** An event is marked by its number in the audit chain. */
export const EVENT_MARK = /^[1-9]\d{0,14}$/;

/** @throws Refusal 400 for a moment that cannot be read */
export async function listEvents(
  pool: pg.Pool,
  organizationId: string,
  query: Omit<EventListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<EventList> {
  const nowMs = Date.now();
  const values = [
    organizationId,
    page.after,
    ...nameOrId(query.agent),
    ...nameOrId(query.resource),
    query.action ?? null,
    query.decision ?? null,
    query.riskLevel ?? null,
    idFrom('from', query.from),
    idFrom('to', query.to),
    query.sandbox ?? null,
    query.q ?? null,
    page.limit + 1,
  ];
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<EventItemRow & Record<string, unknown>>(SELECT_EVENTS, values),
  );
  return pageAnswer(
    rows,
    page,
    (row) => String(row.seq),
    (row) => itemOf(row, nowMs),
  );
}

const UUID = new RegExp(UUID_PATTERN);

/** No name looks like a UUID: registration sees to it. */
function nameOrId(text: string | undefined): [name: string | null, id: string | null] {
  if (text === undefined) return [null, null];
  return UUID.test(text) ? [null, text] : [text, null];
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const MOMENT_MS_MAX = 2 ** 48 - 1;

/**
 * The least id that an event of this moment can have. Ids begin with the millisecond of the decision, so the primary
 * key finds a span of time without an index of its own.
 */
function idFrom(field: 'from' | 'to', text: string | undefined): string | null {
  if (text === undefined) return null;
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!(atMs >= 0 && atMs <= MOMENT_MS_MAX)) throw invalid(field, 'must be a moment such as 2026-11-20T12:00:00Z');
  const hex = Math.ceil(atMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** One statement for all filters; those that are null take no part. */
const SELECT_EVENTS = `
  SELECT ${ITEM_COLUMNS}
  FROM svc.events e
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ITEM_JOINS}
  WHERE e.organization_id = $1
    AND ($2::bigint IS NULL OR e.seq < $2)
    AND ($3::text IS NULL OR e.record ->> 'agent' = $3
      OR e.agent_id = (SELECT id FROM svc.agents WHERE organization_id = $1 AND name = $3))
    AND ($4::uuid IS NULL OR e.agent_id = $4)
    AND ($5::text IS NULL OR e.record ->> 'resource' = $5
      OR e.resource_id = (SELECT id FROM svc.resources WHERE organization_id = $1 AND name = $5))
    AND ($6::uuid IS NULL OR e.resource_id = $6)
    AND ($7::text IS NULL OR e.action = $7)
    AND ($8::text IS NULL OR e.decision = $8)
    AND ($9::text IS NULL OR e.risk_level = $9)
    AND ($10::uuid IS NULL OR e.id >= $10)
    AND ($11::uuid IS NULL OR e.id < $11)
    AND ($12::boolean IS NULL OR e.sandbox = $12)
    AND ${searchOf('$13')}
  ORDER BY e.seq DESC
  LIMIT $14`;
