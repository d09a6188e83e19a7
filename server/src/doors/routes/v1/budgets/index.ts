// SPDX-License-Identifier: Apache-2.0
/** The routes of budgets. */
import type { BudgetApplyRequest } from '@svc/contract';
import { applyBudgetsAs, listBudgetsAs } from '../../../../decisions/machine-api/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import type { V1Handlers } from '../register.ts';

export const BUDGETS_ROUTES = {
  /** GET /v1/budgets: list budgets. */
  listBudgets: async (deps, _request, access) => await listBudgetsAs(deps, access),

  /** POST /v1/budgets/apply: bring the budgets to the payload. */
  applyBudgets: async (deps, { body }, access, reply) =>
    await applyBudgetsAs(deps, access, body as BudgetApplyRequest, goneSignal(reply)),
} satisfies Partial<V1Handlers>;
