/**
 * Owns what a decision is to a program that acts on it: what counts as one, what stands in for it in an outage, waiting
 * for a person, and running a function only when it is allowed. It refuses to know how requests travel.
 */

export type { Answered, Fallback, MaybeDegraded } from './answered.ts';
export { type FailMode, fallbackDecision } from './fallback.ts';
export { readDecision, readHttpGatewayDecision, readMcpGatewayDecision } from './read-decision.ts';
export { type WaitOptions, waitForDecision } from './wait.ts';
