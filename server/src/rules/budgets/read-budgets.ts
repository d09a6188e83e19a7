// SPDX-License-Identifier: Apache-2.0
/** Budgets as people see them, each with the use of its present window; and the use of past ones. */
import {
  BUDGET_WINDOWS_SHOWN_MAX,
  type BudgetDetail,
  type BudgetItem,
  type BudgetList,
  type BudgetListQuery,
  type BudgetUsage,
  type StoredBudget,
} from '@svc/contract';
import { type BudgetRule, normalizeBudget } from '@svc/core/budgets';
import { windowOf } from '@svc/core/local-time';
import type pg from 'pg';
import { invalid } from '../../platform/errors/index.ts';
import { type BudgetRow, ruleOfRow } from '../../registry/budgets/index.ts';
import { forecastCount } from '../../registry/plans/index.ts';
import { searchIn, viewOf } from '../../registry/record-lists/index.ts';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { warningsAbout } from './warnings.ts';
import { type CountRow, lastWindows, selectCounts, selectPresentCounts, selectTimeZone, useOf } from './windows.ts';

interface ShownRow extends BudgetRow {
  raised_note: string | null;
  created_at: Date;
  updated_at: Date;
}

const BUDGET_VIEW = viewOf<ShownRow>({
  noun: 'budget',
  table: 'svc.budgets',
  alias: 'b',
  columns: `b.id, b.name, b.spec, b.series, b.since, b.raised_window, b.raised_amount, b.raised_note, b.created_at,
    b.updated_at`,
  joins: '',
  sorts: {},
});

interface Present {
  timeZone: string;
  nowMs: number;
  counts: ReadonlyMap<string, CountRow>;
}

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listBudgets(reads: Reads, reader: Reader, query: BudgetListQuery): Promise<BudgetList> {
  const filters: Condition[] = [[query.q, searchIn(`concat_ws(' ', b.name, b.spec ->> 'description')`, 'b.id')]];
  const sandbox = query.sandbox === 'true';
  const beside = (transaction: Transaction) => selectPresent(transaction, reader.organizationId, sandbox);
  return (await BUDGET_VIEW.listBeside(reads, reader, query, { filters, sandbox }, itemOf, beside)).list;
}

async function selectPresent(transaction: Transaction, organizationId: string, sandbox: boolean): Promise<Present> {
  const timeZone = await selectTimeZone(transaction, organizationId);
  const counts = await selectPresentCounts(transaction, organizationId, sandbox, timeZone);
  return { timeZone, nowMs: transaction.clock.nowMs(), counts };
}

function itemOf(row: ShownRow, { timeZone, nowMs, counts }: Present): BudgetItem {
  const rule = ruleOfRow(row);
  const window = windowOf(nowMs, rule.spec.window, timeZone);
  const count = counts.get(row.id);
  const use = useOf(rule, window, count);
  const forecast = forecastCount(use.used, window, rule.sinceMs, nowMs);
  return {
    ...storedBudgetOf(rule, row.updated_at),
    createdAt: row.created_at.toISOString(),
    current: { ...use, counts: count?.counts ?? 0, forecast },
  };
}

export function storedBudgetOf({ id, spec }: BudgetRule, updatedAt: Date): StoredBudget {
  return { id, ...normalizeBudget(spec), updatedAt: updatedAt.toISOString() };
}

/** @throws ApiError 404 */
export async function showBudget(
  transaction: Transaction,
  organizationId: string,
  id: string,
  sandbox = false,
): Promise<BudgetDetail> {
  const row = await BUDGET_VIEW.row(transaction, organizationId, id, sandbox);
  const rule = ruleOfRow(row);
  const present = await selectPresent(transaction, organizationId, sandbox);
  const { raised_note: note } = row;
  const { raised } = rule;
  return {
    ...itemOf(row, present),
    raised: raised && { window: new Date(raised.windowStartMs).toISOString(), amount: raised.amount, note },
    warnings: await warningsAbout(transaction, organizationId, [rule.spec], () => ''),
  };
}

/** @throws ApiError 404 */
export async function readBudget(
  pool: pg.Pool,
  organizationId: string,
  id: string,
  sandbox: boolean,
): Promise<BudgetDetail> {
  return await inTransaction(pool, [organizationId], (transaction) =>
    showBudget(transaction, organizationId, id, sandbox),
  );
}

const WINDOWS_DEFAULT = 30;

/** @param windows as it stands in the query @throws ApiError 400, 404, 429 when too much is read at once */
export async function readBudgetUsage(
  reads: Reads,
  reader: Reader,
  id: string,
  { windows: asked, sandbox }: { windows: string | undefined; sandbox: boolean },
): Promise<BudgetUsage> {
  const count = asked === undefined ? WINDOWS_DEFAULT : Number(/^\d{1,2}$/.exec(asked)?.[0]);
  if (!(count >= 1 && count <= BUDGET_WINDOWS_SHOWN_MAX)) {
    throw invalid('windows', `must be a whole number from 1 to ${BUDGET_WINDOWS_SHOWN_MAX}`);
  }
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const rule = ruleOfRow(await BUDGET_VIEW.row(transaction, organizationId, id));
      const timeZone = await selectTimeZone(transaction, organizationId);
      const windows = lastWindows(rule, count, timeZone, transaction.clock.nowMs());
      const rows = await selectCounts(transaction, organizationId, { id: rule.id, sandbox, windows });
      return { windows: windows.flatMap((window) => usesOf(rule, window, rows)) };
    }),
  );
}

/** A window that counted nothing has one use of 0 where there is one count in all. */
function usesOf(rule: BudgetRule, window: ReturnType<typeof lastWindows>[number], rows: readonly CountRow[]) {
  if (window.endMs <= rule.sinceMs) return [];
  const found = rows.filter(({ start }) => start.getTime() === window.startMs);
  if (found.length === 0) return rule.spec.per === 'ORGANIZATION' ? [useOf(rule, window, undefined)] : [];
  return found.map((row) => useOf(rule, window, row));
}
