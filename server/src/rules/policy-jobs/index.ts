// SPDX-License-Identifier: Apache-2.0
/**
 * Owns long computations about sets of policies, in threads of their own: checking, testing and exporting them. It
 * refuses to know what is stored.
 */

export type { Checked } from './check-job.ts';
export { namedAgents, warningsAboutAgents } from './condition-agents.ts';
export { conditionsOf } from './conditions-of.ts';
export { fewApprovers } from './few-approvers.ts';
export { listPolicies } from './listing.ts';
export { createPolicyThreads, type PolicyThreads } from './policy-threads.ts';
export { readPolicy } from './read-policy.ts';
export { placeholderId, type TestResult } from './test-job.ts';
