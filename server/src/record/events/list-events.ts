// SPDX-License-Identifier: Apache-2.0
/** Lists the events of an organization, newest first: in the order in which they were recorded. */
import { type EventList, type EventListQuery, UUID_PATTERN } from '@svc/contract';
import type { Page } from '../../platform/pagination/index.ts';
import { type Condition, idFrom, type Transaction } from '../../storage/db/index.ts';
import { type ListShape, momentOf, type Reader, type Reads, readList } from '../../storage/lists/index.ts';
import { countedParts } from './counted-numbers.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, searchCondition } from './event-item.ts';
import { eventNumbers } from './event-numbers.ts';

/** The number of an event in the audit chain marks its position. */
export const EVENT_MARK = /^[1-9]\d{0,14}$/;

type EventFilters = Omit<EventListQuery, 'limit' | 'cursor'>;
type Row = EventItemRow & Record<string, unknown>;

/** @throws ApiError 400 for an unreadable time, 429 when too much is searched at once */
export async function listEvents(reads: Reads, reader: Reader, query: EventFilters, page: Page): Promise<EventList> {
  const nowMs = reads.pool.clock.nowMs();
  const { sandbox: _sandbox, ...others } = query;
  const from = momentOf('from', query.from);
  const to = momentOf('to', query.to);
  const isSearch = Object.values(others).some((filter) => filter !== undefined);
  const shapeOf = async (transaction: Transaction): Promise<ListShape<Row>> => {
    const numbers = await eventNumbers(transaction, reader.organizationId, from, to);
    const isWalked = isSearch && exactOf(query.q) === null;
    return {
      ...EVENTS,
      ...numbers,
      parts: isWalked
        ? await countedParts(transaction, reader.organizationId, query, withinOf(numbers, page.after))
        : null,
      section: [sectionOf(query.sandbox)],
      filters: [
        ...filtersOf(query),
        ...actFilters(query, nowMs),
        [idFrom(from), (place) => `e.id >= ${place}::uuid`],
        [idFrom(to), isBefore],
      ],
      exact: exactOf(query.q),
    };
  };
  return await readList(reads, reader, { page, isSearch }, shapeOf, (row) => itemOf(row, nowMs));
}

/** Between the moments of the list, and behind the page before. */
function withinOf({ lowest, highest }: Awaited<ReturnType<typeof eventNumbers>>, after: string | null) {
  const to = Math.min(
    highest?.[0] ?? Number.MAX_SAFE_INTEGER,
    after === null ? Number.MAX_SAFE_INTEGER : Number(after) - 1,
  );
  return { from: lowest?.[0] ?? Number.MIN_SAFE_INTEGER, to };
}

const isBefore = (place: string) => `e.id < ${place}::uuid`;

/** Live events and those of the sandbox are never in one list. */
export function sectionOf(sandbox: 'true' | 'false' | undefined): ListShape<never>['section'][number] {
  return { column: 'e.sandbox', type: 'boolean', value: sandbox ?? 'false' };
}

const UUID = new RegExp(UUID_PATTERN);

/** A whole id is looked up, however old its event is. */
export function exactOf(q: string | undefined): Condition | null {
  return q !== undefined && UUID.test(q) ? [q, (place) => `e.id = ${place}::uuid`] : null;
}

/** By the present name of an agent or resource, by its former name, or by its id. */
function filtersOf(query: EventFilters): Condition[] {
  const isStopped = query.decision === 'STOPPED';
  return [
    [query.agent, recordCondition('agent', 'agents', query.agent)],
    [query.resource, recordCondition('resource', 'resources', query.resource)],
    [query.action, (place) => `e.action = ${place}`],
    [isStopped ? null : query.decision, (place) => `e.decision = ${place}`],
    [isStopped ? 'ALLOW' : null, (place) => `e.decision <> ${place}`],
    [query.riskLevel, (place) => `e.risk_level = ${place}`],
    [exactOf(query.q) === null ? query.q : null, searchCondition],
  ];
}

/** The act of an event `e`. */
const act = (condition: string): string =>
  `EXISTS (SELECT FROM svc.acts x WHERE x.organization_id = $1 AND x.event_id = e.id AND ${condition})`;

const UNTIL = `COALESCE(e.redeemable_until, (
    SELECT redeemable_until FROM svc.reviews WHERE organization_id = $1 AND event_id = e.id
  ))`;

function actFilters(query: EventFilters, nowMs: number): Condition[] {
  const { redemption } = query;
  const open = (compared: string) => (place: string) =>
    `e.action_digest IS NOT NULL
      AND ${UNTIL} ${compared} ${place}::timestamptz AND NOT ${act('x.redeemed_at IS NOT NULL')}`;
  const now = new Date(nowMs);
  return [
    [redemption === 'OPEN' ? now : null, open('>')],
    [redemption === 'LAPSED' ? now : null, open('<=')],
    [redemption === 'REDEEMED' ? true : null, (place) => `${place} AND ${act('x.redeemed_at IS NOT NULL')}`],
    [query.outcome, (place) => act(`x.outcome = ${place}`)],
    [query.exceeds === undefined ? null : true, (place) => act(`x.exceeds = ${place}`)],
    [
      query.missing === undefined ? null : now,
      (place) =>
        act(`x.outcome IS NULL AND x.redeemed_at <= ${place}::timestamptz - make_interval(mins => (
          SELECT outcome_minutes FROM svc.organizations WHERE organization_id = $1))`),
    ],
    [query.scanned === undefined ? null : query.scanned === 'true', (place) => `e.content_scanned = ${place}`],
    [query.door, (place) => `e.record ->> 'door' = ${place}`],
    [query.session, (place) => `e.context->'session'->>'value' = ${place}`],
  ];
}

/** No name looks like a UUID: registration refuses such names. */
function recordCondition(field: 'agent' | 'resource', table: string, asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `e.${field}_id = ${place}::uuid`;
  return (place) => `(
      e.record ->> '${field}' = ${place}
      OR e.${field}_id = (SELECT id FROM svc.${table} WHERE organization_id = $1 AND name = ${place})
    )`;
}

const EVENTS = {
  from: 'svc.events e',
  alias: 'e',
  order: 'DESC',
  mark: [{ column: 'e.seq', type: 'bigint' }],
  markValues: (mark: string) => [mark],
  key: 'e.seq, e.created_at',
  markOf: (row: Row) => String(row.seq),
  momentOf: (row: Row) => row.created_at,
  select: (cut: string) => `
    SELECT ${ITEM_COLUMNS}
    FROM (${cut}) e
      LEFT JOIN LATERAL (
        SELECT * FROM svc.reviews WHERE organization_id = $1 AND event_id = e.id OFFSET 0
      ) AS r ON true
      ${ITEM_JOINS}
    ORDER BY e.seq DESC`,
} as const satisfies Partial<ListShape<Row>>;
