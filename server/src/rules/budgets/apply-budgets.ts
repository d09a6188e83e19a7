// SPDX-License-Identifier: Apache-2.0
/** Brings the budgets of an organization to a payload: plan, then one transaction with its audit entries. */
import {
  BUDGETS_MAX,
  type BudgetApplyRequest,
  type BudgetApplyResponse,
  type BudgetListResponse,
  type BudgetSpec,
  POLICY_API_VERSION,
} from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import type pg from 'pg';
import {
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../../organization/organizations/index.ts';
import { ApiError, fieldsOfFindings } from '../../platform/errors/index.ts';
import {
  BUDGET,
  budgetChanges,
  faultsOf,
  looserBudget,
  planBudgets,
  removeBudget,
  type StoredBudgetValues,
  selectBudgetRows,
  valuesOfRule,
  writeBudgets,
} from '../../registry/budgets/index.ts';
import { deletedEntry, type Hold } from '../../registry/records/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { type ChangeOrigin, changeOrganization, entriesOf } from '../../storage/heads/index.ts';
import { listFull } from './change-budget.ts';
import { storedBudgetOf } from './read-budgets.ts';
import { warningsAbout } from './warnings.ts';

/**
 * @param hold asked about what lets more through
 * @throws ApiError 400 with the paths of the faults; 409 past the number of budgets; what `hold` refuses with
 * @throws StaleRules when the snapshot is older than the database
 */
export async function applyBudgets(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots },
  snapshot: OrganizationSnapshot,
  request: BudgetApplyRequest,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<BudgetApplyResponse> {
  const { organizationId } = snapshot;
  const { budgets, dryRun = false } = request;
  refuseFaults(budgets);
  const plan = planAt(snapshot, request, origin.nowMs);
  const isChange = plan.changes.some(({ op }) => op !== 'unchanged');
  if (dryRun || !isChange) await deps.snapshots.assertCurrent(snapshot);
  else await write(deps.pool, snapshot, request, origin, hold);
  const warnings = await inTransaction(deps.pool, [organizationId], (transaction) =>
    warningsAbout(transaction, organizationId, budgets, (place) => `budgets[${place}].`),
  );
  return { dryRun, changes: plan.changes, warnings: warnings.map(({ path, message }) => ({ path, message })) };
}

/** @throws ApiError 400 */
function refuseFaults(budgets: readonly BudgetSpec[]): void {
  const places = new Map<string, number>();
  const faults = budgets.flatMap((budget, place) => {
    const first = places.get(budget.name);
    places.set(budget.name, first ?? place);
    const path = `budgets[${place}]`;
    const twice = { path: `${path}.name`, message: `The name is already that of budgets[${first}].` };
    const own = faultsOf(budget, place).map(({ fields, message }) => ({
      path: [path, ...fields].join('.'),
      message: `${message}`,
    }));
    return first === undefined ? own : [twice, ...own];
  });
  const [first] = faults;
  if (first === undefined) return;
  const fields = fieldsOfFindings(faults);
  throw new ApiError('validation_error', { message: `${first.path}: ${first.message}`, fields });
}

function planAt(
  { budgets }: OrganizationSnapshot,
  { budgets: payload, prune = false }: BudgetApplyRequest,
  nowMs: number,
) {
  const stored = new Map([...budgets.byId.values()].map((rule) => [rule.spec.name, valuesOfRule(rule)]));
  const { creates, updates } = planBudgets(payload, stored, () => uuidv7(nowMs), nowMs);
  const named = new Set(payload.map(({ name }) => name));
  const deletes: StoredBudgetValues[] = prune ? [...stored.values()].filter(({ name }) => !named.has(name)) : [];
  if (creates.length > 0 && stored.size - deletes.length + creates.length > BUDGETS_MAX) {
    throw listFull(`an organization has at most ${BUDGETS_MAX} budgets`);
  }
  deletes.sort((left, right) => compareCodePoints(left.name, right.name));
  const updated = new Set(updates.map(({ record }) => record.name));
  const opOf = (name: string) => (stored.has(name) ? (updated.has(name) ? 'update' : 'unchanged') : 'create');
  const changes: BudgetApplyResponse['changes'] = [
    ...payload.map(({ name }) => ({ name, op: opOf(name) }) as const),
    ...deletes.map(({ name }) => ({ name, op: 'delete' }) as const),
  ];
  return { creates, updates, deletes, changes };
}

async function write(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  request: BudgetApplyRequest,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<void> {
  const { organizationId } = snapshot;
  const refusal = await changeOrganization(pool, organizationId, async (transaction, head) => {
    // The plan was made, and the key checked, under the snapshot: both hold only while nothing else has changed.
    if (head.generation !== snapshot.generation) throw new StaleRules();
    const nowMs = transaction.clock.nowMs();
    const plan = planAt(snapshot, request, nowMs);
    const records = [
      ...plan.updates.flatMap(({ before, record }) => looserBudget({ before, after: record })),
      ...plan.deletes.flatMap((before) => looserBudget({ before, after: null })),
    ];
    const held = await hold({ transaction, organizationId, accountId: origin.actor.id }, { records });
    const made = held.refusal === null ? await make(transaction, organizationId, plan, nowMs) : [];
    const entries = entriesOf(organizationId, [...made, ...held.changes], { ...origin, nowMs });
    return { result: held.refusal, entries };
  });
  if (refusal !== null) throw refusal;
}

async function make(transaction: Transaction, organizationId: string, plan: ReturnType<typeof planAt>, nowMs: number) {
  for (const { id } of plan.deletes) await removeBudget(transaction, organizationId, id);
  await writeBudgets(transaction, organizationId, plan, nowMs);
  return [...budgetChanges(plan), ...plan.deletes.map((budget) => deletedEntry(BUDGET, budget))];
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
