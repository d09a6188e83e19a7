// SPDX-License-Identifier: Apache-2.0
/** Checks of a budget beyond its schema: errors that refuse it, and warnings about probable mistakes. */
import type { BudgetSpec, BudgetWarning } from '@svc/contract';
import { checkPolicy, type PolicyFinding } from '../policy/index.ts';

interface BudgetCheck {
  readonly errors: readonly PolicyFinding[];
  /** Empty when there are errors. */
  readonly warnings: readonly BudgetWarning[];
}

/** Checks one budget that passed its schema. @param path put before every answered path, with its dot */
export function checkBudget(budget: BudgetSpec, path: string): BudgetCheck {
  const { name, action, resource = null, condition, onExceed, approvals } = budget;
  const matched = {
    ...{ name, action, resource, decision: onExceed },
    ...(condition !== undefined && { condition }),
    ...(approvals !== undefined && { approvals }),
  };
  const { errors, warnings } = checkPolicy(matched, '');
  if (errors.length > 0) return { errors: errors.map((error) => placed(error, path)), warnings: [] };
  const found: BudgetWarning[] = warnings.map(({ code, path: at, message }) =>
    placed({ code, path: at, message: message.replaceAll('policy', 'budget') }, path),
  );
  if (budget.measure === 'RECORDS') found.push({ ...NO_NUMBER, path: `${path}measure` });
  return { errors: [], warnings: found };
}

/** A path of a policy without a name begins with a dot, and is empty for the whole. */
function placed<Finding extends { path: string }>(finding: Finding, path: string): Finding {
  const at = `${path}${finding.path.replace(/^\./, '')}`;
  return { ...finding, path: at.replace(/\.$/, '') };
}

const NO_NUMBER = {
  code: 'NO_NUMBER',
  message: 'An act that leaves `recordsAffected` out has no room here: have agents send it.',
} as const;
