// SPDX-License-Identifier: Apache-2.0
/**
 * Owns policies: compiling and evaluating them, explaining a match, checks beyond the schema, and planning an apply. It
 * refuses to know permissions, risk thresholds and the consequences of an outcome, which belong to the verdict.
 */
export {
  checkPolicies,
  checkPolicy,
  conditionFault,
  type PolicyCheck,
  type PolicyFinding,
  type PolicyWarningFinding,
} from './check.ts';
export { claimFaults } from './check-claim.ts';
export { type IdentifiedPolicy, type MatchedPolicy, NO_POLICY_MATCHES, type PolicyOutcome } from './compile.ts';
export { holdsFieldsOfApiOnly, policyDocument } from './document.ts';
export { explainPolicy, type FieldTrace, type PolicyTrace, TRACE_FIELDS_MAX } from './explain.ts';
export type { PolicyFacts } from './facts.ts';
export { isSamePolicy, type NormalizedPolicy, normalizePolicy } from './normalize.ts';
export { type PolicyChange, planChanges } from './plan.ts';
export {
  atOnce,
  type CompiledPolicies,
  compileInSteps,
  compilePolicies,
  evaluateInSteps,
  evaluatePolicies,
  PART_WEIGHT_MAX,
  type Steps,
} from './policy-set.ts';
