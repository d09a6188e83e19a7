// SPDX-License-Identifier: Apache-2.0
/** Reads a budget: the contract's schema checks its shape, the rules of budgets the rest. */
import { type BudgetInput, BudgetSchema, type BudgetSpec } from '@svc/contract';
import { checkBudget } from '@svc/core/budgets';
import { checkedReader, type SpecEntry } from './checked-spec.ts';
import type { Reader, Report } from './reader.ts';

export type BudgetEntry = SpecEntry<BudgetSpec>;

/** @param warn receives valid but probably unintended values */
export function budgetReader(warn: Report): Reader<BudgetEntry> {
  return checkedReader<BudgetInput>(BudgetSchema, (spec) => checkBudget(spec, ''), warn);
}
