// SPDX-License-Identifier: Apache-2.0
/**
 * Owns decisions from a program's view: their checks, the fallback in an outage, waiting for a person, and redeeming
 * and running allowed functions. It refuses to know how requests travel.
 */

export type { Answered, Fallback, MaybeDegraded } from './answered.ts';
export { type FailMode, fallbackDecision } from './fallback.ts';
export {
  readDecision,
  readHttpGatewayDecision,
  readMcpGatewayDecision,
  readRedeemedDecision,
} from './read-decision.ts';
export { type CountRecords, FAILURE, redeemToRun, runReported, successOf, tell } from './run.ts';
export { type WaitOptions, waitForDecision } from './wait.ts';
