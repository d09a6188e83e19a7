// SPDX-License-Identifier: Apache-2.0
/** GET /me/reviews: how many reviews wait for the person, in each of their organizations. */
import type { FastifyInstance } from 'fastify';
import { countWaitingReviews } from '../../../../../decisions/reviews/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerReviewsCountMine(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'countMyReviews', async (_request, { user }) => {
    return await countWaitingReviews(deps.pool, user.id, deps.pool.clock.nowMs());
  });
}
