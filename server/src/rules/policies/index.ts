// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the stored policy set of an organization: its versions and revisions, files of policies, lists and tests, and
 * the audit entries of a change. People change single policies, keep test cases with them, and bring earlier versions
 * back. Claims about a set are proved, or refuted by an event that breaks them. Refuses to know how a policy decides.
 */
export { applyPolicies } from './apply-policies.ts';
export { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow } from './changed-by.ts';
export { checkForPeople } from './check-for-people.ts';
export { namedAgents } from './condition-agents.ts';
export { conditionsOf } from './conditions-of.ts';
export { exportPolicies, exportPolicy } from './export-policies.ts';
export type { AskedChange, Guarded, PolicyGuard } from './guard.ts';
export { createPolicyHits, type PolicyHitsReader } from './hits.ts';
export { listPoliciesForPeople, POLICY_MARK } from './list-for-people.ts';
export { listPolicies } from './listing.ts';
export { erasePolicyNote } from './notes.ts';
export { appliedPolicies, planPolicies } from './plan-policies.ts';
export { createPolicyThreads, type PolicyThreads } from './policy-threads.ts';
export { accessOfAgent } from './proofs/access-of-agent.ts';
export { analysePolicies } from './proofs/analyse-policies.ts';
export { comparePolicies, refuseLooser } from './proofs/compare-policies.ts';
export { compareHere, compareProposal, compareSet } from './proofs/compare-proposal.ts';
export { type GuardedChange, type GuardJob, guardClaims } from './proofs/guard-job.ts';
export { createProofThreads, type Proofs, type ProofThreads } from './proofs/proof-threads.ts';
export { type FaultLog, provePolicies } from './proofs/prove-policies.ts';
export { shadowOf } from './proofs/shadow-of.ts';
export { waysOutOf } from './proofs/ways-out-of.ts';
export { worldOf } from './proofs/world.ts';
export { appliedSet, checkProposedSet, type Proposal, proposedSet } from './proposal.ts';
export { policyOf, readPolicyForPeople } from './read-for-people.ts';
export { restorePolicyVersion } from './restore-version.ts';
export { createPolicy, deletePolicy, updatePolicy } from './save-policy.ts';
export { SET_AT_VERSION, setAtVersion } from './set-at-version.ts';
export { storeChanges } from './store-changes.ts';
export { selectPastPolicyNames, selectPolicies } from './stored-policies.ts';
export { testPolicies, testPoliciesForPeople } from './test-policies.ts';
export { listPolicyVersions, noSuchVersion, POLICY_VERSION_MARK, readPolicyVersion, selectSetAt } from './versions.ts';
