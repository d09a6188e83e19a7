// SPDX-License-Identifier: Apache-2.0
/** The plans as a table: the price, and how many agents, events a month and days of retention each includes. */
import type { PlanName } from '@svc/contract';

interface PlanTerms {
  /** In whole US dollars a month, in advance, without taxes; null: quoted. */
  priceUsd: number | null;
  /** null: set by contract, not by the plan. */
  agents: number | null;
  eventsPerMonth: number | null;
  retentionDays: number | null;
}

export const PLAN_TABLE: Record<PlanName, PlanTerms> = {
  DEVELOPER: { priceUsd: 0, agents: 2, eventsPerMonth: 10_000, retentionDays: 7 },
  TEAM: { priceUsd: 99, agents: 10, eventsPerMonth: 250_000, retentionDays: 30 },
  BUSINESS: { priceUsd: 499, agents: 50, eventsPerMonth: 2_000_000, retentionDays: 365 },
  ENTERPRISE: { priceUsd: null, agents: null, eventsPerMonth: null, retentionDays: null },
};
