// SPDX-License-Identifier: Apache-2.0
/**
 * Owns policies as people read and change them, one at a time: lists, test cases that stay with a policy, and earlier
 * versions brought back. It refuses to know how a set is stored.
 */
export { checkForPeople } from './check-for-people.ts';
export { exportPolicies, exportPolicy } from './export-policies.ts';
export { createPolicyHits, type PolicyHitsReader } from './hits.ts';
export { listPoliciesForPeople, POLICY_MARK } from './list-for-people.ts';
export { policyOf, readPolicyForPeople } from './read-for-people.ts';
export { readSetInSteps, restorePolicyVersion } from './restore-version.ts';
export { createPolicy, deletePolicy, updatePolicy } from './save-policy.ts';
