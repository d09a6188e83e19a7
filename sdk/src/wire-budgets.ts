// SPDX-License-Identifier: Apache-2.0
/** Budgets, as they go over the wire. */
import type { ActionFamily, PolicyCondition, PolicyResource, Role } from './wire.ts';
import type { Approvals } from './wire-approvals.ts';

interface BudgetFields {
  /** 1 to 120 characters, unique in the organization: the key by which apply matches. */
  name: string;
  description?: string;
  /** COUNT counts acts, RECORDS adds up `recordsAffected`. */
  measure: 'COUNT' | 'RECORDS';
  limit: number;
  /** A calendar window in the time zone of the organization. */
  window: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
  /** The acts that share one count. */
  per: 'ORGANIZATION' | 'AGENT' | 'RESOURCE' | 'AGENT_AND_RESOURCE';
  action: ActionFamily;
  condition?: PolicyCondition;
  onExceed: 'REVIEW' | 'BLOCK';
  /** Names of groups whose members may approve, beside `approverRoles`. */
  approverGroups?: string[];
  approvals?: Approvals;
}

export interface Budget extends BudgetFields {
  enabled?: boolean;
  resource?: PolicyResource | null;
  mode?: 'ENFORCE' | 'MONITOR';
  approverRoles?: Role[];
  /** Accepted and ignored. */
  id?: string;
  /** Accepted and ignored. */
  updatedAt?: string;
}

export interface StoredBudget extends BudgetFields {
  id: string;
  enabled: boolean;
  resource: PolicyResource | null;
  mode: 'ENFORCE' | 'MONITOR';
  approverRoles: Role[];
  updatedAt: string;
}

export interface BudgetListResponse {
  apiVersion: 'svc/v1';
  /** Sorted by name in Unicode code point order. */
  budgets: StoredBudget[];
}

export interface BudgetApplyRequest {
  budgets: Budget[];
  /** Delete the budgets whose names are missing from `budgets`. */
  prune?: boolean;
  /** Answer the plan and write nothing. */
  dryRun?: boolean;
  /** With `dryRun`, 1 to 90: count the LIVE events of so many days by these budgets, which may take a minute. */
  impactDays?: number;
}

export interface BudgetApplyResponse {
  dryRun: boolean;
  changes: { name: string; op: 'create' | 'update' | 'delete' | 'unchanged' }[];
  /** A probable mistake in a valid budget. */
  warnings: { path: string; message: string }[];
  /** The answer to `impactDays`. */
  impact?: BudgetImpact;
}

/** The acts that budgets would have stopped, over stored LIVE events in the order of time. */
export interface BudgetImpact {
  days: number;
  from: string;
  /** Events until then were looked at. */
  to: string;
  complete: boolean;
  events: number;
  /** Each by itself. */
  budgets: { name: string; stopped: number; counts: number; fullCounts: number }[];
}
