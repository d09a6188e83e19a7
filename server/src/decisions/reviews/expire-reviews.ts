// SPDX-License-Identifier: Apache-2.0
/**
 * Records the expiry of reviews. Every read reports it from the very moment on. The record makes it a fact of the audit
 * chain, and keeps the list of waiting reviews short.
 */

import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, lockHeads } from '../../storage/heads/index.ts';
import { ofReview, tellWithCommit } from '../../storage/news/index.ts';
import { type Done, eachOrganization } from './each-organization.ts';

/** While the expiries are written, no decision of the organization is. */
const REVIEWS_PER_BATCH_MAX = 200;

const ACTOR = { type: 'system', id: 'review-expiry' } as const;

/**
 * Expires due reviews in every organization. Reviews resolved meanwhile stay resolved, and repeated or concurrent runs
 * do no more than one. A failing organization, such as one whose head is held for too long, does not delay the others.
 * @param signal stops between two batches
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function expireReviews(pool: pg.Pool, signal: AbortSignal): Promise<Done> {
  const doBatch = (organizationId: string) => expireBatch(pool, organizationId);
  const work = { selectWithDue: SELECT_WITH_DUE, doBatch, reviewsPerBatch: REVIEWS_PER_BATCH_MAX };
  return await eachOrganization(pool, work, signal);
}

async function expireBatch(pool: pg.Pool, organizationId: string): Promise<number> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    // A deleted organization has nothing left to expire.
    if (head === undefined) return 0;
    const nowMs = transaction.clock.nowMs();
    const due = await selectDue(transaction, organizationId, nowMs);
    const at = new Date(nowMs).toISOString();
    const entries = due.map(
      ({ event_id, expires_at }): AuditDraft => ({
        organizationId,
        at,
        kind: 'review.expired',
        actor: ACTOR,
        subject: { type: 'review', id: event_id },
        metadata: { eventId: event_id, expiresAt: expires_at.toISOString() },
      }),
    );
    const lastSeq = await appendEntries(transaction, head, entries);
    const firstSeq = lastSeq - entries.length + 1;
    const seqs = due.map(({ event_id }, index) => ({ event_id, audit_seq: firstSeq + index }));
    await updateExpired(transaction, organizationId, seqs);
    return due.length;
  });
}

const SELECT_WITH_DUE = `
  SELECT o.organization_id FROM svc.organizations o
  WHERE o.organization_id = ANY ($1::uuid[]) AND EXISTS (
    SELECT 1 FROM svc.reviews r
    WHERE r.organization_id = o.organization_id AND r.status = 'PENDING' AND r.expires_at <= $2
  )
  ORDER BY o.organization_id`;

interface DueRow {
  event_id: string;
  expires_at: Date;
}

async function selectDue(transaction: Transaction, organizationId: string, nowMs: number): Promise<DueRow[]> {
  const values = [organizationId, new Date(nowMs), REVIEWS_PER_BATCH_MAX];
  return await transaction.query<DueRow & Record<string, unknown>>(SELECT_DUE, values);
}

const SELECT_DUE = `
  SELECT event_id, expires_at FROM svc.reviews
  WHERE organization_id = $1 AND status = 'PENDING' AND expires_at <= $2
  ORDER BY expires_at, event_id LIMIT $3`;

/** A resolution holds the head's lock too, so none can have come between: that is asserted. */
async function updateExpired(
  transaction: Transaction,
  organizationId: string,
  seqs: readonly { event_id: string; audit_seq: number }[],
): Promise<void> {
  if (seqs.length === 0) return;
  const rows = await transaction.query(UPDATE_EXPIRED, [organizationId, JSON.stringify(seqs)]);
  if (rows.length !== seqs.length) throw new Error('a review expired that was not open');
  await tellWithCommit(transaction, ...seqs.map(({ event_id }) => ofReview(event_id)));
}

const UPDATE_EXPIRED = `
  UPDATE svc.reviews r SET status = 'EXPIRED', audit_seq = d.audit_seq
  FROM json_to_recordset($2) AS d (event_id uuid, audit_seq bigint)
  WHERE r.organization_id = $1 AND r.event_id = d.event_id AND r.status = 'PENDING'
  RETURNING r.event_id`;
