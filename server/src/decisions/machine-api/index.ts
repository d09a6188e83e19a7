// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the operations of the machine API as functions of a caller and a body: routes and MCP tools call the same ones.
 * Refuses to know HTTP and MCP, and how an operation does its work.
 */

export { analysePoliciesAs } from './analyse-policies.ts';
export { applyPoliciesAs } from './apply-policies.ts';
export { applyBudgetsAs, listBudgetsAs } from './budgets.ts';
export { decideEventAs } from './decide-event.ts';
export type { MachineApiDeps } from './deps.ts';
export { listPoliciesAs } from './list-policies.ts';
export { provePoliciesAs } from './prove-policies.ts';
export { readEventAs } from './read-event.ts';
export { scanContentAs } from './scan-content.ts';
export { testPoliciesAs } from './test-policies.ts';
export { applyToolRulesAs, listToolRulesAs } from './tool-rules.ts';
