// SPDX-License-Identifier: Apache-2.0
/** Approvals of a review before its last one. All of it runs under the lock of the organization's head. */
import type { Role } from '@svc/contract';
import { isAskedBy } from '../../registry/api-keys/index.ts';
import { isApprover } from '../../storage/authority/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface Vote {
  accountId: string;
  role: Role;
  channel: string;
  seq: number;
  /** Its person may still approve. */
  counts: boolean;
  /** The grant that it asks for. */
  grant: GrantAsked | null;
}

/** A grant that the first approver of several asks for. */
export interface GrantAsked {
  until: string;
  usesMax: number | null;
  recordsAffectedMax: number;
  note: string | null;
  /** In hexadecimal digits. */
  noteSalt: string | null;
}

/** In the order in which they were given. One that ended earlier is left out: its person may approve again. */
export async function selectVotes(transaction: Transaction, organizationId: string, eventId: string): Promise<Vote[]> {
  return await transaction.query<Vote & Record<string, unknown>>(SELECT_VOTES, [organizationId, eventId]);
}

const SELECT_VOTES = `
  SELECT v.account_id AS "accountId", v.role, v.channel, v.audit_seq AS seq, v.grant_asked AS grant,
    ${isApprover('v.account_id', 'r.may_resolve')} AS counts
  FROM svc.review_votes v
    JOIN svc.reviews r ON r.organization_id = v.organization_id AND r.event_id = v.event_id
  WHERE v.organization_id = $1 AND v.event_id = $2 AND v.counts
  ORDER BY v.audit_seq`;

interface NewVote {
  resolver: { organizationId: string; accountId: string; channel: string };
  eventId: string;
  role: Role;
  nowMs: number;
  /** When the review was made. */
  madeAt: Date;
  note: string | null;
  salt: Buffer | null;
  auditSeq: number;
  grant: GrantAsked | null;
}

export async function insertVote(transaction: Transaction, vote: NewVote): Promise<void> {
  await transaction.query(INSERT_VOTE, [
    vote.resolver.organizationId,
    vote.eventId,
    vote.resolver.accountId,
    vote.role,
    vote.resolver.channel,
    new Date(vote.nowMs),
    vote.note,
    vote.salt,
    vote.auditSeq,
    vote.madeAt,
    vote.grant === null ? null : JSON.stringify(vote.grant),
  ]);
}

/** The caller has checked that no vote of the person counts: what stands there has ended. */
const INSERT_VOTE = `
  INSERT INTO svc.review_votes AS v (organization_id, event_id, account_id, role, channel, voted_at, note, note_salt,
    audit_seq, made_at, grant_asked)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (organization_id, event_id, account_id) DO UPDATE SET role = excluded.role, channel = excluded.channel,
    voted_at = excluded.voted_at, note = excluded.note, note_salt = excluded.note_salt, note_erased_seq = NULL,
    audit_seq = excluded.audit_seq, grant_asked = excluded.grant_asked, counts = true`;

/** Ends those whose person may no longer approve: they count no more, also when the person may again. */
export async function endVotes(
  transaction: Transaction,
  { organizationId, eventId }: { organizationId: string; eventId: string },
  votes: readonly Vote[],
): Promise<void> {
  const ended = votes.filter(({ counts }) => !counts).map(({ accountId }) => accountId);
  if (ended.length > 0) await transaction.query(END_VOTES, [organizationId, eventId, ended]);
}

const END_VOTES = `
  UPDATE svc.review_votes SET counts = false
  WHERE organization_id = $1 AND event_id = $2 AND account_id = ANY ($3::uuid[])`;

/** Whether the person asked for the act: by a connected app, or by a key that they made or that followed theirs. */
export async function isAsker(
  transaction: Transaction,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  eventId: string,
): Promise<boolean> {
  const [row] = await transaction.query<{ is_asker: boolean }>(SELECT_ASKER, [organizationId, eventId, accountId]);
  return row?.is_asker === true;
}

const SELECT_ASKER = `
  SELECT ${isAskedBy('$3::uuid')} AS is_asker FROM svc.events e WHERE e.organization_id = $1 AND e.id = $2`;
