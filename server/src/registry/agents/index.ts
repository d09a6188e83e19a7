// SPDX-License-Identifier: Apache-2.0
/**
 * Owns agents: their rows, their rules, their audit entries, and what people see of them. It refuses to know its
 * callers: a file and the app's routes call the same functions.
 */
export { changeAgentStatus, createAgent, deleteAgent, updateAgent } from './change-agent.ts';
export { AGENT, agentChanges, agentsPastPlan, looserAgent } from './kind.ts';
export { isPermittedResource } from './permissions.ts';
export { listAgents, readAgent } from './read-agents.ts';
export { eraseReasons } from './reasons.ts';
export { BY_FILE, writeAgents } from './rows.ts';
