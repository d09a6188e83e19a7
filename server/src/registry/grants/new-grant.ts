// SPDX-License-Identifier: Apache-2.0
/** Makes a grant. The caller holds the lock of the organization's head, and raises the generation. */

import type { Classification } from '@svc/contract';
import { GRANTS_MAX, GRANTS_PER_AGENT_MAX } from '@svc/contract/limits';
import type { Approver } from '@svc/core/approvers';
import type { GrantRule } from '@svc/core/grants';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface NewGrant extends GrantRule {
  eventId: string;
  classification: Classification;
  note: string | null;
  salt: Buffer | null;
  madeBy: string;
  madeAtMs: number;
  /** Roles that may approve the review. */
  mayApprove: readonly Approver[];
}

/** @throws ApiError 409 `conflict` where the organization or the agent has as many as it may */
export async function checkGrantRoom(
  transaction: Transaction,
  organizationId: string,
  agentId: string,
  nowMs: number,
): Promise<void> {
  const { all, own } = await countLiveGrants(transaction, organizationId, agentId, nowMs);
  if (all >= GRANTS_MAX)
    throw new ApiError('conflict', { message: `An organization has at most ${GRANTS_MAX} grants.` });
  if (own < GRANTS_PER_AGENT_MAX) return;
  throw new ApiError('conflict', { message: `An agent has at most ${GRANTS_PER_AGENT_MAX} grants: end one first.` });
}

/** Those of the organization, and of the agent. */
export async function countLiveGrants(
  transaction: Transaction,
  organizationId: string,
  agentId: string,
  nowMs: number,
): Promise<{ all: number; own: number }> {
  const values = [organizationId, agentId, new Date(nowMs)];
  const [row] = await transaction.query<{ all: number; own: number }>(COUNT_LIVE, values);
  return row ?? { all: 0, own: 0 };
}

const COUNT_LIVE = `
  SELECT count(*)::int AS all, count(*) FILTER (WHERE agent_id = $2)::int AS own FROM svc.grants
  WHERE organization_id = $1 AND ended_at IS NULL AND until > $3`;

/** @param auditSeq number of its entry */
export async function insertGrant(
  transaction: Transaction,
  organizationId: string,
  grant: NewGrant,
  auditSeq: number,
): Promise<void> {
  await transaction.query(INSERT_GRANT, [
    organizationId,
    grant.id,
    grant.eventId,
    grant.agentId,
    grant.action,
    grant.resourceId,
    grant.classification,
    grant.destination,
    grant.call === null ? null : JSON.stringify(grant.call),
    grant.dlpTypes,
    grant.recordsAffectedMax,
    grant.policyId,
    new Date(grant.untilMs),
    grant.usesMax,
    grant.note,
    grant.salt,
    grant.madeBy,
    new Date(grant.madeAtMs),
    grant.mayApprove,
    auditSeq,
  ]);
}

const INSERT_GRANT = `
  INSERT INTO svc.grants (organization_id, id, event_id, agent_id, action, resource_id, classification, destination,
    gateway, dlp_types, records_max, policy_id, until, uses_max, note, note_salt, made_by, made_at, may_approve,
    audit_seq)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`;
