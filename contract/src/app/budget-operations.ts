// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for budgets. */
import { BudgetImpactSchema } from '../budgets.ts';
import {
  BudgetChangeSchema,
  BudgetCreationSchema,
  BudgetDetailSchema,
  BudgetImpactRequestSchema,
  BudgetListQuerySchema,
  BudgetListSchema,
  BudgetRaiseSchema,
  BudgetReadQuerySchema,
  BudgetUsageQuerySchema,
  BudgetUsageSchema,
} from './budgets.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const BUDGET_OPERATIONS = {
  listBudgets: {
    method: 'GET',
    path: '/budgets',
    who: EVERY_MEMBER,
    query: BudgetListQuerySchema,
    body: null,
    success: { status: 200, body: BudgetListSchema },
  },
  createBudget: {
    method: 'POST',
    path: '/budgets',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: BudgetCreationSchema,
    success: { status: 201, body: BudgetDetailSchema },
  },
  impactOfBudget: {
    method: 'POST',
    path: '/budgets/impact',
    who: EVERY_MEMBER,
    onlyAsks: true,
    query: null,
    body: BudgetImpactRequestSchema,
    success: { status: 200, body: BudgetImpactSchema },
  },
  readBudget: {
    method: 'GET',
    path: '/budgets/{id}',
    who: EVERY_MEMBER,
    query: BudgetReadQuerySchema,
    body: null,
    success: { status: 200, body: BudgetDetailSchema },
  },
  updateBudget: {
    method: 'PATCH',
    path: '/budgets/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: BudgetChangeSchema,
    success: { status: 200, body: BudgetDetailSchema },
  },
  deleteBudget: {
    method: 'DELETE',
    path: '/budgets/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  readBudgetUsage: {
    method: 'GET',
    path: '/budgets/{id}/usage',
    who: EVERY_MEMBER,
    query: BudgetUsageQuerySchema,
    body: null,
    success: { status: 200, body: BudgetUsageSchema },
  },
  raiseBudget: {
    method: 'POST',
    path: '/budgets/{id}/raise',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: BudgetRaiseSchema,
    success: { status: 200, body: BudgetDetailSchema },
  },
} as const satisfies Record<string, AppOperation>;
