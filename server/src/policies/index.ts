/**
 * Owns the stored policy set of an organization: its versions and revisions, applying a file of policies, listing and
 * testing them, and the audit entries of a change. Refuses to know how a policy decides.
 */
export { applyPolicies } from './apply-policies.ts';
export { listPolicies } from './listing.ts';
export { planPolicies } from './plan-policies.ts';
export { storeChanges } from './store-changes.ts';
export { selectPolicies } from './stored-policies.ts';
export { testPolicies } from './test-policies.ts';
