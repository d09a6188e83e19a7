// SPDX-License-Identifier: Apache-2.0
/** Changes of one budget by a person, each with its audit entry and a new generation. */
import { randomBytes } from 'node:crypto';
import type { BudgetChange, BudgetCreation, BudgetDetail, BudgetRaise, LooserRecord } from '@svc/contract';
import { COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import { windowOf } from '@svc/core/local-time';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import {
  BUDGET,
  BUDGET_WORDS,
  type BudgetValues,
  budgetChanges,
  budgetValues,
  faultsOf,
  looserBudget,
  planBudgets,
  removeBudget,
  selectBudgets,
  selectBudgetsByName,
  specOf,
  writeBudgets,
  writeRaise,
} from '../../registry/budgets/index.ts';
import {
  createRecord,
  type DeletableTable,
  deleteRecord,
  type HeldChanger,
  refuseDescription,
  updateRecord,
} from '../../registry/records/index.ts';
import { listFull } from '../applied/index.ts';
import { showBudget } from './read-budgets.ts';
import { selectTimeZone } from './windows.ts';

const BUDGETS: DeletableTable<BudgetValues, BudgetDetail> = {
  ...BUDGET_WORDS,
  kind: BUDGET,
  select: async (transaction, organizationId) => ({ byName: await selectBudgetsByName(transaction, organizationId) }),
  show: (transaction, organizationId, id) => showBudget(transaction, organizationId, id),
  write: ({ transaction, organizationId, nowMs }, plan) => writeBudgets(transaction, organizationId, plan, nowMs),
  changes: budgetChanges,
  looser: (_where, changed) => looserBudget(changed),
  selectUsers: async () => [],
  remove: removeBudget,
};

/** @throws ApiError 400; 409 for a name that is taken and past the number of budgets */
export async function createBudget(pool: pg.Pool, changer: Changer, creation: BudgetCreation): Promise<BudgetDetail> {
  refuseDescription(creation.description);
  const made = await createRecord(pool, changer, BUDGETS, creation.name, ({ stored, newId, nowMs }) => {
    const plan = planBudgets([creation], stored.byName, newId, nowMs);
    const tooMany = plan.faults.find(({ fields }) => fields.length === 0);
    if (tooMany !== undefined) throw listFull(`${tooMany.message}`);
    return plan;
  });
  return made.shown;
}

/** @throws ApiError 400; 404; 409 for a name that is taken and when another change came between */
export async function updateBudget(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { updatedAt: seen, ...change }: BudgetChange,
): Promise<BudgetDetail> {
  refuseDescription(change.description);
  const target = { id, name: change.name, seen };
  return await updateRecord(pool, changer, BUDGETS, target, (before, { nowMs }) => {
    const spec = specOf({
      ...before,
      ...change,
      resource: change.resource === undefined ? before.resource : (change.resource ?? 'ANY'),
    } as BudgetValues);
    checkProposedBudget(spec);
    return { ...budgetValues(spec, before, nowMs), id: before.id };
  });
}

/** @throws ApiError 400 */
export function checkProposedBudget(spec: BudgetCreation): void {
  const [fault] = faultsOf(spec, 0);
  if (fault !== undefined) throw invalid(fault.fields[0] ?? 'body', fault.message);
}

/** Its counts go, and open reviews that it asked for stay. @throws ApiError 404 */
export async function deleteBudget(pool: pg.Pool, changer: HeldChanger, id: string): Promise<void> {
  await deleteRecord(pool, changer, BUDGETS, id);
}

/**
 * Gives the present window more room, and no other one.
 * @throws ApiError 400 for more than the limit in all; 404
 */
export async function raiseBudget(
  pool: pg.Pool,
  changer: HeldChanger,
  budgetId: string,
  { amount, note: text }: BudgetRaise,
): Promise<BudgetDetail> {
  const { organizationId, accountId } = changer;
  if (text.trim() === '') throw invalid('note', 'must not be blank');
  const done = await changeAsAdmin<BudgetDetail | ApiError>(pool, changer, async (transaction, nowMs) => {
    const id = budgetId.toLowerCase();
    const rule = (await selectBudgets(transaction, organizationId)).find((one) => one.id === id);
    if (rule === undefined) throw new ApiError('not_found', { message: 'There is no such budget.' });
    const { spec, raised } = rule;
    const { startMs } = windowOf(nowMs, spec.window, await selectTimeZone(transaction, organizationId));
    const before = raised?.windowStartMs === startMs ? raised.amount : 0;
    const after = before + amount;
    if (after > spec.limit) {
      throw invalid('amount', `a window is raised by at most its limit: ${spec.limit - before} more`);
    }
    const windowStart = new Date(startMs).toISOString();
    const held = await changer.hold(
      { transaction, organizationId, accountId },
      { records: looserRaise(rule.spec, windowStart, before, after) },
    );
    if (held.refusal !== null) return { result: held.refusal, changes: held.changes };
    const note = { text, salt: randomBytes(COMMITMENT_SALT_BYTES) };
    await writeRaise(transaction, organizationId, id, { windowStartMs: startMs, amount: after, note }, nowMs);
    const metadata = {
      ...{ name: spec.name, amount, total: after, windowStart },
      noteCommitment: commitText(note.salt.toString('hex'), text),
    };
    const entry = { kind: 'budget.raised', subject: { type: 'budget', id }, metadata };
    return { result: await showBudget(transaction, organizationId, id), changes: [entry, ...held.changes] };
  });
  if (done instanceof ApiError) throw done;
  return done;
}

/** A budget that does not decide holds nothing back. */
function looserRaise(
  { name, enabled = true, mode }: Pick<BudgetCreation, 'name' | 'enabled' | 'mode'>,
  window: string,
  before: number,
  after: number,
): LooserRecord[] {
  if (!enabled || mode === 'MONITOR') return [];
  return [
    { type: 'budget', name, field: 'raised', before: { window, amount: before }, after: { window, amount: after } },
  ];
}
