/**
 * Owns policies: compiling and evaluating them, explaining a match, checks beyond the schema, and planning an apply. It
 * refuses to know permissions, risk thresholds and the consequences of an outcome, which belong to the verdict.
 */
export { checkPolicies, checkPolicy, type PolicyCheck, type PolicyFinding } from './check.ts';
export {
  type CompiledPolicies,
  compilePolicies,
  evaluatePolicies,
  type IdentifiedPolicy,
  type MatchedPolicy,
  NO_POLICY_MATCHES,
  type PolicyOutcome,
} from './compile.ts';
export { explainPolicy, type FieldTrace, type PolicyTrace, TRACE_FIELDS_MAX } from './explain.ts';
export type { PolicyFacts } from './facts.ts';
export { isSamePolicy, type NormalizedPolicy, normalizePolicy } from './normalize.ts';
export { type PolicyChange, planChanges } from './plan.ts';
