// SPDX-License-Identifier: Apache-2.0
/** The causes of digests, written in the transaction of the decision, the scan or the change. */
import type { AuditEntry } from '@svc/core/audit-chain';
import type { Transaction } from '../db/index.ts';
import { isToldChange, subjectOfEntry } from './told-changes.ts';

export async function enqueueAnomalyNotices(
  transaction: Transaction,
  organizationId: string,
  anomalyIds: readonly string[],
): Promise<void> {
  await transaction.query(INSERT_ANOMALY_NOTICES, [organizationId, anomalyIds, transaction.clock.now()]);
}

const INSERT_ANOMALY_NOTICES = `
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), $1, 'anomalyOpened', n.id, $3::timestamptz FROM unnest($2::uuid[]) AS n (id)
  RETURNING 1`;

export interface EscalatedReview {
  eventId: string;
  /** The second chat; null for none. */
  chatIntegrationId: string | null;
  /** The system that opens an incident; null for none. */
  incidentIntegrationId: string | null;
}

/** Tells the next roles, and a second chat and a system of incidents unless they have the review already. */
export async function enqueueEscalations(
  transaction: Transaction,
  organizationId: string,
  reviews: readonly EscalatedReview[],
  nowMs: number,
): Promise<void> {
  if (reviews.length === 0) return;
  const now = new Date(nowMs);
  const posts = reviews.flatMap(({ eventId, chatIntegrationId, incidentIntegrationId }) =>
    [chatIntegrationId, incidentIntegrationId].flatMap((integrationId) =>
      integrationId === null ? [] : [{ eventId, integrationId }],
    ),
  );
  await transaction.query(INSERT_ESCALATIONS, [organizationId, reviews.map(({ eventId }) => eventId), now]);
  if (posts.length > 0) await transaction.query(INSERT_POSTS, [organizationId, JSON.stringify(posts), now]);
}

const INSERT_ESCALATIONS = `
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), $1, 'reviewEscalated', n.id, $3::timestamptz FROM unnest($2::uuid[]) AS n (id)
  RETURNING 1`;

const INSERT_POSTS = `
  INSERT INTO svc.chat_outbox (id, organization_id, integration_id, event_id, created_at, due_at)
  SELECT gen_random_uuid(), $1, p."integrationId", p."eventId", $3::timestamptz, $3::timestamptz
  FROM json_to_recordset($2) AS p ("eventId" uuid, "integrationId" uuid)
  ON CONFLICT (organization_id, event_id, integration_id) DO NOTHING`;

/** The changes among the entries of one organization. They commit with their entries. */
export async function enqueueChanges(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const told = entries.filter(isToldChange);
  if (told.length === 0) return;
  const values = [told[0]?.organizationId, told.map(({ seq }) => seq), transaction.clock.now()];
  await transaction.query(INSERT_CHANGES, values);
}

const INSERT_CHANGES = `
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), $1, 'changeMade', ${subjectOfEntry('n.seq')}, $3::timestamptz
  FROM unnest($2::bigint[]) AS n (seq)
  RETURNING 1`;
