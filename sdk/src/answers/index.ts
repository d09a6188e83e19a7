// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of answers: the contract's fields are checked, and all others are optional. It refuses to know how
 * an answer came and what a program does with it.
 */
export { readBudgetApply, readBudgetList } from './budgets.ts';
export {
  checkFields,
  type Fields,
  isCount,
  isFlag,
  isObject,
  isText,
  isTexts,
  notThe,
  oneOf,
  orNull,
} from './fields.ts';
export {
  readPolicyAnalysis,
  readPolicyApply,
  readPolicyList,
  readPolicyProve,
  readPolicyTest,
} from './policies.ts';
