// SPDX-License-Identifier: Apache-2.0
/**
 * The grant that comes with an approval. The first of several asks for it, the others see it, and it is made with the
 * last. All of it runs under the lock of the organization's head.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { GrantRequest } from '@svc/contract';
import { type AuditDraft, COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { checkGrantRoom, type NewGrant } from '../../registry/grants/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type Grantable, grantableOf, hindranceSentence } from './grantable.ts';
import type { Permitted, Resolver } from './permitted-review.ts';
import type { GrantAsked } from './votes.ts';

interface Approval {
  /** The app alone shows what a grant lets through. */
  resolver: Pick<Resolver, 'accountId' | 'organizationId' | 'channel'>;
  permitted: Permitted;
  /** The grant in the request. */
  request: GrantRequest | null;
  nowMs: number;
}

/**
 * @returns the grant that goes with this approval; null without one
 * @throws ApiError 400, 403 outside of the app, and 409 where none may be made: then nothing is approved
 */
export async function grantOfApproval(transaction: Transaction, approval: Approval): Promise<NewGrant | null> {
  const { permitted, request, nowMs } = approval;
  const { organizationId, accountId, channel } = approval.resolver;
  const { review, votes } = permitted;
  const [first] = votes.filter(({ counts }) => counts);
  if (request === null && (first === undefined || first.grant === null)) return null;
  if (channel !== 'app') throw new ApiError('forbidden', { message: SEEN_IN_APP });
  const grantable = await grantableOf(transaction, organizationId, review, nowMs);
  const asked = request === null ? null : askedOf(request, grantable, nowMs);
  if (first !== undefined && asked !== null && !isSame(asked, first.grant)) {
    throw invalid('grant', 'is what the first approval asks for, or is left out: deny where that is too wide');
  }
  const { acts, hindrance } = grantable;
  if (hindrance !== null || acts === null) throw notAllowed(hindranceSentence(grantable));
  const grant = first === undefined ? asked : first.grant;
  if (grant === null) throw new Error('a grant that nobody asked for');
  const untilMs = Date.parse(grant.until);
  // The wish of an earlier approver may be out of bounds by now. It is never cut to fit.
  if (!isWithin(untilMs, grantable.hoursMax, nowMs)) {
    throw notAllowed('The end that the first approval asks for has passed, or is too far away by now.');
  }
  await checkGrantRoom(transaction, organizationId, acts.agentId, nowMs);
  const { note, noteSalt } = grant;
  return {
    ...acts,
    id: randomUUID(),
    recordsAffectedMax: grant.recordsAffectedMax,
    untilMs,
    usesMax: grant.usesMax,
    eventId: review.id,
    note,
    salt: noteSalt === null ? null : Buffer.from(noteSalt, 'hex'),
    madeBy: first?.accountId ?? accountId,
    madeAtMs: nowMs,
    mayApprove: review.may_resolve,
  };
}

const SEEN_IN_APP = 'The first approval asks for a grant, which the app shows: approve it there, or deny it here.';

const notAllowed = (why: string) =>
  new ApiError('grant_not_allowed', { message: `No grant may be made for this act. ${why} Nothing was approved.` });

const isWithin = (untilMs: number, hoursMax: number, nowMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + hoursMax * MS_PER_HOUR;

const MS_PER_HOUR = 3_600_000;

/** @throws ApiError 400 */
function askedOf(
  { until, usesMax, recordsAffectedMax, note = '' }: GrantRequest,
  { acts, hoursMax }: Grantable,
  nowMs: number,
): GrantAsked {
  const untilMs = Date.parse(until);
  if (!isWithin(untilMs, hoursMax, nowMs)) {
    throw invalid('grant.until', `must lie in the future, and at most ${hoursMax} hours from now`);
  }
  const ofAct = acts?.recordsAffectedMax ?? 0;
  if (acts !== null && recordsAffectedMax !== undefined && recordsAffectedMax > ofAct) {
    throw invalid('grant.recordsAffectedMax', `must be at most ${ofAct}, the number of the act`);
  }
  const isNote = note.trim() !== '';
  return {
    until: new Date(untilMs).toISOString(),
    usesMax: usesMax ?? null,
    recordsAffectedMax: recordsAffectedMax ?? ofAct,
    note: isNote ? note : null,
    noteSalt: isNote ? randomBytes(COMMITMENT_SALT_BYTES).toString('hex') : null,
  };
}

function isSame(one: GrantAsked, other: GrantAsked | null): boolean {
  return (
    other !== null &&
    one.until === other.until &&
    one.usesMax === other.usesMax &&
    one.recordsAffectedMax === other.recordsAffectedMax &&
    (one.note === null || one.note === other.note)
  );
}

/** The grant as the vote of a first approver keeps it. */
export const askedIn = ({ untilMs, usesMax, recordsAffectedMax, note, salt }: NewGrant): GrantAsked => ({
  until: new Date(untilMs).toISOString(),
  usesMax,
  recordsAffectedMax,
  note,
  noteSalt: salt?.toString('hex') ?? null,
});

/** The bounds that its approver chose: everything else is that of the act. It is signed with the approval. */
export const boundsOf = ({ untilMs, usesMax, recordsAffectedMax }: NewGrant): JsonObject => ({
  recordsAffectedMax,
  until: new Date(untilMs).toISOString(),
  usesMax,
});

const commitmentOf = (note: string | null, salt: Buffer | null): string | null =>
  note === null || salt === null ? null : commitText(salt.toString('hex'), note);

/** Every field that decisions read: so rules can be rebuilt from entries alone. @param approved the last approval */
export function grantEntry(approved: AuditDraft, grant: NewGrant, actionDigest: string | null): AuditDraft {
  const { agentId, action, resourceId, destination, call, dlpTypes, policyId, eventId, madeBy } = grant;
  const noteCommitment = commitmentOf(grant.note, grant.salt);
  const bound = { agentId, action, resourceId, destination, call, dlpTypes, policyId } as unknown as JsonObject;
  return {
    ...approved,
    kind: 'grant.created',
    subject: { type: 'grant', id: grant.id },
    metadata: { ...bound, ...boundsOf(grant), noteCommitment, actionDigest, eventId, madeBy },
  };
}
