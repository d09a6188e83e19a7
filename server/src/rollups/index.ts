/**
 * Owns the hourly counts of decisions: counting recorded events, the sums that lists and the overview read, and the end
 * of old sums. Refuses to know how decisions are made, and what agents and policies are called now.
 */
export { countDecisions } from './count-decisions.ts';
export { countAllDecisions, type EveryOrganization, forgetOldSums } from './every-organization.ts';
export {
  readTotalsByAgent,
  readTotalsByPolicy,
  readTotalsByResource,
} from './totals.ts';
