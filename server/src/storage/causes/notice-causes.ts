// SPDX-License-Identifier: Apache-2.0
/** The causes of digests, written in the transaction of the decision, the scan or the change. */
import type { AuditEntry } from '@svc/core/audit-chain';
import type { Transaction } from '../db/index.ts';
import { isToldChange, subjectOfEntry } from './told-changes.ts';

/** The last quarter of a review's time, and an hour at most, is near its expiry. */
const NEAR_EXPIRY = `least(interval '1 hour', (made.expires_at - made.created_at) / 4)`;

/**
 * For `WITH made AS (…)` of new reviews. A review is told at once, in the chosen chat too, and again near its expiry.
 * Sandbox reviews are only tries, and call no person.
 */
export const INSERT_REVIEW_NOTICES = `
  , posts AS (
    INSERT INTO svc.chat_outbox (id, organization_id, integration_id, event_id, created_at, due_at)
    SELECT gen_random_uuid(), made.organization_id, chosen.id, made.event_id, made.created_at, made.created_at
    FROM made JOIN svc.notice_settings s ON s.organization_id = made.organization_id
      CROSS JOIN unnest(ARRAY[s.chat_integration_id, s.ticket_integration_id]) AS chosen (id)
    WHERE NOT made.sandbox AND chosen.id IS NOT NULL
  )
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), made.organization_id, told.kind, made.event_id,
    CASE told.kind WHEN 'reviewPending' THEN made.created_at ELSE made.expires_at - ${NEAR_EXPIRY} END
  FROM made CROSS JOIN (VALUES ('reviewPending'), ('reviewExpiring')) AS told (kind)
  WHERE NOT made.sandbox`;

export async function enqueueAnomalyNotices(
  transaction: Transaction,
  organizationId: string,
  anomalyIds: readonly string[],
): Promise<void> {
  await transaction.query(INSERT_ANOMALY_NOTICES, [organizationId, anomalyIds, transaction.clock.now()]);
}

const INSERT_ANOMALY_NOTICES = `
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), $1, 'anomalyOpened', n.id, $3::timestamptz FROM unnest($2::uuid[]) AS n (id)`;

export interface EscalatedReview {
  organizationId: string;
  eventId: string;
  /** The second chat; null for none. */
  chatIntegrationId: string | null;
}

/** Tells the next roles, and a second chat unless it has the review already. Each review is told once. */
export async function enqueueEscalations(
  transaction: Transaction,
  reviews: readonly EscalatedReview[],
  nowMs: number,
): Promise<void> {
  if (reviews.length === 0) return;
  await transaction.query(INSERT_ESCALATIONS, [JSON.stringify(reviews), new Date(nowMs)]);
}

const INSERT_ESCALATIONS = `
  WITH passed AS (
    SELECT * FROM json_to_recordset($1)
      AS r ("organizationId" uuid, "eventId" uuid, "chatIntegrationId" uuid)
  ), posts AS (
    INSERT INTO svc.chat_outbox (id, organization_id, integration_id, event_id, created_at, due_at)
    SELECT gen_random_uuid(), "organizationId", "chatIntegrationId", "eventId", $2, $2
    FROM passed WHERE "chatIntegrationId" IS NOT NULL
    ON CONFLICT (event_id, integration_id) DO NOTHING
  )
  INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
  SELECT gen_random_uuid(), "organizationId", 'reviewEscalated', "eventId", $2 FROM passed`;

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
  FROM unnest($2::bigint[]) AS n (seq)`;
