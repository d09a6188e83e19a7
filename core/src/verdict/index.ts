/**
 * Owns what an event comes to: the permission of the agent, which policy or threshold decides, monitor mode, and what a
 * review makes of it later. It refuses to know how policies match and how risk is scored.
 */
export { conclude, type Verdict, type VerdictInput, type VerdictSettings } from './conclude.ts';
export { type Agent, type Permission, permissionRefusal, type Resource } from './permission.ts';
export { approversOf, canResolve, finalDecisionOf, type ReviewState, reviewStatusAt } from './review.ts';
