// SPDX-License-Identifier: Apache-2.0
/** Lists the reviews of an organization: those that wait by their expiry, soonest first; others newest first. */

import { type ReviewItem, type ReviewList, type ReviewStatus, UUID_PATTERN } from '@svc/contract';
import type { Authority } from '@svc/core/approvers';
import type { Page } from '../../platform/pagination/index.ts';
import {
  type EventItemRow,
  ITEM_COLUMNS,
  ITEM_JOINS,
  itemOf,
  reviewItemOf,
  searchCondition,
} from '../../record/events/index.ts';
import { type ListShape, type Reader, type Reads, readList } from '../../storage/lists/index.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const EVENT_MARK = new RegExp(`^${ID}$`);
const RISK_MARK = new RegExp(`^(?:\\d\\d?|100) ${ID}$`);
const WAITING_MARK = new RegExp(`^\\d{4,6}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?\\+00 ${ID}$`);

/**
 * The id of its event marks a review, since ids follow time. A waiting one is marked by its expiry, or its risk, before
 * that.
 */
export function reviewMark(status: ReviewStatus | null, isByRisk: boolean): RegExp {
  if (status !== 'PENDING') return EVENT_MARK;
  return isByRisk ? RISK_MARK : WAITING_MARK;
}

export interface ReviewQuery {
  /** By which the reader answers. */
  authority: Authority;
  /** The current status; null for any. */
  status: ReviewStatus | null;
  /** Those that wait: the riskiest first. */
  isByRisk: boolean;
  sandbox: boolean;
  search: string | null;
  /** Read with the mark of `reviewMark`. */
  page: Page;
  nowMs: number;
}

type Row = EventItemRow & Record<string, unknown> & { waiting_mark: string; review_risk: number };

/** @throws ApiError 429 when too much is searched at once */
export async function listReviews(reads: Reads, reader: Reader, query: ReviewQuery): Promise<ReviewList> {
  const { page, nowMs, status } = query;
  // Among those that have expired stand some whose expiry is not recorded yet: they are told by looking at each.
  const isSearch = query.search !== null || status === 'EXPIRED';
  const shape = shapeOf(query);
  return await readList(
    reads,
    reader,
    { page, isSearch },
    () => shape,
    (row): ReviewItem => {
      const review = reviewItemOf(row, { ...query.authority, accountId: reader.userId }, nowMs);
      if (review === null) throw new Error('a review without a review');
      return { ...review, event: itemOf(row, nowMs) };
    },
  );
}

const UUID = new RegExp(UUID_PATTERN);

function shapeOf({ status, isByRisk, sandbox, search, nowMs }: ReviewQuery): ListShape<Row> {
  const isId = search !== null && UUID.test(search);
  const now = new Date(nowMs);
  const isExpired = (place: string) => `(r.status = 'EXPIRED' OR r.status = 'PENDING' AND r.expires_at <= ${place})`;
  const kind = { column: 'r.sandbox', type: 'boolean', value: sandbox } as const;
  const filters: ListShape<Row>['filters'] = [
    [status === 'EXPIRED' ? now : null, isExpired],
    [status === 'PENDING' && isByRisk ? now : null, (place) => `r.expires_at > ${place}`],
    [isId ? null : search, findsIn],
  ];
  const common = {
    ...REVIEWS,
    filters,
    exact: isId ? ([search, (place: string) => `r.event_id = ${place}::uuid`] as const) : null,
  };
  if (status === 'PENDING' && isByRisk) return { ...common, ...BY_RISK, section: [kind] };
  if (status === 'PENDING') return { ...common, ...BY_EXPIRY, section: [kind], lowest: [now, HIGHEST_ID] };
  const isIndexed = status === 'APPROVED' || status === 'DENIED';
  const section = isIndexed ? [kind, { column: 'r.status', type: 'text', value: status } as const] : [kind];
  return { ...common, ...BY_EVENT, section };
}

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A sub-select is never joined: each review looks its event up by key. */
const findsIn = (place: string): string => `(
    SELECT ${searchCondition(place)} FROM svc.events e WHERE e.organization_id = $1 AND e.id = r.event_id
  )`;

const REVIEWS = {
  from: 'svc.reviews r',
  alias: 'r',
  key: `r.event_id AS id, r.created_at AS review_created_at, r.expires_at::text AS waiting_mark,
    r.risk_score AS review_risk`,
  momentOf: (row: Row) => row.review_created_at ?? row.created_at,
};

const selectInOrder =
  (order: string) =>
  (cut: string): string =>
    `
    SELECT ${ITEM_COLUMNS}, r.expires_at::text AS waiting_mark, r.risk_score AS review_risk
    FROM (${cut}) r,
      LATERAL (SELECT * FROM svc.events WHERE organization_id = $1 AND id = r.event_id OFFSET 0) AS e
      ${ITEM_JOINS}
    ORDER BY ${order}`;

const BY_EVENT = {
  order: 'DESC',
  mark: [{ column: 'r.event_id', type: 'uuid' }],
  markValues: (mark: string) => [mark],
  select: selectInOrder('r.event_id DESC'),
  markOf: (row: Row) => row.id,
} as const;

/** A waiting one past its expiry has expired. */
const BY_EXPIRY = {
  where: `r.status = 'PENDING'`,
  order: 'ASC',
  mark: [
    { column: 'r.expires_at', type: 'timestamptz' },
    { column: 'r.event_id', type: 'uuid' },
  ],
  markValues: (mark: string) => [mark.slice(0, -37), mark.slice(-36)],
  select: selectInOrder('r.expires_at, r.event_id'),
  markOf: (row: Row) => `${row.waiting_mark} ${row.id}`,
} as const;

const BY_RISK = {
  where: `r.status = 'PENDING'`,
  order: 'DESC',
  mark: [
    { column: 'r.risk_score', type: 'smallint' },
    { column: 'r.event_id', type: 'uuid' },
  ],
  markValues: (mark: string) => mark.split(' '),
  select: selectInOrder('r.risk_score DESC, r.event_id DESC'),
  markOf: (row: Row) => `${row.review_risk} ${row.id}`,
} as const;
