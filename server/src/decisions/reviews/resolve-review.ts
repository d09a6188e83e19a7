// SPDX-License-Identifier: Apache-2.0
/**
 * Approves or denies a review. The first resolution wins; expiry is exact; only the review's own roles may do it. Where
 * several people have to approve, each approval before the last one leaves it PENDING.
 */

import { randomBytes } from 'node:crypto';
import type { Decision, GrantRequest, Role } from '@svc/contract';
import { type AuditDraft, COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { decisionOf, redeemableUntilMs } from '../../record/events/index.ts';
import { insertGrant, type NewGrant } from '../../registry/grants/index.ts';
import { limitsOfRow } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { advanceHead, appendEntries, type ChainedHead, lockHead } from '../../storage/heads/index.ts';
import { ofReview, tellWithCommit } from '../../storage/news/index.ts';
import { askedIn, boundsOf, grantEntry, grantOfApproval } from './approve-grant.ts';
import { type ApprovalCount, checkApprovalBudgets, countApproval } from './count-approval.ts';
import {
  type Permitted,
  permittedReview,
  type Resolution,
  type Resolver,
  type ReviewedEventRow,
} from './permitted-review.ts';
import { signatureMetadata } from './signed-approval.ts';
import { endVotes, insertVote } from './votes.ts';

const OUTCOMES = {
  approve: { status: 'APPROVED', kind: 'review.approved' },
  deny: { status: 'DENIED', kind: 'review.denied' },
} as const;

interface Circumstances {
  /** The grant that is asked for with an approval in the app. */
  request?: GrantRequest | null;
  /** The clock of a history that is being written. */
  nowMsOf?: () => number;
}

/**
 * The steps, in order, all under the lock of the organization's head. They load the role and the review, check them,
 * and record the outcome with its audit entry. Resolutions, expiry, role changes and pauses therefore come one after
 * another.
 * @param note null for none
 * @returns the decision with its new outcome
 * @throws ApiError 401 when the person is no longer a member, 404 without such a review. 403 for a role that is not one
 *   of the review's, and without the second factor that the organization asks for. 403 in an assistant where this is
 *   off or the risk CRITICAL, and in a chat with secrets of a lower role. 403 for an approval by the person who asked,
 *   where the review leaves them out, and without the signature that the review asks for; 400 for one that does not
 *   hold. 409 when it is resolved or expired, or is to be approved while its agent is paused, or for a second approval
 *   of one person. 409 where a budget blocks and has no room. 400 and 409 for a grant that may not be made
 */
export async function resolveReview(
  pool: pg.Pool,
  resolver: Resolver,
  eventId: string,
  resolution: Resolution,
  note: string | null,
  { request = null, nowMsOf = pool.clock.nowMs }: Circumstances = {},
): Promise<Decision> {
  const { organizationId, accountId } = resolver;
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    // After the lock: a resolution that waited past the expiry comes too late.
    const nowMs = nowMsOf();
    const permitted = await permittedReview(transaction, resolver, eventId, resolution, nowMs);
    const { role, group, review, votes } = permitted;
    const salt = note === null ? null : randomBytes(COMMITMENT_SALT_BYTES);
    const isApproval = resolution === 'approve';
    const count =
      isApproval && isLast(permitted) ? await checkApprovalBudgets(transaction, organizationId, review) : NOT_COUNTED;
    const grant = isApproval ? await grantOfApproval(transaction, { resolver, permitted, request, nowMs }) : null;
    const step = stepOf(permitted, accountId, resolution, grant);
    const bounds = grant === null ? null : boundsOf(grant);
    const signed = isApproval ? await signatureMetadata(transaction, { resolver, review, grant: bounds }) : {};
    const entry: AuditDraft = {
      organizationId,
      at: new Date(nowMs).toISOString(),
      kind: step.kind,
      actor: { type: 'user', id: accountId },
      subject: { type: 'review', id: review.id },
      metadata: {
        channel: resolver.channel,
        eventId: review.id,
        noteCommitment: note === null || salt === null ? null : commitText(salt.toString('hex'), note),
        role,
        ...(group !== null && { group }),
        ...step.metadata,
        ...signed,
      },
    };
    const made = step.status === 'APPROVED' ? grant : null;
    const auditSeq = head.chain.seq + 1;
    if (made === null) await appendEntries(transaction, head, [entry]);
    else await makeGrant(transaction, head, entry, made);
    const said = { resolver, eventId, role, nowMs, note, salt, auditSeq };
    await countApproval(transaction, { organizationId, eventId }, count);
    await endVotes(transaction, { organizationId, eventId }, votes);
    await tellWithCommit(transaction, ofReview(eventId));
    if (step.status === 'PENDING') {
      const asked = grant === null ? null : askedIn(grant);
      await insertVote(transaction, {
        ...said,
        madeAt: review.created_at,
        grant: votes.some(({ counts }) => counts) ? null : asked,
      });
      return decisionOf({ ...review, review_given: step.given }, nowMs);
    }
    const redeemableUntil = isApproval ? redeemableUntilOf(review, nowMs) : null;
    await updateReview(transaction, { ...said, status: step.status, redeemableUntil });
    const decided = {
      redeemable_until: redeemableUntil,
      review_status: step.status,
      review_decided_at: new Date(nowMs),
      review_note: note,
    };
    return decisionOf({ ...review, ...decided }, nowMs);
  });
}

const NOT_COUNTED: ApprovalCount = { spends: [], counted: [] };

/** The entry of an answer, and the status after it. */
interface Step {
  status: 'PENDING' | 'APPROVED' | 'DENIED';
  kind: string;
  metadata: JsonObject;
  /** Approvals that count after it. */
  given: number;
}

/** Decisions depend on it: with it there is a new generation. */
async function makeGrant(
  transaction: Transaction,
  head: ChainedHead,
  approved: AuditDraft,
  grant: NewGrant,
): Promise<void> {
  const { organizationId } = head;
  const { actionDigest } = approved.metadata as { actionDigest: string | null };
  const auditSeq = await advanceHead(transaction, head, [approved, grantEntry(approved, grant, actionDigest)]);
  await insertGrant(transaction, organizationId, grant, auditSeq);
}

const countingVotes = ({ votes }: Permitted) => votes.filter(({ counts }) => counts);

/** The review needs no more approvals after this one. */
const isLast = (permitted: Permitted): boolean =>
  countingVotes(permitted).length + 1 >= permitted.review.approvals_needed;

/** Votes of people who may no longer approve do not count. */
function stepOf(permitted: Permitted, accountId: string, resolution: Resolution, grant: NewGrant | null): Step {
  if (resolution === 'deny') return { ...OUTCOMES.deny, metadata: {}, given: 0 };
  const { action_digest: digest, approvals_needed: needed } = permitted.review;
  const counting = countingVotes(permitted);
  const given = counting.length + 1;
  const actionDigest = digest === null ? null : `sha256:${digest.toString('hex')}`;
  if (!isLast(permitted)) {
    const asked = counting.length === 0 && grant !== null ? { grant: boundsOf(grant) } : {};
    const metadata = { accountId, actionDigest, given, needed, ...asked };
    return { status: 'PENDING', kind: 'review.approval_added', metadata, given };
  }
  const earlier = counting.map(({ counts: _, grant: _grant, ...vote }) => vote);
  return { ...OUTCOMES.approve, metadata: { actionDigest, ...(needed > 1 && { earlier }) }, given };
}

/**
 * Asked before a person writes a reason, so that they do not write it in vain. It is checked again with the resolution.
 * @throws ApiError as `resolveReview` does
 */
export async function checkResolvable(
  pool: pg.Pool,
  resolver: Resolver,
  eventId: string,
  resolution: Resolution,
): Promise<void> {
  await inTransaction(pool, [resolver.organizationId], (transaction) =>
    permittedReview(transaction, resolver, eventId, resolution, pool.clock.nowMs()),
  );
}

interface ReviewUpdate {
  resolver: Resolver;
  eventId: string;
  status: 'APPROVED' | 'DENIED';
  role: Role;
  nowMs: number;
  note: string | null;
  salt: Buffer | null;
  auditSeq: number;
  /** The end of the time in which an approved act can be redeemed; null for a denial. */
  redeemableUntil: Date | null;
}

/** Until when the approved act can be redeemed. */
function redeemableUntilOf(review: ReviewedEventRow, nowMs: number): Date {
  const { retentionDays } = limitsOfRow(review);
  const { approval_valid_minutes: ofOrganization, valid_minutes: ofOne } = review;
  const rules = { approvalValidMinutes: Math.min(ofOrganization, ofOne ?? ofOrganization), retentionDays };
  return new Date(redeemableUntilMs(rules, nowMs, review.created_at.getTime()));
}

/** Asserts again at the write that the review was open, after the head's lock has ensured it. */
async function updateReview(transaction: Transaction, update: ReviewUpdate): Promise<void> {
  const rows = await transaction.query(UPDATE_REVIEW, [
    update.resolver.organizationId,
    update.eventId,
    update.status,
    new Date(update.nowMs),
    update.note,
    update.salt,
    update.resolver.accountId,
    update.role,
    update.resolver.channel,
    update.auditSeq,
    update.redeemableUntil,
  ]);
  if (rows.length !== 1) throw new Error('a review was resolved that was not open');
}

const UPDATE_REVIEW = `
  UPDATE svc.reviews
  SET status = $3, decided_at = $4, note = $5, note_salt = $6, decided_by = $7, decided_role = $8, channel = $9,
    audit_seq = $10, redeemable_until = $11
  WHERE organization_id = $1 AND event_id = $2 AND status = 'PENDING' AND expires_at > $4
  RETURNING event_id`;
