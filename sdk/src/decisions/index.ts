/**
 * Owns what a decision is to a program that acts on it: what counts as one, what stands in for it in an outage, waiting
 * for a person, and running a function only when it is allowed. It refuses to know how requests travel.
 */
import type { Decision } from '../wire.ts';

export { type FailMode, fallbackDecision } from './fallback.ts';
export { readDecision, readHttpGatewayDecision, readMcpGatewayDecision } from './read-decision.ts';
export { type WaitOptions, waitForDecision } from './wait.ts';

/** A decision that the service made. */
export type Answered<Of extends Decision> = Of & { degraded: false };

/** What stands in for a decision while the service cannot be reached. It was recorded nowhere and cannot be fetched. */
export type Fallback<Of extends Decision> = Omit<Of, 'id' | 'gateway'> & {
  id: null;
  degraded: true;
} & ('gateway' extends keyof Of ? { gateway: null } : unknown);

/** Act on `finalDecision`; `degraded` tells the two apart. */
export type MaybeDegraded<Of extends Decision> = Answered<Of> | Fallback<Of>;
