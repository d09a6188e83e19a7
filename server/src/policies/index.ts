/**
 * Owns the stored policy set of an organization: its versions and revisions, applying a file of policies, listing and
 * testing them. Refuses to know how a policy decides.
 */
export { applyPolicies } from './apply-policies.ts';
export { listPolicies } from './listing.ts';
export { changedFields, type StoredChange, storeChanges } from './store-changes.ts';
export { testPolicies } from './test-policies.ts';
