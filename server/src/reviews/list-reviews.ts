/** Lists the reviews of an organization, newest first. */
import type { ReviewItem, ReviewList, ReviewStatus, Role } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, reviewItemOf, searchOf } from '../events/event-item.ts';
import { type Page, pageAnswer } from '../page.ts';

/** A review is marked by the id of its event, which follows time. */
export const REVIEW_MARK = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface ReviewQuery {
  organizationId: string;
  /** Of the person who asks. */
  role: Role;
  /** The status now; null for any. */
  status: ReviewStatus | null;
  search: string | null;
  page: Page;
  nowMs: number;
}

export async function listReviews(pool: pg.Pool, query: ReviewQuery): Promise<ReviewList> {
  const { organizationId, page, nowMs } = query;
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<EventItemRow & Record<string, unknown>>(SELECT_REVIEWS, [
      organizationId,
      page.after,
      query.status === null ? null : STORED_STATUSES[query.status],
      query.status,
      new Date(nowMs),
      query.search,
      page.limit + 1,
    ]),
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

/** What may be stored for a review that has this status now. */
const STORED_STATUSES: Record<ReviewStatus, readonly ReviewStatus[]> = {
  PENDING: ['PENDING'],
  APPROVED: ['APPROVED'],
  DENIED: ['DENIED'],
  EXPIRED: ['EXPIRED', 'PENDING'],
};

const SELECT_REVIEWS = `
  SELECT ${ITEM_COLUMNS}
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    ${ITEM_JOINS}
  WHERE r.organization_id = $1
    AND ($2::uuid IS NULL OR r.event_id < $2)
    AND ($3::text[] IS NULL OR r.status = ANY ($3))
    AND CASE
      WHEN $4::text = 'PENDING' THEN r.expires_at > $5
      WHEN $4::text = 'EXPIRED' THEN r.status = 'EXPIRED' OR r.expires_at <= $5::timestamptz
      ELSE true
    END
    AND ${searchOf('$6')}
  ORDER BY r.event_id DESC
  LIMIT $7`;
