// SPDX-License-Identifier: Apache-2.0
/** Brings the budgets of an organization to a payload, and lists them for keys. */
import {
  type BudgetApplyRequest,
  type BudgetApplyResponse,
  type BudgetListResponse,
  type BudgetSpec,
  POLICY_API_VERSION,
} from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import type pg from 'pg';
import type { OrganizationSnapshot, OrganizationSnapshots } from '../../organization/organizations/index.ts';
import {
  BUDGET,
  type BudgetValues,
  budgetChanges,
  faultsOf,
  looserBudget,
  planBudgets,
  removeBudget,
  selectBudgetRows,
  valuesOfRule,
  writeBudgets,
} from '../../registry/budgets/index.ts';
import type { Hold } from '../../registry/records/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { ChangeOrigin } from '../../storage/heads/index.ts';
import { type AppliedKind, applyRecords } from '../applied/index.ts';
import { storedBudgetOf } from './read-budgets.ts';
import { warningsAbout } from './warnings.ts';

const BUDGETS: AppliedKind<BudgetSpec, BudgetValues> = {
  member: 'budgets',
  kind: BUDGET,
  storedIn: ({ budgets }) =>
    new Map([...budgets.byId.values()].map((rule) => [rule.spec.name, valuesOfRule(rule)] as const)),
  faultsOf,
  plan: planBudgets,
  looser: looserBudget,
  write: writeBudgets,
  remove: removeBudget,
  changes: budgetChanges,
};

/**
 * @param hold asked about what lets more through
 * @throws ApiError 400 with the paths of the faults; 409 past the number of budgets; what `hold` refuses with
 * @throws StaleRules when the snapshot is older than the database
 */
export async function applyBudgets(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots },
  snapshot: OrganizationSnapshot,
  { budgets, prune, dryRun = false }: BudgetApplyRequest,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<BudgetApplyResponse> {
  const { organizationId } = snapshot;
  const changes = await applyRecords(deps, snapshot, BUDGETS, { given: budgets, prune, dryRun }, origin, hold);
  const warnings = await inTransaction(deps.pool, [organizationId], (transaction) =>
    warningsAbout(transaction, organizationId, budgets, (place) => `budgets[${place}].`),
  );
  return { dryRun, changes, warnings: warnings.map(({ path, message }) => ({ path, message })) };
}

/** Sorted by name in code point order, every default written out. */
export async function listBudgetsForKeys(pool: pg.Pool, organizationId: string): Promise<BudgetListResponse> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    selectBudgetRows(transaction, organizationId),
  );
  const budgets = rows.map(({ rule, updatedAt }) => storedBudgetOf(rule, updatedAt));
  budgets.sort((left, right) => compareCodePoints(left.name, right.name));
  return { apiVersion: POLICY_API_VERSION, budgets };
}
