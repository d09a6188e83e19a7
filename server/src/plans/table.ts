/** The plans as a table: how many agents, events a month and days of retention each includes. */
import type { PlanName } from '@svc/contract';

interface PlanLimits {
  /** null: set by contract, not by the plan. */
  agents: number | null;
  eventsPerMonth: number | null;
  retentionDays: number | null;
}

export const PLAN_LIMITS: Record<PlanName, PlanLimits> = {
  DEVELOPER: { agents: 2, eventsPerMonth: 10_000, retentionDays: 7 },
  TEAM: { agents: 10, eventsPerMonth: 250_000, retentionDays: 30 },
  BUSINESS: { agents: 50, eventsPerMonth: 2_000_000, retentionDays: 365 },
  ENTERPRISE: { agents: null, eventsPerMonth: null, retentionDays: null },
};
