/** GET /reviews: list reviews. */
import type { ReviewListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../page.ts';
import { listReviews, REVIEW_MARK } from '../../../reviews/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerReviews(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listReviews', async (request, { organization }) => {
    const query = request.query as ReviewListQuery;
    return await listReviews(using.pool, {
      organizationId: organization.id,
      role: organization.role,
      status: query.status ?? null,
      search: query.q ?? null,
      page: pageOf(query, REVIEW_MARK),
      nowMs: Date.now(),
    });
  });
}
