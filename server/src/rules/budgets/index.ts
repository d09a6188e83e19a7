// SPDX-License-Identifier: Apache-2.0
/**
 * Owns changes of budgets by people and by keys, and how both see them. Refuses to know how an act is counted, and who
 * has to agree to a change.
 */
export { applyBudgets, listBudgetsForKeys } from './apply-budgets.ts';
export { checkProposedBudget, createBudget, deleteBudget, raiseBudget, updateBudget } from './change-budget.ts';
export { listBudgets, readBudget, readBudgetUsage } from './read-budgets.ts';
