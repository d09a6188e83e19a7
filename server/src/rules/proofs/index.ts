// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what is proved about a set of policies, in threads of their own: claims, differences, access and policies that
 * never decide. Each answer is checked by the decision path. It refuses to know how a policy decides.
 */
export { accessOfAgent } from './access-of-agent.ts';
export { analysePolicies } from './analyse-policies.ts';
export { comparePolicies, refuseLooser } from './compare-policies.ts';
export { compareHere, compareProposal, compareSet } from './compare-proposal.ts';
export { type GuardedChange, type GuardJob, guardClaims } from './guard-job.ts';
export { createProofThreads, type Proofs, type ProofThreads } from './proof-threads.ts';
export { type FaultLog, provePolicies } from './prove-policies.ts';
export { shadowOf } from './shadow-of.ts';
export { waysOutOf } from './ways-out-of.ts';
export { worldOf } from './world.ts';
