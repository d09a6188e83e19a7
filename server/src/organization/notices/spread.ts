// SPDX-License-Identifier: Apache-2.0
/** Adds causes to what waits for each person whom they concern. Nothing outside the database happens here. */

import { NOTIFICATIONS, type Role } from '@svc/contract';
import { type Approver, canResolve, groupOfAnswer } from '@svc/core/approvers';
import { DIGEST_SUBJECTS_MAX, type DigestKind, selectMailedRoles } from '../../outgoing/mail/index.ts';
import { ASKED_BY } from '../../registry/api-keys/index.ts';
import { groupNames } from '../../storage/authority/index.ts';
import { entryNumberOf } from '../../storage/causes/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { claimsOf, type Outbox } from '../../storage/outbox/index.ts';
import { CAUSES_PER_CLAIM_MAX, CLAIMS_PER_RUN_MAX, LAPSE_MS, type NoticesOptions, RECIPIENTS_MAX } from './limits.ts';

interface Cause extends Record<string, unknown> {
  id: string;
  kind: DigestKind;
  subject_id: string;
}

/** A failing organization does not delay the others: its claim lapses, and is tried again then. */
export async function spreadCauses({ pool, outages }: NoticesOptions, signal: AbortSignal): Promise<void> {
  for (let claims = 0; claims < CLAIMS_PER_RUN_MAX; ) {
    const due = await CLAIMS.due(pool);
    if (due.length === 0) return;
    for (const { organizationId } of due) {
      if (signal.aborted) return;
      claims += 1;
      const causes = await CLAIMS.claim(pool, new Map([[organizationId, CAUSES_PER_CLAIM_MAX]]));
      const work = `notices ${organizationId}`;
      try {
        await inTransaction(pool, [organizationId], (transaction) => spread(transaction, organizationId, causes));
        outages.worked(work, { organizationId }, 'notices of an organization are prepared again');
      } catch (error) {
        outages.failed(work, error, { organizationId }, 'notices of an organization could not be prepared');
      }
    }
  }
}

/** Kinds that this build does not know wait for one that does. */
const KINDS = NOTIFICATIONS.filter((name): name is DigestKind => name !== 'webhookDisabled' && name !== 'quotaReached');

const CAUSES: Outbox = {
  table: 'svc.notice_outbox',
  key: 'id',
  attempts: 'attempts',
  returns: ['id', 'kind', 'subject_id'],
};

const CLAIMS = claimsOf<Cause>(CAUSES, LAPSE_MS, KINDS);

/** The causes go in the same transaction: none is told twice, and none is lost. */
async function spread(transaction: Transaction, organizationId: string, claimed: readonly Cause[]): Promise<void> {
  const taken = await transaction.query<{ id: string }>(TAKE, [organizationId, claimed.map(({ id }) => id)]);
  const ids = new Set(taken.map(({ id }) => id));
  const causes = claimed.filter(({ id }) => ids.has(id));
  const subjectIds = causes.map(({ subject_id: id }) => id);
  const mailed = await selectMailedRoles(transaction, organizationId);
  const [mayResolve, isTold, people] = await Promise.all([
    selectRolesOf(transaction, organizationId, subjectIds),
    selectToldOf(transaction, organizationId, causes, mailed.changeMade),
    transaction.query<PersonRow>(SELECT_PEOPLE, [organizationId, RECIPIENTS_MAX]),
  ]);
  const concerns = (kind: DigestKind, subjectId: string, person: PersonRow): boolean =>
    kind === 'changeMade' ? isTold(subjectId, person) : mayResolve(kind, subjectId, person, mailed[kind]);
  const rows = people.flatMap((person) =>
    KINDS.filter((kind) => person.notifications[kind] !== false).flatMap((kind) => {
      const told = causes
        .filter((cause) => cause.kind === kind && concerns(kind, cause.subject_id, person))
        .map((cause) => cause.subject_id)
        .sort();
      const subject_ids = told.slice(0, DIGEST_SUBJECTS_MAX);
      const { account_id } = person;
      return told.length === 0 ? [] : [{ account_id, kind, subject_ids, more: told.length - subject_ids.length }];
    }),
  );
  if (rows.length > 0)
    await transaction.query(ADD_WAITING, [organizationId, JSON.stringify(rows), transaction.clock.now()]);
}

const TAKE = `DELETE FROM svc.notice_outbox WHERE organization_id = $1 AND id = ANY ($2::uuid[]) RETURNING id`;

/**
 * Whether a person is concerned, whose role is told of the kind or whose group the review asks. A resolved review
 * concerns no person. One that waits does not concern who has approved it, nor who asked where they may not approve.
 */
async function selectRolesOf(transaction: Transaction, organizationId: string, subjectIds: readonly string[]) {
  const rows = await transaction.query<PendingRow>(SELECT_PENDING, [
    organizationId,
    subjectIds,
    transaction.clock.now(),
  ]);
  const pending = new Map(rows.map((row) => [row.event_id, row]));
  return (kind: DigestKind, subjectId: string, person: PersonRow, roles: readonly Role[]): boolean => {
    const { account_id: accountId, role } = person;
    if (kind === 'anomalyOpened') return roles.includes(role);
    const review = pending.get(subjectId);
    if (review === undefined || !canResolve(review.may_resolve, person)) return false;
    if (!roles.includes(role) && groupOfAnswer(review.may_resolve, person) === null) return false;
    if (review.voted_by.includes(accountId) || review.asked_by?.includes(accountId) === true) return false;
    return kind !== 'reviewEscalated' || (review.escalated_to?.includes(role) ?? false);
  };
}

interface PendingRow extends Record<string, unknown> {
  event_id: string;
  may_resolve: Approver[];
  escalated_to: Role[] | null;
  voted_by: string[];
  asked_by: string[] | null;
}

const SELECT_PENDING = `
  SELECT r.event_id, r.may_resolve, r.escalated_to,
    ARRAY(SELECT v.account_id FROM svc.review_votes v
      WHERE r.approvals_needed > 1 AND v.organization_id = $1 AND v.event_id = r.event_id AND v.counts) AS voted_by,
    CASE WHEN r.not_asker THEN (
      SELECT ${ASKED_BY} FROM svc.events e WHERE e.organization_id = $1 AND e.id = r.event_id
    ) END AS asked_by
  FROM svc.reviews r
  WHERE r.organization_id = $1 AND r.event_id = ANY ($2::uuid[]) AND r.status = 'PENDING'
    AND r.expires_at > $3::timestamptz`;

/**
 * Whether a person is told of a change. Their own acts are known to them. A change of the roles that are told is told
 * to the roles before it too, so that it cannot silence others unseen.
 */
async function selectToldOf(
  transaction: Transaction,
  organizationId: string,
  causes: readonly Cause[],
  roles: readonly Role[],
) {
  const seqs = causes.filter(({ kind }) => kind === 'changeMade').map((cause) => entryNumberOf(cause.subject_id));
  const rows = await transaction.query<ChangeRow>(SELECT_CHANGES, [organizationId, seqs]);
  const changes = new Map(rows.map((row) => [row.seq, row]));
  return (subjectId: string, { account_id: accountId, role }: PersonRow): boolean => {
    const change = changes.get(entryNumberOf(subjectId));
    if (change === undefined || change.by === accountId) return false;
    return roles.includes(role) || (change.roles_before?.includes(role) ?? false);
  };
}

interface ChangeRow extends Record<string, unknown> {
  seq: number;
  /** The account of the person; null for a key and the service. */
  by: string | null;
  roles_before: Role[] | null;
}

const SELECT_CHANGES = `
  SELECT seq, CASE WHEN actor_type = 'user' THEN actor_id END AS by,
    CASE WHEN kind = 'notifications.updated' THEN metadata #> '{before,mails,changeMade}' END AS roles_before
  FROM svc.audit_entries WHERE organization_id = $1 AND seq = ANY ($2::bigint[])`;

interface PersonRow extends Record<string, unknown> {
  account_id: string;
  role: Role;
  groups: string[];
  notifications: Readonly<Record<string, boolean>>;
}

/** Those who can do most come first, and then those in groups. */
const SELECT_PEOPLE = `
  SELECT m.account_id, m.role, ${groupNames('a.id')} AS groups, a.notifications
  FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND a.email_verified_at IS NOT NULL
  ORDER BY array_position(ARRAY['OWNER', 'ADMIN', 'MEMBER'], m.role),
    NOT EXISTS (SELECT FROM svc.group_members g WHERE g.organization_id = $1 AND g.account_id = a.id),
    m.created_at, a.id LIMIT $2`;

/** How many subjects are too many. */
const BEYOND = `greatest(0, cardinality(w.subject_ids) + cardinality(excluded.subject_ids) - ${DIGEST_SUBJECTS_MAX})`;

/**
 * The first subjects of a person are named, and the others counted. The bound is no parameter: Citus knows no type of
 * one that stands in the update alone.
 */
const ADD_WAITING = `
  INSERT INTO svc.waiting_notices AS w (account_id, organization_id, kind, subject_ids, more, since, not_before)
  SELECT d.account_id, $1, d.kind, d.subject_ids, d.more, $3::timestamptz, $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS d (account_id uuid, kind text, subject_ids uuid[], more integer)
  ON CONFLICT (account_id, organization_id, kind) DO UPDATE SET
    subject_ids = trim_array(w.subject_ids || excluded.subject_ids, ${BEYOND}),
    more = w.more + excluded.more + ${BEYOND}`;
