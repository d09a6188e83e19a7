// SPDX-License-Identifier: Apache-2.0
/** GET /reviews: list reviews. */
import type { ReviewListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listReviews, reviewMark } from '../../../../../decisions/reviews/index.ts';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerReviewsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listReviews', async (request, person) => {
    const query = request.query as ReviewListQuery;
    const status = query.status ?? null;
    return await listReviews(deps.reads, readerOf(person), {
      role: person.organization.role,
      status,
      sandbox: query.sandbox === 'true',
      search: query.q ?? null,
      page: pageOf(query, reviewMark(status)),
      nowMs: deps.pool.clock.nowMs(),
    });
  });
}
