/** GET /public/plans: the contents of each plan. Prices are not part of it. */
import { PLANS, PlansResponseSchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { PLAN_LIMITS } from '../../../plans/index.ts';

export function registerPlans(app: FastifyInstance): void {
  const answer = { plans: PLANS.map((name) => ({ name, ...PLAN_LIMITS[name] })) };
  app.get('/public/plans', { schema: { response: { 200: PlansResponseSchema } } }, async () => answer);
}
