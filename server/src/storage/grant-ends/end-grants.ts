// SPDX-License-Identifier: Apache-2.0
/** Ends live grants. The caller holds the lock of the organization's head, and raises the generation. */
import type { GrantEndReason } from '@svc/contract';
import type { AuditActor, AuditDraft } from '@svc/core/audit-chain';
import { isApprover } from '../authority/index.ts';
import type { Transaction } from '../db/index.ts';

export interface GrantsToEnd {
  /** Those for acts that one of these policies asks about. */
  policyIds?: readonly string[];
  /** Those for acts that the risk score asks about. */
  isRisk?: boolean;
  isGuardrail?: boolean;
  /** One that a person ends. */
  revoked?: { readonly id: string; readonly accountId: string };
}

/**
 * Ends these, and all that lost what they stand on: time, uses, maker, agent, resource, or the bound of the
 * organization.
 * @returns an entry for each, to be linked in the same transaction
 */
export async function endGrants(
  transaction: Transaction,
  organizationId: string,
  { policyIds = [], isRisk = false, isGuardrail = false, revoked }: GrantsToEnd,
  { actor, at }: { actor: AuditActor; at: string },
): Promise<AuditDraft[]> {
  const rows = await transaction.query<EndedRow>(END_GRANTS, [
    organizationId,
    new Date(at),
    policyIds,
    isRisk,
    isGuardrail,
    revoked?.id ?? null,
    revoked?.accountId ?? null,
  ]);
  if (rows.length === 0) return [];
  await transaction.query(DELETE_COUNTERS, [organizationId, rows.map(({ id }) => id)]);
  return rows.map(({ id, agent_id: agentId, ended_reason: reason, uses }) => {
    const metadata = { agentId, noteCommitment: null, reason, uses };
    return { organizationId, at, kind: 'grant.ended', actor, subject: { type: 'grant', id }, metadata };
  });
}

interface EndedRow {
  [column: string]: unknown;
  id: string;
  agent_id: string;
  ended_reason: GrantEndReason;
  uses: number;
}

const USED = `COALESCE((
    SELECT c.used::int FROM svc.counters c WHERE c.organization_id = $1 AND c.name = g.id::text
  ), 0)`;

/** The first that is true is told. */
const REASON = `CASE
    WHEN g.id = $6::uuid THEN 'REVOKED'
    WHEN g.until <= $2::timestamptz THEN 'EXPIRED'
    WHEN g.uses_max <= ${USED} THEN 'USED_UP'
    WHEN NOT EXISTS (
      SELECT FROM svc.agents a WHERE a.organization_id = $1 AND a.id = g.agent_id AND a.status = 'ACTIVE'
    ) THEN 'AGENT'
    WHEN NOT EXISTS (
      SELECT FROM svc.resources r
      WHERE r.organization_id = $1 AND r.id = g.resource_id AND r.classification = g.classification
    ) THEN 'RESOURCE'
    WHEN NOT ${isApprover('g.made_by', 'g.may_approve')} THEN 'MAKER'
    WHEN g.policy_id = ANY ($3::uuid[]) THEN 'POLICY'
    WHEN g.policy_id IS NULL AND $4::boolean OR g.until > $2::timestamptz + make_interval(hours => (
      SELECT o.grant_hours_max::int FROM svc.organizations o WHERE o.organization_id = $1
    )) THEN 'SETTINGS'
    WHEN $5::boolean THEN 'GUARDRAIL'
  END`;

const END_GRANTS = `
  UPDATE svc.grants g
  SET ended_at = $2, ended_reason = ${REASON}, uses = ${USED}, ended_by = CASE g.id WHEN $6::uuid THEN $7::uuid END
  WHERE g.organization_id = $1 AND g.ended_at IS NULL AND ${REASON} IS NOT NULL
  RETURNING g.id, g.agent_id, g.ended_reason, g.uses`;

const DELETE_COUNTERS = `DELETE FROM svc.counters WHERE organization_id = $1 AND of = ANY ($2::uuid[])`;

/** Organizations of these with grants whose time is over or whose uses are. */
export async function grantsRunOut(transaction: Transaction, organizationIds: readonly string[]): Promise<string[]> {
  const rows = await transaction.query<{ organization_id: string }>(SELECT_RUN_OUT, [
    organizationIds,
    transaction.clock.now(),
  ]);
  return rows.map(({ organization_id: id }) => id);
}

const SELECT_RUN_OUT = `
  SELECT DISTINCT g.organization_id FROM svc.grants g
    LEFT JOIN svc.counters c ON c.organization_id = g.organization_id AND c.name = g.id::text
  WHERE g.organization_id = ANY ($1::uuid[]) AND g.ended_at IS NULL AND (g.until <= $2 OR g.uses_max <= c.used)
  ORDER BY g.organization_id`;
