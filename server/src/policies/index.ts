/**
 * Owns the policy set of an organization: its versions and revisions, applying and testing policies, and what the audit
 * chain says of a change. It refuses to know routes and files.
 */
export { planPolicies } from './plan-policies.ts';
export { storeChanges } from './store-changes.ts';
export { selectPolicies } from './stored-policies.ts';
