// SPDX-License-Identifier: Apache-2.0
/** The limits of an organization: its contract values, and those of its plan where it has none. */

import type { PlanName } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { PLAN_TABLE } from './table.ts';

/** null: no limit. */
export interface Limits {
  agentsMax: number | null;
  eventsPerMonth: number | null;
  retentionDays: number | null;
}

/** Values agreed with one organization; null: the plan's value. */
export type ContractValues = Limits;

/** A value in the organization's contract overrides the plan's. */
export function limitsOf(plan: PlanName, { agentsMax, eventsPerMonth, retentionDays }: ContractValues): Limits {
  const included = PLAN_TABLE[plan];
  return {
    agentsMax: agentsMax ?? included.agents,
    eventsPerMonth: eventsPerMonth ?? included.eventsPerMonth,
    retentionDays: retentionDays ?? included.retentionDays,
  };
}

/**
 * The plan of an organization with its limits. Under the head's lock it cannot change meanwhile.
 * @throws Error when there is no such organization
 */
export async function selectPlan(
  transaction: Transaction,
  organizationId: string,
): Promise<{ plan: PlanName; limits: Limits }> {
  const [row] = await transaction.query<PlanRow & Record<string, unknown>>(SELECT_PLAN, [organizationId]);
  if (row === undefined) throw new Error('there is no organization whose plan could be read');
  return { plan: row.plan, limits: limitsOfRow(row) };
}

/** Columns of `svc.organizations` with the limits of an organization. */
export interface PlanRow {
  plan: PlanName;
  agents_max: number | null;
  events_per_month: number | null;
  retention_days: number | null;
}

export function limitsOfRow(row: PlanRow): Limits {
  const { plan, agents_max: agentsMax, events_per_month: eventsPerMonth, retention_days: retentionDays } = row;
  return limitsOf(plan, { agentsMax, eventsPerMonth, retentionDays });
}

const SELECT_PLAN = `
  SELECT plan, agents_max, events_per_month, retention_days FROM svc.organizations WHERE organization_id = $1`;
