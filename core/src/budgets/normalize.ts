// SPDX-License-Identifier: Apache-2.0
/** Budgets with every default written out, for storing and for comparison. */
import type { BudgetSpec, StoredBudget } from '@svc/contract';
import { POLICY_API_VERSION, type PolicyMode, type PolicyResource, ROLES, type Role } from '@svc/contract/enums';
import { approvalsOf, writtenApprovals } from '../approvals/index.ts';
import { writtenGroups } from '../approvers/index.ts';
import { canonicalJson, type JsonValue } from '../canonical-json/index.ts';

/** A budget in which only description, condition, `approvals` and groups may be absent. */
export type NormalizedBudget = Pick<
  BudgetSpec,
  'name' | 'measure' | 'limit' | 'window' | 'per' | 'action' | 'onExceed' | 'description' | 'condition' | 'approvals'
> & {
  readonly enabled: boolean;
  /** ANY where the budget says null or nothing. */
  readonly resource: PolicyResource;
  readonly mode: PolicyMode;
  /** Each once, in the order of the contract. */
  readonly approverRoles: Role[];
  /** Each once, in the order of their names; left out where there are none. */
  readonly approverGroups?: string[];
};

/** Writes the defaults out and leaves everything else out, such as an id. The condition is not copied. */
export function normalizeBudget(budget: BudgetSpec): NormalizedBudget {
  const { approverRoles = [] } = budget;
  const approvals = writtenApprovals(approvalsOf(budget.approvals));
  return {
    name: budget.name,
    ...(budget.description !== undefined && { description: budget.description }),
    enabled: budget.enabled ?? true,
    measure: budget.measure,
    limit: budget.limit,
    window: budget.window,
    per: budget.per,
    action: budget.action,
    resource: budget.resource ?? 'ANY',
    ...(budget.condition !== undefined && { condition: budget.condition }),
    onExceed: budget.onExceed,
    approverRoles: ROLES.filter((role) => approverRoles.includes(role)),
    ...writtenGroups(budget.approverGroups),
    ...(approvals !== undefined && { approvals }),
    mode: budget.mode ?? 'ENFORCE',
  };
}

/** A stored budget as the content of a file. */
export function budgetDocument({ id, updatedAt, ...budget }: StoredBudget): object {
  const { name, ...spec } = normalizeBudget(budget);
  return { apiVersion: POLICY_API_VERSION, kind: 'Budget', metadata: { name, id, updatedAt }, spec };
}

/** Tells whether two budgets mean the same, however they write it. */
export const isSameBudget = (left: BudgetSpec, right: BudgetSpec): boolean =>
  canonicalBudget(left) === canonicalBudget(right);

/** A budget that passed its schema is JSON, which its type hides. */
const canonicalBudget = (budget: BudgetSpec) => canonicalJson(normalizeBudget(budget) as unknown as JsonValue);
