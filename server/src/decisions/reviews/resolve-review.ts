// SPDX-License-Identifier: Apache-2.0
/** Approves or denies a review. The first resolution wins; expiry is exact; only the review's own roles may do it. */

import { randomBytes } from 'node:crypto';
import type { AgentStatus, Decision, ReviewStatus, Role } from '@svc/contract';
import { type AuditDraft, COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import { canResolve, canResolveUpTo, reviewStatusAt } from '@svc/core/verdict';
import type pg from 'pg';
import { needsFactorIn } from '../../people/factors/index.ts';
import { selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { ACT_JOIN, decisionOf, EVENT_COLUMNS, type EventRow, redeemableUntilMs } from '../../record/events/index.ts';
import { limitsOfRow, type PlanRow } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';
import { ofReview, tellWithCommit } from '../../storage/news/index.ts';
import { type InBandRules, inBandFault } from './in-band.ts';

export type Resolution = 'approve' | 'deny';

interface Person {
  accountId: string;
  organizationId: string;
}

/** A person who answers in a chat. */
interface ChatPerson extends Person {
  channel: 'chat';
  /** The role that the answer counts for at most; null when it is the person's no more. It runs under the lock. */
  roleMaxOf(transaction: Transaction): Promise<Role | null>;
}

/** The person who resolves, and the way. */
export type Resolver = (Person & { channel: 'app' | 'mcp' }) | ChatPerson;

const OUTCOMES = {
  approve: { status: 'APPROVED', kind: 'review.approved' },
  deny: { status: 'DENIED', kind: 'review.denied' },
} as const;

/**
 * The steps, in order, all under the lock of the organization's head. They load the role and the review, check them,
 * and record the outcome with its audit entry. Resolutions, expiry, role changes and pauses therefore come one after
 * another.
 * @param note null for none
 * @param clock that of a history which is being written
 * @returns the decision with its new outcome
 * @throws ApiError 401 when the person is no longer a member, 404 without such a review. 403 for a role that is not one
 *   of the review's, and without the second factor that the organization asks for. 403 in an assistant where this is
 *   off or the risk CRITICAL, and in a chat with secrets of a lower role. 409 when it is resolved or expired, or is to
 *   be approved while its agent is paused
 */
export async function resolveReview(
  pool: pg.Pool,
  resolver: Resolver,
  eventId: string,
  resolution: Resolution,
  note: string | null,
  nowMsOf: () => number = pool.clock.nowMs,
): Promise<Decision> {
  const { organizationId, accountId } = resolver;
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    // After the lock: a resolution that waited past the expiry comes too late.
    const nowMs = nowMsOf();
    const permitted = await permittedReview(transaction, resolver, eventId, resolution, nowMs);
    const salt = note === null ? null : randomBytes(COMMITMENT_SALT_BYTES);
    const { status, kind } = OUTCOMES[resolution];
    const entry: AuditDraft = {
      organizationId,
      at: new Date(nowMs).toISOString(),
      kind,
      actor: { type: 'user', id: accountId },
      subject: { type: 'review', id: permitted.review.id },
      metadata: {
        channel: resolver.channel,
        eventId: permitted.review.id,
        noteCommitment: note === null || salt === null ? null : commitText(salt.toString('hex'), note),
        role: permitted.role,
      },
    };
    const auditSeq = await appendEntries(transaction, head, [entry]);
    const redeemableUntil = resolution === 'approve' ? redeemableUntilOf(permitted.review, nowMs) : null;
    const { role } = permitted;
    const update = { resolver, eventId, status, role, nowMs, note, salt, auditSeq, redeemableUntil };
    await updateReview(transaction, update);
    await tellWithCommit(transaction, ofReview(eventId));
    const decided = {
      redeemable_until: redeemableUntil,
      review_status: status,
      review_decided_at: new Date(nowMs),
      review_note: note,
    };
    return decisionOf({ ...permitted.review, ...decided }, nowMs);
  });
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

/** The only list of the checks. @throws ApiError as `resolveReview` does */
async function permittedReview(
  transaction: Transaction,
  resolver: Resolver,
  eventId: string,
  resolution: Resolution,
  nowMs: number,
): Promise<{ role: Role; review: ReviewedEventRow }> {
  const { organizationId, accountId } = resolver;
  const [role, review] = await Promise.all([
    selectRole(transaction, organizationId, accountId),
    selectReview(transaction, organizationId, eventId),
  ]);
  const permitted = checkRole(role, review);
  if (await needsFactorIn(transaction, organizationId, accountId)) throw new ApiError('mfa_setup_required');
  if (resolver.channel === 'mcp') checkInBand(permitted.review);
  if (resolver.channel === 'chat') checkChat(await resolver.roleMaxOf(transaction), permitted.review);
  checkOpen(permitted.review, resolution, nowMs);
  return permitted;
}

/** The role is checked first: an unauthorized person does not learn whether a review is open. */
function checkRole(role: Role | null, review: ReviewedEventRow | null): { role: Role; review: ReviewedEventRow } {
  if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
  if (review === null) throw new ApiError('not_found', { message: 'There is no review of such an event.' });
  if (!canResolve(review.may_resolve, role)) {
    throw new ApiError('forbidden', { message: `A person with the role ${role} may not resolve this review.` });
  }
  return { role, review };
}

function checkOpen(review: ReviewedEventRow, resolution: Resolution, nowMs: number): void {
  const { review_status: stored, review_expires_at: expiresAt } = review;
  if (stored === null || expiresAt === null) throw new Error('a review without status or expiry');
  const status = reviewStatusAt({ status: stored, expiresAtMs: expiresAt.getTime() }, nowMs);
  if (status !== 'PENDING') throw new ApiError('conflict', { message: alreadySentence(status, review) });
  // A deleted agent is null here, and approved as little as a paused one.
  if (resolution === 'approve' && review.agent_status !== 'ACTIVE') {
    throw new ApiError('conflict', {
      message: 'The agent is paused or deleted: deny, or resume it before you approve.',
    });
  }
}

const PLACES: Readonly<Record<Resolver['channel'], string>> = {
  app: 'in the app',
  chat: 'in a chat',
  mcp: 'in an assistant',
};

/** By whom and where, for a person whose role may resolve it. */
function alreadySentence(status: ReviewStatus, review: ReviewedEventRow): string {
  const { decided_role: role, channel } = review;
  if (role === null || channel === null) return `The review is already ${status}.`;
  const who = review.decided_name ?? 'a person whose account is gone';
  return `The review is already ${status}: by ${who} (${role}), ${PLACES[channel]}.`;
}

/** Under the lock: the setting may have been turned off since the person was asked. */
function checkInBand(review: InBandRules): void {
  const message = inBandFault(review);
  if (message !== null) throw new ApiError('forbidden', { message });
}

/** A holder of the secrets of a chat can sign for all its users: a press has at most the role of that person. */
function checkChat(roleMax: Role | null, review: ReviewedEventRow): void {
  if (roleMax !== null && canResolveUpTo(review.may_resolve, roleMax)) return;
  throw new ApiError('forbidden', { message: 'A person of a lower role gave this chat its secrets: open the app.' });
}

interface ReviewedEventRow extends EventRow, PlanRow, Pick<InBandRules, 'assistant_approvals'> {
  approval_valid_minutes: number;
  may_resolve: Role[];
  agent_status: AgentStatus | null;
  decided_role: Role | null;
  decided_name: string | null;
  channel: Resolver['channel'] | null;
}

async function selectReview(
  transaction: Transaction,
  organizationId: string,
  eventId: string,
): Promise<ReviewedEventRow | null> {
  const values = [organizationId, eventId];
  const [row] = await transaction.query<ReviewedEventRow & Record<string, unknown>>(SELECT_REVIEW, values);
  return row ?? null;
}

const SELECT_REVIEW = `
  SELECT ${EVENT_COLUMNS}, r.may_resolve, a.status AS agent_status, o.assistant_approvals, r.decided_role, r.channel,
    p.name AS decided_name, o.approval_valid_minutes, o.plan, o.agents_max, o.events_per_month, o.retention_days
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    JOIN svc.organizations o ON o.organization_id = r.organization_id
    LEFT JOIN svc.agents a ON a.organization_id = e.organization_id AND a.id = e.agent_id
    LEFT JOIN svc.accounts p ON p.id = r.decided_by
    ${ACT_JOIN}
  WHERE r.organization_id = $1 AND r.event_id = $2`;

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
  const rules = { approvalValidMinutes: review.approval_valid_minutes, retentionDays };
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
