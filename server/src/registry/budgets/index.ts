// SPDX-License-Identifier: Apache-2.0
/**
 * Owns budgets: their rows, their rules and their audit entries. It refuses to know decisions, and who counts.
 */
export { selectBudgets } from './rows.ts';
