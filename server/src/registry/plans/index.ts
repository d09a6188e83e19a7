// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the plans: their prices, and the limits of agents, events a month and days of retention. An organization's
 * contract values override the plan's. It refuses to know how agents are made and events are counted.
 */
export { checkAgentCount, checkWebhookCount, freeAgents } from './allowed-counts.ts';
export { forecastCount, forecastEvents } from './forecast.ts';
export { type Limits, limitsOf, limitsOfRow, type PlanRow, selectPlan } from './limits.ts';
export { isOverQuota, sharesReached } from './quota.ts';
export { isExpiryRetained, retentionStart } from './retention.ts';
export { PLAN_TABLE } from './table.ts';
