// SPDX-License-Identifier: Apache-2.0
/** The organization as an analysis sees it. */
import { budgetPolicies } from '@svc/core/budgets';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';

export function worldOf({ agentsById, resourcesById, settings, budgets }: OrganizationSnapshot) {
  const { timeZone, enforcement, riskReviewAt, riskBlockAt } = settings;
  return {
    agents: [...agentsById.values()].map(({ id, name, status, permissions }) => ({ id, name, status, permissions })),
    resources: [...resourcesById.values()],
    settings: { timeZone, enforcement, riskReviewAt, riskBlockAt },
    budgets: budgetPolicies(budgets.byId.values()),
  };
}
