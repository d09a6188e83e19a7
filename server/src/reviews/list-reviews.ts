/** Lists the reviews of an organization, newest first. */
import type { ReviewItem, ReviewList, ReviewStatus, Role } from '@svc/contract';
import type pg from 'pg';
import { type Condition, conditionsOf, inTransaction } from '../db/index.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, reviewItemOf, searchCondition } from '../events/index.ts';
import { type Page, pageAnswer } from '../pagination/index.ts';

/** The id of its event marks a review; ids follow time. */
export const REVIEW_MARK = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface ReviewQuery {
  organizationId: string;
  /** The role of the reader. */
  role: Role;
  /** The current status; null for any. */
  status: ReviewStatus | null;
  search: string | null;
  page: Page;
  nowMs: number;
}

export async function listReviews(pool: pg.Pool, query: ReviewQuery): Promise<ReviewList> {
  const { organizationId, page, nowMs } = query;
  const { text, values } = conditionsOf(
    [organizationId, page.limit + 1],
    [
      [page.after, (place) => `r.event_id < ${place}::uuid`],
      ...(query.status === null ? [] : STATUS_CONDITIONS[query.status](new Date(nowMs))),
      [query.search, searchCondition],
    ],
  );
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<EventItemRow & Record<string, unknown>>(selectReviews(text), values),
  );
  return pageAnswer(
    rows,
    page,
    (row) => row.id,
    (row): ReviewItem => {
      const review = reviewItemOf(row, query.role, nowMs);
      if (review === null) throw new Error('a review without a review');
      return { ...review, event: itemOf(row, nowMs) };
    },
  );
}

const isStored = (place: string) => `r.status = ${place}`;

/** Reviews with this status at a moment. A pending one past its expiry has expired. */
const STATUS_CONDITIONS: Record<ReviewStatus, (now: Date) => Condition[]> = {
  PENDING: (now) => [
    ['PENDING', isStored],
    [now, (place) => `r.expires_at > ${place}`],
  ],
  APPROVED: () => [['APPROVED', isStored]],
  DENIED: () => [['DENIED', isStored]],
  EXPIRED: (now) => [[now, (place) => `(r.status = 'EXPIRED' OR r.status = 'PENDING' AND r.expires_at <= ${place})`]],
};

const selectReviews = (conditions: string): string => `
  SELECT ${ITEM_COLUMNS}
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    ${ITEM_JOINS}
  WHERE r.organization_id = $1
    AND ${conditions}
  ORDER BY r.event_id DESC
  LIMIT $2`;
