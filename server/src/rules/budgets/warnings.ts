// SPDX-License-Identifier: Apache-2.0
/** Warnings about budgets: conditions that never match, agents that are not there, and too few approvers. */
import type { BudgetSpec, BudgetWarning } from '@svc/contract';
import { checkBudget } from '@svc/core/budgets';
import { selectAuthorities } from '../../people/memberships/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { fewApprovers, warningsAboutAgents } from '../policy-jobs/index.ts';

/** @param pathOf the path of each budget, with its dot */
export async function warningsAbout(
  transaction: Transaction,
  organizationId: string,
  budgets: readonly BudgetSpec[],
  pathOf: (place: number) => string,
): Promise<BudgetWarning[]> {
  const agentIds = await transaction.query<{ id: string }>(SELECT_AGENT_IDS, [organizationId]);
  const known = new Set(agentIds.map(({ id }) => id));
  const found = budgets.flatMap((budget, place): BudgetWarning[] => [
    ...checkBudget(budget, pathOf(place)).warnings,
    ...warningsAboutAgents(budget, known).map((warning) => ({ ...warning, path: `${pathOf(place)}${warning.path}` })),
  ]);
  const few = await fewApprovers(budgets, pathOf, () => selectAuthorities(transaction, organizationId));
  return [...found, ...few];
}

const SELECT_AGENT_IDS = 'SELECT id FROM svc.agents WHERE organization_id = $1';
