// SPDX-License-Identifier: Apache-2.0
/** The rows of budgets. Writers hold the lock of the organization's head. */
import type { BudgetSpec } from '@svc/contract';
import type { BudgetRule } from '@svc/core/budgets';
import type { Transaction } from '../../storage/db/index.ts';
import { type Identified, type RecordWrites, recordsOf } from '../records/index.ts';
import { type BudgetValues, budgetValues, specOf } from './kind.ts';

/** All budgets of an organization, disabled ones too. */
export async function selectBudgets(transaction: Transaction, organizationId: string): Promise<BudgetRule[]> {
  const rows = await selectBudgetRows(transaction, organizationId);
  return rows.map(({ rule }) => rule);
}

/** The same with the moment of their last change. */
export async function selectBudgetRows(
  transaction: Transaction,
  organizationId: string,
): Promise<{ rule: BudgetRule; updatedAt: Date }[]> {
  const rows = await transaction.query<BudgetRow & { updated_at: Date }>(SELECT_BUDGETS, [organizationId]);
  return rows.map((row) => ({ rule: ruleOfRow(row), updatedAt: row.updated_at }));
}

export function ruleOfRow({ id, name, spec, series, since, ...row }: BudgetRow): BudgetRule {
  const { raised_window: window, raised_amount: amount } = row;
  const raised = window === null || amount === null ? null : { windowStartMs: window.getTime(), amount };
  return { id, spec: { ...spec, name }, series, sinceMs: since.getTime(), raised };
}

export interface BudgetRow {
  [column: string]: unknown;
  id: string;
  name: string;
  spec: Omit<BudgetSpec, 'name'>;
  series: number;
  since: Date;
  raised_window: Date | null;
  raised_amount: number | null;
}

const SELECT_BUDGETS = `
  SELECT id, name, spec, series, since, raised_window, raised_amount, updated_at FROM svc.budgets
  WHERE organization_id = $1`;

export type StoredBudgetValues = Identified<BudgetValues>;

/** The same as records, by name. */
export async function selectBudgetsByName(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, StoredBudgetValues>> {
  const rules = await selectBudgets(transaction, organizationId);
  return new Map(rules.map((rule) => [rule.spec.name, valuesOfRule(rule)]));
}

export function valuesOfRule({ id, spec, series, sinceMs }: BudgetRule): StoredBudgetValues {
  return { ...budgetValues(spec, undefined, sinceMs), series, id };
}

/** Makes or changes budgets, by id. Another series begins without what the one before had: counts, and more room. */
export async function writeBudgets(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<BudgetValues>,
  nowMs: number,
): Promise<void> {
  const rows = recordsOf(plan).map((record) => {
    const { name, ...spec } = specOf(record);
    return { id: record.id, name, spec, series: record.series, since: record.since };
  });
  if (rows.length === 0) return;
  const recounted = plan.updates.filter(({ before, record }) => before.series !== record.series);
  await Promise.all([
    transaction.query(WRITE_BUDGETS, [organizationId, new Date(nowMs), JSON.stringify(rows)]),
    removeCounters(
      transaction,
      organizationId,
      recounted.map(({ record }) => record.id),
    ),
  ]);
}

/** The moment of a change is later than that of the one before, so that it tells the two apart. */
const WRITE_BUDGETS = `
  INSERT INTO svc.budgets AS b (organization_id, id, name, spec, series, since, created_at, updated_at)
  SELECT $1, d.id, d.name, d.spec, d.series, d.since, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, spec json, series integer, since timestamptz)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, spec = excluded.spec, series = excluded.series, since = excluded.since,
    raised_window = CASE WHEN b.series = excluded.series THEN b.raised_window END,
    raised_amount = CASE WHEN b.series = excluded.series THEN b.raised_amount END,
    raised_note = CASE WHEN b.series = excluded.series THEN b.raised_note END,
    raised_note_salt = CASE WHEN b.series = excluded.series THEN b.raised_note_salt END,
    noticed_window = CASE WHEN b.series = excluded.series THEN b.noticed_window END,
    updated_at = GREATEST(excluded.updated_at, svc.next_ms(b.updated_at))`;

/** Its counts go with it. Open reviews that it asked for stay. */
export async function removeBudget(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await Promise.all([
    transaction.query('DELETE FROM svc.budgets WHERE organization_id = $1 AND id = $2', [organizationId, id]),
    removeCounters(transaction, organizationId, [id]),
  ]);
}

async function removeCounters(transaction: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.query(DELETE_COUNTERS, [organizationId, ids]);
}

const DELETE_COUNTERS = `DELETE FROM svc.counters WHERE organization_id = $1 AND of = ANY ($2::uuid[])`;

export interface Raise {
  readonly windowStartMs: number;
  /** In all, in that window. */
  readonly amount: number;
  readonly note: { readonly text: string; readonly salt: Buffer };
}

export async function writeRaise(
  transaction: Transaction,
  organizationId: string,
  id: string,
  { windowStartMs, amount, note }: Raise,
  nowMs: number,
): Promise<void> {
  const values = [organizationId, id, new Date(windowStartMs), amount, note.text, note.salt, new Date(nowMs)];
  await transaction.query(WRITE_RAISE, values);
}

const WRITE_RAISE = `
  UPDATE svc.budgets SET raised_window = $3, raised_amount = $4, raised_note = $5, raised_note_salt = $6,
    updated_at = GREATEST($7, svc.next_ms(updated_at))
  WHERE organization_id = $1 AND id = $2`;
