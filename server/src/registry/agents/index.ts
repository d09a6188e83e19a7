/**
 * Owns agents: their rows, their rules and their audit entries. It refuses to know its callers: a file and the app's
 * routes call the same functions.
 */
export { createAgent, deleteAgent, updateAgent } from './change-agent.ts';
export { isPermittedResource } from './permissions.ts';
export { agentChanges, agentsPastPlan, planAgents } from './plan-agents.ts';
export { selectAgents, writeAgents } from './rows.ts';
