// SPDX-License-Identifier: Apache-2.0
/** The routes of budgets. */
import type {
  BudgetChange,
  BudgetCreation,
  BudgetImpactRequest,
  BudgetListQuery,
  BudgetRaise,
  BudgetReadQuery,
  BudgetUsageQuery,
} from '@svc/contract';
import {
  checkProposedBudget,
  createBudget,
  deleteBudget,
  listBudgets,
  raiseBudget,
  readBudget,
  readBudgetUsage,
  updateBudget,
} from '../../../../rules/budgets/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';

export const APP_BUDGETS_ROUTES = {
  /** POST /budgets: make a budget. It only tightens, so it never waits. */
  createBudget: async ({ pool }, request, person, reply) => {
    const made = await createBudget(pool, changerOf(person), request.body as BudgetCreation);
    return await reply.code(201).send(made);
  },

  /** DELETE /budgets/{id}: delete a budget and its counts. */
  deleteBudget: async ({ pool }, request, person, reply) => {
    const id = uuidParameter(request, 'id');
    await deleteBudget(pool, heldChangerOf(person, 'deleteBudget', {}, id), id);
    return await reply.code(204).send();
  },

  /** POST /budgets/impact: what a budget would have stopped in so many days. Records nothing. */
  impactOfBudget: async ({ impacts, snapshots }, request, { organization }, reply) => {
    const { budget, days } = request.body as BudgetImpactRequest;
    checkProposedBudget(budget);
    return await snapshots.underCurrentRules(organization.id, (snapshot) =>
      impacts.ofBudgets(snapshot, { specs: [budget], days }, goneSignal(reply)),
    );
  },

  /** GET /budgets: list budgets with the use of their present windows. */
  listBudgets: async ({ reads }, request, person) =>
    await listBudgets(reads, readerOf(person), request.query as BudgetListQuery),

  /** POST /budgets/{id}/raise: more room in the present window. */
  raiseBudget: async ({ pool }, request, person) => {
    const [id, raise] = [uuidParameter(request, 'id'), request.body as BudgetRaise];
    return await raiseBudget(pool, heldChangerOf(person, 'raiseBudget', raise, id), id, raise);
  },

  /** GET /budgets/{id}: a budget. */
  readBudget: async ({ pool }, request, { organization }) => {
    const { sandbox } = request.query as BudgetReadQuery;
    return await readBudget(pool, organization.id, uuidParameter(request, 'id'), sandbox === 'true');
  },

  /** GET /budgets/{id}/usage: the counts of its last windows. */
  readBudgetUsage: async ({ reads }, request, person) => {
    const { windows, sandbox } = request.query as BudgetUsageQuery;
    const asked = { windows, sandbox: sandbox === 'true' };
    return await readBudgetUsage(reads, readerOf(person), uuidParameter(request, 'id'), asked);
  },

  /** PATCH /budgets/{id}: change a budget. */
  updateBudget: async ({ pool }, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as BudgetChange];
    return await updateBudget(pool, heldChangerOf(person, 'updateBudget', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
