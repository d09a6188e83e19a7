// SPDX-License-Identifier: Apache-2.0
/**
 * The facts of a digest, read when it is sent: what people have resolved or closed meanwhile is left out. A review that
 * expired while the mail waited is told as expired, for nothing is lost by waiting.
 */

import type { NotificationName, Role } from '@svc/contract';
import type { ToldAction } from '@svc/core/action-sentence';
import { type Approver, canResolve, groupOfAnswer } from '@svc/core/approvers';
import { reviewStatusAt } from '@svc/core/verdict';
import { groupNames } from '../../storage/authority/index.ts';
import { entryNumberOf } from '../../storage/causes/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type DigestChange, readChanges } from './change-facts.ts';
import { harmlessText, withoutAddress } from './compose.ts';
import { selectMailedRoles } from './mailed-roles.ts';
import type { About } from './notice.ts';
import type { Recipient } from './recipients.ts';
import type { Language } from './text.ts';

export type DigestKind = Exclude<NotificationName, 'webhookDisabled' | 'quotaReached'>;

/** Subjects of one kind that a mail names; more are counted. */
export const DIGEST_SUBJECTS_MAX = 20;

/** By kind: the ids that the mail names, and how many more there are. */
export type DigestSubjects = Partial<Record<DigestKind, { ids: readonly string[]; more: number }>>;

export interface DigestReview extends ToldAction {
  id: string;
  state: 'waiting' | 'escalated' | 'expiring' | 'expired';
  expiresAt: Date;
  riskScore: number;
}

export interface DigestAnomaly {
  id: string;
  kind: string;
  params: Readonly<Record<string, string>>;
}

/** Names in it are harmless. */
export interface DigestFacts {
  organization: string;
  timeZone: string;
  reviews: readonly DigestReview[];
  anomalies: readonly DigestAnomaly[];
  changes: readonly DigestChange[];
  /** Subjects that were not named by id. */
  more: number;
}

/** @returns null when nothing is left to tell, or the person is no longer to be told */
export async function readDigest(
  transaction: Transaction,
  about: About,
  nowMs: number,
): Promise<{ facts: DigestFacts; recipient: Recipient } | null> {
  const { organizationId, subjectId } = about;
  const [digest] = await transaction.query<DigestRow>(SELECT_DIGEST, [organizationId, subjectId]);
  if (digest === undefined) return null;
  const [person] = await transaction.query<PersonRow>(SELECT_PERSON, [organizationId, digest.account_id]);
  if (person === undefined) return null;
  const mailed = await selectMailedRoles(transaction, organizationId);
  const wanted = await wantedSubjects(transaction, organizationId, { mailed, person }, digest.subjects);
  const expiring = new Set(wanted.reviewExpiring?.ids);
  const escalated = new Set(wanted.reviewEscalated?.ids);
  const stateOf = (id: string) => (expiring.has(id) ? 'expiring' : escalated.has(id) ? 'escalated' : 'waiting');
  const isRoleTold = (id: string) => mailed[KINDS_OF_STATES[stateOf(id)]].includes(person.role);
  const reviewIds = [...new Set([...(wanted.reviewPending?.ids ?? []), ...escalated, ...expiring])];
  const rows = await transaction.query<ReviewRow>(SELECT_REVIEWS, [organizationId, reviewIds]);
  const reviews = rows
    .filter(({ may_resolve: approvers }) => canResolve(approvers, person))
    .filter(({ id, may_resolve: approvers }) => isRoleTold(id) || groupOfAnswer(approvers, person) !== null)
    .flatMap((row) => reviewOf(row, stateOf(row.id), nowMs));
  const anomalyIds = wanted.anomalyOpened?.ids ?? [];
  const anomalies = (await transaction.query<AnomalyRow>(SELECT_ANOMALIES, [organizationId, anomalyIds])).map(
    anomalyOf,
  );
  const changes = await readChanges(transaction, organizationId, wanted.changeMade?.ids ?? []);
  if (reviews.length + anomalies.length + changes.length === 0) return null;
  return {
    facts: {
      organization: nameOf(person.organization),
      timeZone: person.time_zone,
      reviews,
      anomalies,
      changes,
      more: Object.values(wanted).reduce((sum, { more }) => sum + more, 0),
    },
    recipient: { id: person.id, address: person.email, language: person.language },
  };
}

const KINDS_OF_STATES = { waiting: 'reviewPending', escalated: 'reviewEscalated', expiring: 'reviewExpiring' } as const;

interface DigestRow extends Record<string, unknown> {
  account_id: string;
  subjects: DigestSubjects;
}

const SELECT_DIGEST = 'SELECT account_id, subjects FROM svc.notice_digests WHERE organization_id = $1 AND id = $2';

interface PersonRow extends Record<string, unknown> {
  id: string;
  email: string;
  language: Language | null;
  notifications: Readonly<Record<string, boolean>>;
  role: Role;
  groups: string[];
  organization: string;
  time_zone: string;
}

/** A former member is not found. */
const SELECT_PERSON = `
  SELECT a.id, a.email, a.language, a.notifications, m.role, ${groupNames('a.id')} AS groups,
    o.name AS organization, o.time_zone
  FROM svc.memberships m
    JOIN svc.accounts a ON a.id = m.account_id
    JOIN svc.organizations o ON o.organization_id = m.organization_id
  WHERE m.organization_id = $1 AND m.account_id = $2 AND a.email_verified_at IS NOT NULL`;

/**
 * Without the kinds that the person has turned off, or that neither role nor groups are told. A change that waits may
 * have ended that for their role. Owners are then told all that waits, and other roles only of that change.
 */
async function wantedSubjects(
  transaction: Transaction,
  organizationId: string,
  { mailed, person }: { mailed: Awaited<ReturnType<typeof selectMailedRoles>>; person: PersonRow },
  subjects: DigestSubjects,
): Promise<DigestSubjects> {
  const { role, groups, notifications } = person;
  const isTold = (kind: DigestKind) =>
    mailed[kind].includes(role) ||
    (kind === 'changeMade' && role === 'OWNER') ||
    (kind.startsWith('review') && groups.length > 0);
  const wanted = Object.entries(subjects).filter(([kind]) => notifications[kind] !== false);
  const told = Object.fromEntries(wanted.filter(([kind]) => isTold(kind as DigestKind)));
  const { changeMade } = Object.fromEntries(wanted) as DigestSubjects;
  if (changeMade === undefined || isTold('changeMade')) return told;
  const seqs = changeMade.ids.map(entryNumberOf);
  const ended = await transaction.query<{ seq: number }>(SELECT_ENDED, [organizationId, seqs, role]);
  const ids = changeMade.ids.filter((id) => ended.some(({ seq }) => seq === entryNumberOf(id)));
  return { ...told, changeMade: { ids, more: 0 } };
}

/** The changes after which a role that was told of changes may be told no more. */
const SELECT_ENDED = `
  SELECT seq FROM svc.audit_entries
  WHERE organization_id = $1 AND seq = ANY ($2::bigint[]) AND kind = 'notifications.updated'
    AND (metadata #> '{before,mails,changeMade}')::jsonb ? $3`;

interface ReviewRow extends Record<string, unknown> {
  id: string;
  status: 'PENDING' | 'APPROVED' | 'DENIED' | 'EXPIRED';
  expires_at: Date;
  may_resolve: Approver[];
  action: ToldAction['action'];
  destination: ToldAction['destination'];
  records_affected: number | null;
  risk_score: number;
  agent: string;
  resource: string;
  classification: ToldAction['classification'];
}

const SELECT_REVIEWS = `
  SELECT r.event_id AS id, r.status, r.expires_at, r.may_resolve, e.action, e.destination, e.records_affected,
    e.risk_score, e.record ->> 'agent' AS agent, e.record ->> 'resource' AS resource,
    e.record ->> 'classification' AS classification
  FROM svc.reviews r JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
  WHERE r.organization_id = $1 AND r.event_id = ANY ($2::uuid[])
  ORDER BY r.expires_at, r.event_id`;

function reviewOf(row: ReviewRow, state: DigestReview['state'], nowMs: number): DigestReview[] {
  const status = reviewStatusAt({ status: row.status, expiresAtMs: row.expires_at.getTime() }, nowMs);
  if (status === 'APPROVED' || status === 'DENIED') return [];
  return [
    {
      id: row.id,
      state: status === 'EXPIRED' ? 'expired' : state,
      expiresAt: row.expires_at,
      riskScore: row.risk_score,
      agent: nameOf(row.agent),
      action: row.action,
      resource: nameOf(row.resource),
      classification: row.classification,
      destination: row.destination,
      recordsAffected: row.records_affected,
    },
  ];
}

interface AnomalyRow extends Record<string, unknown> {
  id: string;
  kind: string;
  message_params: Readonly<Record<string, string | number | null>>;
}

const SELECT_ANOMALIES = `
  SELECT id, kind, message_params FROM svc.anomalies
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND closed_at IS NULL
  ORDER BY created_at, id`;

function anomalyOf({ id, kind, message_params: params }: AnomalyRow): DigestAnomaly {
  const texts = Object.entries(params).map(([name, value]) => [name, nameOf(String(value ?? ''))] as const);
  return { id, kind, params: Object.fromEntries(texts) };
}

const nameOf = (name: string): string => withoutAddress(harmlessText(name));
