// SPDX-License-Identifier: Apache-2.0
/** Answers about budgets, read as those about policies are. */
import type { BudgetApplyResponse, BudgetListResponse } from '../wire-budgets.ts';
import { checkFields, isCount, isFlag, isText, listOf, objectOf } from './fields.ts';
import { readStored } from './policies.ts';

const FIELDS = {
  ...{ name: isText, action: isText, measure: isText, limit: isCount },
  ...{ window: isText, per: isText, onExceed: isText },
};

/** @throws UnexpectedAnswerError naming the field that violates the contract */
export function readBudgetList(body: unknown): BudgetListResponse {
  const what = 'list of budgets';
  const { budgets } = checkFields(what, body, { budgets: Array.isArray });
  const read = (budgets as unknown[]).map((budget, index) => readStored(what, budget, FIELDS, `budgets[${index}].`));
  return { ...(body as BudgetListResponse), budgets: read as unknown as BudgetListResponse['budgets'] };
}

/** @throws UnexpectedAnswerError as above */
export function readBudgetApply(body: unknown): BudgetApplyResponse {
  const isChange = objectOf({ name: isText, op: isText });
  const fields = checkFields('plan of budgets', body, { dryRun: isFlag, changes: listOf(isChange) });
  const { warnings, impact, ...others } = fields;
  const isWarning = objectOf({ path: isText, message: isText });
  return {
    ...others,
    warnings: listOf(isWarning)(warnings) ? warnings : [],
    ...(isImpact(impact) && { impact }),
  } as unknown as BudgetApplyResponse;
}

const isImpact = objectOf({
  ...{ days: isCount, from: isText, to: isText, complete: isFlag, events: isCount },
  budgets: listOf(objectOf({ name: isText, stopped: isCount, counts: isCount, fullCounts: isCount })),
});
