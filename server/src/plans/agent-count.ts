/** The allowed number of agents. Existing agents stay, however many there are: only new ones are refused. */
import type { PlanName } from '@svc/contract';
import { ApiError } from '../errors/index.ts';
import type { Limits } from './limits.ts';

/** The number of further agents that are allowed. */
export function freeAgents({ agentsMax }: Pick<Limits, 'agentsMax'>, agentCount: number): number {
  return agentsMax === null ? Number.POSITIVE_INFINITY : Math.max(0, agentsMax - agentCount);
}

const CHANGE_PLAN_COMMAND = 'svc-server organization plan NAME PLAN';

/**
 * Exact only under the lock of the organization's head, where no other transaction makes an agent.
 * @param agentCount existing agents, without the new one
 * @param isOfOperator the operator alone changes the plan, and the refusal says how
 * @throws ApiError 403 `plan_limit`
 */
export function checkAgentCount(plan: PlanName, limits: Limits, agentCount: number, isOfOperator = false): void {
  if (freeAgents(limits, agentCount) > 0) return;
  const counts = `The plan ${plan} allows ${limits.agentsMax} agents, and the organization has ${agentCount}.`;
  const message = isOfOperator ? `${counts} The operator changes the plan: ${CHANGE_PLAN_COMMAND}` : counts;
  throw new ApiError('plan_limit', { message });
}
