// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the stored policy set of an organization: its revisions, changes with their audit entries, test cases that stay
 * with a policy, and proposed sets. Refuses to know how a policy decides.
 */
export { applyPolicies } from './apply-policies.ts';
export { faultless } from './check-policies.ts';
export type { AskedChange, Guarded, PolicyGuard } from './guard.ts';
export { alikeName } from './names.ts';
export { noSuchPolicy } from './no-such-policy.ts';
export { appliedPolicies, planPolicies } from './plan-policies.ts';
export { casesShown, isSameCases, type KeptCases, keptForm, selectCases, writeCases } from './policy-cases.ts';
export { type PreparedChange, prepareChange, type StoredChange } from './prepare-change.ts';
export { appliedSet, checkProposedSet, type Proposal, proposedSet } from './proposal.ts';
export { storeChanges, storePrepared, storeResolved } from './store-changes.ts';
export { selectPastPolicyNames, selectPolicies } from './stored-policies.ts';
export { named, testPolicies, testPoliciesForPeople } from './test-policies.ts';
