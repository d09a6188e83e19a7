// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the pure decision path: permission, findings, risk, policies, verdict. The service, policy tests and simulators
 * all decide through it. It refuses to know requests, rows and the clock.
 */
export { type DecisionInput, type DecisionResult, type DecisionSettings, decide, decideInSteps } from './decide.ts';
export { DECISION_EDITION } from './edition.ts';
export {
  type PolicyTestResult,
  type PolicyTestRun,
  type PolicyTestWorld,
  runPolicyTests,
  type SettledAct,
} from './policy-test.ts';
