// SPDX-License-Identifier: Apache-2.0
/** The routes of reviews. */

import type { ApprovalOptionsRequest, NoteErasureQuery, ReviewApproval, ReviewListQuery } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import { withReviewUrl } from '../../../../decisions/decide/index.ts';
import {
  approvalOptions,
  countWaitingReviews,
  eraseNote,
  listReviews,
  type Resolution,
  resolveReview,
  reviewMark,
} from '../../../../decisions/reviews/index.ts';
import type { Person } from '../../../../people/sessions/index.ts';
import { invalid } from '../../../../platform/errors/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../deps.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, checkRecentSignIn, entrantOf, readerOf } from '../register.ts';

export const REVIEWS_ROUTES = {
  /** GET /me/reviews: how many reviews wait for the person, in each of their organizations. */
  countMyReviews: async ({ pool }, _request, person) => {
    return await countWaitingReviews(pool, entrantOf(person), pool.clock.nowMs());
  },

  /** POST /reviews/{eventId}/erase-note: erase the note of a review. */
  eraseReviewNote: async ({ pool }, request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    const { accountId = null } = request.query as NoteErasureQuery;
    await eraseNote(pool, eraser, uuidParameter(request, 'eventId'), accountId?.toLowerCase() ?? null);
    return await reply.code(204).send();
  },

  /** GET /reviews: list reviews. */
  listReviews: async ({ pool, reads }, request, person) => {
    const query = request.query as ReviewListQuery;
    const status = query.status ?? null;
    const isByRisk = query.sort === '-risk';
    if (isByRisk && status !== 'PENDING') throw invalid('sort', 'is for status PENDING alone');
    return await listReviews(reads, readerOf(person), {
      authority: { role: person.organization.role, groups: person.groups },
      status,
      isByRisk,
      sandbox: query.sandbox === 'true',
      search: query.q ?? null,
      page: pageOf(query, reviewMark(status, isByRisk)),
      nowMs: pool.clock.nowMs(),
    });
  },

  /** POST /reviews/{eventId}/approve: approve a review. */
  approveReview: async (deps, request, person) => await resolve(deps, request, person, 'approve'),

  /** POST /reviews/{eventId}/approve/options: what a passkey signs to approve a review. */
  approvalOptions: async (deps, request, person) => {
    const { user, organization } = person;
    const { grant = null } = request.body as ApprovalOptionsRequest;
    if (grant !== null) checkRecentSignIn(person, deps.pool.clock.nowMs());
    const resolver = { accountId: user.id, organizationId: organization.id, channel: 'app' } as const;
    return await approvalOptions(deps.pool, resolver, uuidParameter(request, 'eventId'), deps, grant);
  },

  /** POST /reviews/{eventId}/deny: deny a review. */
  denyReview: async (deps, request, person) => await resolve(deps, request, person, 'deny'),
} satisfies Partial<AppHandlers>;

async function resolve(deps: AppRouteDeps, request: FastifyRequest, person: Person, resolution: Resolution) {
  const { user, organization } = person;
  const { note = '', grant = null, signature: given } = request.body as ReviewApproval;
  if (grant !== null) checkRecentSignIn(person, deps.pool.clock.nowMs());
  const signature = given === undefined ? undefined : { answer: given.response, party: deps };
  const resolver = { accountId: user.id, organizationId: organization.id, channel: 'app', signature } as const;
  const eventId = uuidParameter(request, 'eventId');
  const said = note.trim() === '' ? null : note;
  const decision = await resolveReview(deps.pool, resolver, eventId, resolution, said, { request: grant });
  return withReviewUrl(decision, deps.baseUrl);
}
