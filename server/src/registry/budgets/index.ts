// SPDX-License-Identifier: Apache-2.0
/**
 * Owns budgets: their rows, their rules and their audit entries. It refuses to know decisions, and who counts.
 */
export {
  BUDGET,
  BUDGET_WORDS,
  type BudgetValues,
  budgetChanges,
  budgetValues,
  faultsOf,
  planBudgets,
  specOf,
} from './kind.ts';
export { looserBudget } from './looser-budget.ts';
export {
  type BudgetRow,
  removeBudget,
  ruleOfRow,
  selectBudgetRows,
  selectBudgets,
  selectBudgetsByName,
  valuesOfRule,
  writeBudgets,
  writeRaise,
} from './rows.ts';
