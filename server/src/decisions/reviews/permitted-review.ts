// SPDX-License-Identifier: Apache-2.0
/** Checks whether a person may resolve a review: the only list of the checks, in their order. */
import type { AgentStatus, AuthenticatorAnswer, ReviewStatus, Role } from '@svc/contract';
import { type Approver, type Authority, canResolve, canResolveUpTo, groupOfAnswer } from '@svc/core/approvers';
import { reviewStatusAt } from '@svc/core/verdict';
import { needsFactorIn, type Party } from '../../people/factors/index.ts';
import { selectAuthority } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { ACT_JOIN, EVENT_COLUMNS } from '../../record/events/index.ts';
import type { PlanRow } from '../../registry/plans/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { CountedReview } from './count-approval.ts';
import { type InBandRules, inBandFault } from './in-band.ts';
import { isAsker, selectVotes, type Vote } from './votes.ts';

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

/** The answer of a passkey, and by which pages and names it counts. */
export interface GivenSignature {
  answer: AuthenticatorAnswer;
  party: Party;
}

/** A person who answers in the app, who may have signed the approval. */
interface AppPerson extends Person {
  channel: 'app';
  signature?: GivenSignature | undefined;
}

/** The person who resolves, and the way. */
export type Resolver = AppPerson | (Person & { channel: 'mcp' }) | ChatPerson;

export interface Permitted {
  role: Role;
  /** The group by which the person answers whose role may not; else null. */
  group: string | null;
  review: ReviewedEventRow;
  /** Approvals by others so far. */
  votes: readonly Vote[];
}

/** @throws ApiError as `resolveReview` does */
export async function permittedReview(
  transaction: Transaction,
  resolver: Resolver,
  eventId: string,
  resolution: Resolution,
  nowMs: number,
): Promise<Permitted> {
  const { organizationId, accountId } = resolver;
  const [authority, review] = await Promise.all([
    selectAuthority(transaction, organizationId, accountId),
    selectReview(transaction, organizationId, eventId),
  ]);
  const permitted = checkRole(authority, review);
  const isApproval = resolution === 'approve';
  if (await needsFactorIn(transaction, organizationId, accountId)) throw new ApiError('mfa_setup_required');
  if (resolver.channel === 'mcp') checkInBand(permitted.review);
  if (resolver.channel === 'chat') checkChat(await resolver.roleMaxOf(transaction), permitted.review);
  const { not_asker: isAskerOut, approvals_needed: needed } = permitted.review;
  if (isApproval && isAskerOut && (await isAsker(transaction, resolver, eventId))) {
    throw new ApiError('forbidden', {
      message: 'You asked for this act: another person approves it. You may deny it.',
    });
  }
  checkOpen(permitted.review, resolution, nowMs);
  const votes = isApproval && needed > 1 ? await selectVotes(transaction, organizationId, eventId) : [];
  if (votes.some((vote) => vote.counts && vote.accountId === accountId)) {
    throw new ApiError('conflict', { message: 'You have approved this review: another person has to as well.' });
  }
  return { ...permitted, votes };
}

/** The role is checked first: an unauthorized person does not learn whether a review is open. */
function checkRole(authority: Authority | null, review: ReviewedEventRow | null): Omit<Permitted, 'votes'> {
  if (authority === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
  if (review === null) throw new ApiError('not_found', { message: 'There is no review of such an event.' });
  const { role } = authority;
  if (!canResolve(review.may_resolve, authority)) {
    throw new ApiError('forbidden', { message: `A person with the role ${role} may not resolve this review.` });
  }
  return { role, group: groupOfAnswer(review.may_resolve, authority), review };
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

export interface ReviewedEventRow
  extends CountedReview,
    PlanRow,
    Pick<InBandRules, 'assistant_approvals' | 'approvals_needed' | 'not_asker' | 'signed'> {
  approval_valid_minutes: number;
  approvals_needed: number;
  not_asker: boolean;
  valid_minutes: number | null;
  may_resolve: Approver[];
  agent_status: AgentStatus | null;
  decided_role: Role | null;
  decided_name: string | null;
  channel: Resolver['channel'] | null;
}

export async function selectReview(
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
    p.name AS decided_name, r.approvals_needed, r.not_asker, r.signed, r.valid_minutes,
    o.approval_valid_minutes, o.time_zone, o.enforcement, e.resource_id, e.records_affected,
    o.plan, o.agents_max, o.events_per_month, o.retention_days
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    JOIN svc.organizations o ON o.organization_id = r.organization_id
    LEFT JOIN svc.agents a ON a.organization_id = e.organization_id AND a.id = e.agent_id
    LEFT JOIN svc.accounts p ON p.id = r.decided_by
    ${ACT_JOIN}
  WHERE r.organization_id = $1 AND r.event_id = $2`;
