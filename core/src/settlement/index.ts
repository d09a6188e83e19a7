// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the last step of a decision: grants first, then budgets, which only tighten an ALLOW. It is pure: counts are
 * passed in, and the changes of them handed back. It refuses to know where they are kept.
 */
export { caseSettler, testBudget } from './of-case.ts';
export {
  countersOf,
  type Settled,
  type SettledApproval,
  type Spend,
  type Standing,
  settle,
  settleApproval,
  settleOutcome,
  standingOf,
} from './settle.ts';
