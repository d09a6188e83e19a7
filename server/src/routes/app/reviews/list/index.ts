/** GET /reviews: list reviews. */
import type { ReviewListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../pagination/index.ts';
import { listReviews, REVIEW_MARK } from '../../../../reviews/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerReviewsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listReviews', async (request, { organization }) => {
    const query = request.query as ReviewListQuery;
    return await listReviews(deps.pool, {
      organizationId: organization.id,
      role: organization.role,
      status: query.status ?? null,
      search: query.q ?? null,
      page: pageOf(query, REVIEW_MARK),
      nowMs: Date.now(),
    });
  });
}
