// SPDX-License-Identifier: Apache-2.0
/** The rows of budgets. */
import type { BudgetSpec } from '@svc/contract';
import type { BudgetRule } from '@svc/core/budgets';
import type { Transaction } from '../../storage/db/index.ts';

/** All budgets of an organization, disabled ones too. */
export async function selectBudgets(transaction: Transaction, organizationId: string): Promise<BudgetRule[]> {
  const rows = await transaction.query<BudgetRow>(SELECT_BUDGETS, [organizationId]);
  return rows.map(({ id, name, spec, series, since, raised_window: window, raised_amount: amount }) => ({
    id,
    spec: { ...spec, name },
    series,
    sinceMs: since.getTime(),
    raised: window === null || amount === null ? null : { windowStartMs: window.getTime(), amount },
  }));
}

interface BudgetRow {
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
  SELECT id, name, spec, series, since, raised_window, raised_amount FROM svc.budgets WHERE organization_id = $1`;
