// SPDX-License-Identifier: Apache-2.0
/** The allowed numbers of agents and webhooks. Existing ones stay, whatever their number: only new ones are refused. */
import type { PlanName } from '@svc/contract';
import {
  WEBHOOKS_ON_BUSINESS_MAX,
  WEBHOOKS_ON_DEVELOPER_MAX,
  WEBHOOKS_ON_TEAM_MAX,
  WEBHOOKS_PER_ORGANIZATION_MAX,
} from '@svc/contract/limits';
import { ApiError } from '../../platform/errors/index.ts';
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
  throw overPlan(isOfOperator ? `${counts} The operator changes the plan: ${CHANGE_PLAN_COMMAND}` : counts);
}

function overPlan(message: string): ApiError {
  return new ApiError('plan_limit', { message });
}

/** Every announced decision is a row for each endpoint. */
const WEBHOOKS_OF_PLAN: Record<PlanName, number> = {
  DEVELOPER: WEBHOOKS_ON_DEVELOPER_MAX,
  TEAM: WEBHOOKS_ON_TEAM_MAX,
  BUSINESS: WEBHOOKS_ON_BUSINESS_MAX,
  ENTERPRISE: WEBHOOKS_PER_ORGANIZATION_MAX,
};

/**
 * Exact only under the lock of the organization's head.
 * @param count existing endpoints, without the new one
 * @throws ApiError 403 `plan_limit`
 */
export function checkWebhookCount(plan: PlanName, count: number): void {
  const most = WEBHOOKS_OF_PLAN[plan];
  if (count < most) return;
  throw overPlan(`The plan ${plan} allows ${most} webhooks, and the organization has ${count}; delete one first.`);
}
