// SPDX-License-Identifier: Apache-2.0
/** GET /public/plans: the contents of each plan. Prices are not part of it. */
import { PLANS, PlansResponseSchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { PLAN_TABLE } from '../../../../registry/plans/index.ts';

export function registerPlans(app: FastifyInstance): void {
  const answer = {
    plans: PLANS.map((name) => {
      const { priceUsd: _, ...limits } = PLAN_TABLE[name];
      return { name, ...limits };
    }),
  };
  app.get('/public/plans', { schema: { response: { 200: PlansResponseSchema } } }, async () => answer);
}
