// SPDX-License-Identifier: Apache-2.0
/** The parts of a budget's change that let more through. */
import type { LooserRecord } from '@svc/contract';
import { approvalsOf, isLooserIn } from '@svc/core/approvals';
import { approversFrom, approversOf } from '@svc/core/approvers';
import { fieldsThatDiffer } from '../records/index.ts';
import type { BudgetValues } from './kind.ts';

interface Changed {
  before: BudgetValues | null;
  after: BudgetValues | null;
}

/** Only a budget that decides holds anything back. Another count, or other acts, may be fewer: each counts. */
export function looserBudget({ before, after }: Changed): LooserRecord[] {
  if (before === null || !before.enabled || before.mode === 'MONITOR') return [];
  const of = { type: 'budget', name: before.name } as const;
  if (after === null) return [{ ...of, field: 'deleted', before: { limit: before.limit }, after: null }];
  const fields = fieldsThatDiffer(before, after) as (keyof BudgetValues)[];
  return fields
    .filter((field) => !NEVER_LOOSER.has(field) && !isStricter(field, before, after))
    .map((field) => ({ ...of, field, before: before[field], after: after[field] }));
}

const NEVER_LOOSER: ReadonlySet<keyof BudgetValues> = new Set(['name', 'description', 'series', 'since']);

function isStricter(field: keyof BudgetValues, before: BudgetValues, after: BudgetValues): boolean {
  if (field === 'limit') return after.limit < before.limit;
  if (field === 'onExceed') return after.onExceed === 'BLOCK';
  if (field === 'approverRoles' || field === 'approverGroups') {
    const approvers = approversIn(before);
    return approversIn(after).every((approver) => approvers.includes(approver));
  }
  if (field !== 'approvals') return false;
  // A block asks for no review, so its approvals say nothing.
  return after.onExceed === 'BLOCK' || !isLooserIn(approvalsIn(before), approvalsIn(after));
}

const approversIn = ({ approverRoles, approverGroups }: BudgetValues) =>
  approversOf(approversFrom(approverRoles, approverGroups ?? []));

const approvalsIn = ({ approvals }: BudgetValues) => approvalsOf(approvals ?? undefined);
