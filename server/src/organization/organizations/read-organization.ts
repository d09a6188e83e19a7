// SPDX-License-Identifier: Apache-2.0
/** An organization's settings and its use of the plan, as people see them. */

import { type Organization, POLICIES_PER_ORGANIZATION_MAX, type PolicyMode, type Usage } from '@svc/contract';
import { type Approvals, approvalsBlock, ONE_APPROVAL } from '@svc/core/approvals';
import type pg from 'pg';
import { forecastEvents, isOverQuota, limitsOfRow, type PlanRow } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

export async function readOrganization(pool: pg.Pool, organizationId: string): Promise<Organization> {
  return await inTransaction(pool, [organizationId], (transaction) => selectOrganization(transaction, organizationId));
}

export async function selectOrganization(transaction: Transaction, organizationId: string): Promise<Organization> {
  const row = await onlyRow<OrganizationRow>(transaction, organizationId, SELECT_ORGANIZATION);
  return {
    id: organizationId,
    name: row.name,
    plan: row.plan,
    timeZone: row.time_zone,
    enforcement: row.enforcement,
    reviewExpiryMinutes: row.review_expiry_minutes,
    riskReviewAt: row.risk_review_at,
    riskBlockAt: row.risk_block_at,
    checkpointUrl: row.checkpoint_url,
    requireMfa: row.require_mfa,
    alternatives: row.alternatives,
    assistantApprovals: row.assistant_approvals,
    loosenNeedsTwo: row.loosen_needs_two,
    approvalValidMinutes: row.approval_valid_minutes,
    outcomeMinutes: row.outcome_minutes,
    contextKept: row.context_kept,
    reviewDefaults: approvalsBlock({ ...ONE_APPROVAL, ...row.review_defaults }),
    grantHoursMax: row.grant_hours_max,
    ...limitsOfRow(row),
    createdAt: row.created_at.toISOString(),
  };
}

/** The current UTC month. A month without a LIVE event has not reached the head row yet, and counts 0. */
export async function readUsage(pool: pg.Pool, organizationId: string, nowMs: number): Promise<Usage> {
  const row = await inTransaction(pool, [organizationId], (transaction) =>
    onlyRow<UsageRow>(transaction, organizationId, SELECT_USAGE),
  );
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const events = row.usage_month === month ? row.usage_events : 0;
  const { eventsPerMonth, agentsMax, retentionDays } = limitsOfRow(row);
  const quotaExceeded = isOverQuota(events, eventsPerMonth);
  const forecast = forecastEvents(events, row.created_at.getTime(), nowMs);
  const { plan, agents, policies } = row;
  const counts = { agents, agentsMax, policies, policiesMax: POLICIES_PER_ORGANIZATION_MAX };
  return { month, events, eventsPerMonth, quotaExceeded, ...counts, plan, forecast, retentionDays };
}

async function onlyRow<Row>(transaction: Transaction, organizationId: string, select: string): Promise<Row> {
  const [row] = await transaction.query<Row & Record<string, unknown>>(select, [organizationId]);
  if (row === undefined) throw new Error('a member of an organization that is not there');
  return row;
}

interface OrganizationRow extends PlanRow {
  name: string;
  time_zone: string;
  enforcement: PolicyMode;
  review_expiry_minutes: number;
  risk_review_at: number;
  risk_block_at: number;
  checkpoint_url: string | null;
  require_mfa: boolean;
  alternatives: boolean;
  assistant_approvals: boolean;
  loosen_needs_two: boolean;
  approval_valid_minutes: number;
  outcome_minutes: number;
  context_kept: boolean;
  review_defaults: Approvals;
  grant_hours_max: number;
  created_at: Date;
}

const SELECT_ORGANIZATION = `
  SELECT name, plan, time_zone, enforcement, review_expiry_minutes, risk_review_at, risk_block_at, checkpoint_url,
    require_mfa, alternatives, assistant_approvals, loosen_needs_two, approval_valid_minutes,
    outcome_minutes, context_kept, review_defaults, grant_hours_max, events_per_month, agents_max,
    retention_days, created_at
  FROM svc.organizations WHERE organization_id = $1`;

interface UsageRow extends PlanRow {
  usage_month: string;
  usage_events: number;
  agents: number;
  policies: number;
  created_at: Date;
}

const SELECT_USAGE = `
  SELECT o.plan, o.events_per_month, o.agents_max, o.retention_days, to_char(h.usage_month, 'YYYY-MM') AS usage_month,
    h.usage_events, o.created_at,
    (SELECT count(*)::int FROM svc.agents a WHERE a.organization_id = $1) AS agents,
    (SELECT count(*)::int FROM svc.policy_revisions p
      WHERE p.organization_id = $1 AND p.version_to IS NULL) AS policies
  FROM svc.organizations o JOIN svc.organization_heads h USING (organization_id)
  WHERE o.organization_id = $1`;
