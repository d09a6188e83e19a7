// SPDX-License-Identifier: Apache-2.0
/**
 * Passes on reviews that no approver opened for a set share of their time. Where several people have to approve, one
 * who opened it does not stop that. The roles of the setting may resolve them from then on, and are told: an admin's
 * setting reaches only roles that could before. Each is passed on once, whatever number of processes runs the task.
 */

import { ESCALATION_ROLES, type Role } from '@svc/contract';
import { type Approver, approverFields, approversOf } from '@svc/core/approvers';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { enqueueEscalations } from '../../storage/causes/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, lockHeads } from '../../storage/heads/index.ts';
import { type Done, eachOrganization } from './each-organization.ts';

/** While the entries are written, no decision of the organization is. */
const REVIEWS_PER_BATCH_MAX = 200;

const ACTOR = { type: 'system', id: 'review-escalation' } as const;

/**
 * @param signal stops between two batches
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function escalateReviews(pool: pg.Pool, signal: AbortSignal): Promise<Done> {
  const doBatch = (organizationId: string) => escalateBatch(pool, organizationId);
  const work = { selectWithDue: SELECT_WITH_DUE, doBatch, reviewsPerBatch: REVIEWS_PER_BATCH_MAX };
  return await eachOrganization(pool, work, signal);
}

/** An owner set it before the review was made: it passes to all roles of the setting. */
const PASSES_FURTHER = `coalesce(s.escalate_role = 'OWNER' AND r.created_at >= s.escalate_set_at, false)`;

/** One who opened it is enough where one approves. */
const NOT_OPENED = '(r.opened_at IS NULL OR r.approvals_needed > 1)';

/** A condition on a review `r` and the settings `s`, at `$2`. A sandbox review calls no person. */
const IS_DUE = `
  r.status = 'PENDING' AND r.expires_at > $2 AND NOT r.sandbox AND r.escalated_at IS NULL
  AND ${NOT_OPENED}
  AND r.escalates
  AND r.created_at + (r.expires_at - r.created_at) * s.escalate_after_percent / 100.0 <= $2
  AND (${PASSES_FURTHER} OR s.escalate_to && r.may_resolve)`;

const SELECT_WITH_DUE = `
  SELECT s.organization_id FROM svc.notice_settings s
  WHERE s.organization_id = ANY ($1::uuid[]) AND s.escalate_after_percent IS NOT NULL AND EXISTS (
    SELECT 1 FROM svc.reviews r WHERE r.organization_id = s.organization_id AND ${IS_DUE}
  )
  ORDER BY s.organization_id`;

async function escalateBatch(pool: pg.Pool, organizationId: string): Promise<number> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    // A deleted organization has nothing left to pass on.
    if (head === undefined) return 0;
    const nowMs = transaction.clock.nowMs();
    const due = await selectDue(transaction, organizationId, nowMs);
    await appendEntries(
      transaction,
      head,
      due.map((row) => entryOf(organizationId, row, nowMs)),
    );
    await updateEscalated(transaction, organizationId, due, nowMs);
    const told = due.map((row) => ({
      eventId: row.event_id,
      chatIntegrationId: row.escalate_chat_id,
      incidentIntegrationId: row.escalate_incident_id,
    }));
    await enqueueEscalations(transaction, organizationId, told, nowMs);
    return due.length;
  });
}

interface DueRow extends Record<string, unknown> {
  event_id: string;
  approver_roles: Approver[];
  escalate_after_percent: number;
  escalate_to: Role[];
  escalate_chat_id: string | null;
  escalate_incident_id: string | null;
}

/** The rows stay locked, so that none is opened between the look and the change. */
async function selectDue(transaction: Transaction, organizationId: string, nowMs: number): Promise<DueRow[]> {
  return await transaction.query<DueRow>(SELECT_DUE, [organizationId, new Date(nowMs), REVIEWS_PER_BATCH_MAX]);
}

const SELECT_DUE = `
  SELECT r.event_id, r.approver_roles, s.escalate_after_percent, s.escalate_chat_id, s.escalate_incident_id,
    ARRAY(
      SELECT role FROM unnest(s.escalate_to) AS role WHERE ${PASSES_FURTHER} OR role = ANY (r.may_resolve)
    ) AS escalate_to
  FROM svc.reviews r JOIN svc.notice_settings s ON s.organization_id = r.organization_id
  WHERE r.organization_id = $1 AND ${IS_DUE}
  ORDER BY r.expires_at, r.event_id LIMIT $3 FOR UPDATE OF r`;

function entryOf(organizationId: string, row: DueRow, nowMs: number): AuditDraft {
  return {
    organizationId,
    at: new Date(nowMs).toISOString(),
    kind: 'review.escalated',
    actor: ACTOR,
    subject: { type: 'review', id: row.event_id },
    metadata: {
      afterPercent: row.escalate_after_percent,
      ...approverFields(approversAfter(row)),
      chatIntegrationId: row.escalate_chat_id,
      ...(row.escalate_incident_id !== null && { incidentIntegrationId: row.escalate_incident_id }),
      eventId: row.event_id,
      roles: row.escalate_to,
    },
  };
}

/** The roles that could resolve the review before keep that right. */
function approversAfter({ approver_roles, escalate_to }: DueRow): Approver[] {
  const before = approversOf(approver_roles);
  return [...before, ...ESCALATION_ROLES.filter((role) => escalate_to.includes(role) && !before.includes(role))];
}

async function updateEscalated(
  transaction: Transaction,
  organizationId: string,
  due: readonly DueRow[],
  nowMs: number,
): Promise<void> {
  if (due.length === 0) return;
  const changes = due.map((row) => ({
    event_id: row.event_id,
    escalated_to: row.escalate_to,
  }));
  const values = [organizationId, JSON.stringify(changes), new Date(nowMs)];
  const rows = await transaction.query(UPDATE_ESCALATED, values);
  if (rows.length !== due.length) throw new Error('a review was passed on that was opened or resolved');
}

const UPDATE_ESCALATED = `
  UPDATE svc.reviews r SET escalated_at = $3, escalated_to = d.escalated_to
  FROM jsonb_to_recordset($2) AS d (event_id uuid, escalated_to text[])
  WHERE r.organization_id = $1 AND r.event_id = d.event_id AND r.status = 'PENDING' AND ${NOT_OPENED}
    AND r.escalated_at IS NULL
  RETURNING r.event_id`;
