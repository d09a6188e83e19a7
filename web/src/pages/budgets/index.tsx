// SPDX-License-Identifier: Apache-2.0
/** The budgets: what each counts, and how full it is. */
import type { BudgetItem } from '@svc/contract';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useColumns } from './columns.tsx';
import { BudgetDrawer } from './drawer.tsx';
import { budgetsWords } from './words.ts';

const BudgetDialog = lazy(() => import('./budget-dialog.tsx'));

export function BudgetsPage() {
  const words = useWords(budgetsWords);
  return (
    <RecordsPage<'listBudgets', BudgetItem>
      help="budgets"
      id="listBudgets"
      words={words}
      adding={{
        operation: 'createBudget',
        name: words.create,
        dialog: (close: () => void) => <BudgetDialog budget={null} onClose={close} />,
      }}
      code="svc budgets apply"
      columns={useColumns()}
      drawer={(opened) => <BudgetDrawer opened={opened} />}
    />
  );
}
