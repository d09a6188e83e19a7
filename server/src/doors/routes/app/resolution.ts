// SPDX-License-Identifier: Apache-2.0
/** The common part of approving and denying a review. */
import type { ReviewResolution } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { type Resolution, resolveReview } from '../../../decisions/reviews/index.ts';
import type { AppRouteDeps } from './deps.ts';
import { uuidParameter } from './parameters.ts';
import { registerSignedIn } from './register.ts';

export function registerResolution(
  app: FastifyInstance,
  deps: AppRouteDeps,
  operationId: 'approveReview' | 'denyReview',
  resolution: Resolution,
): void {
  registerSignedIn(app, deps, operationId, async (request, { user, organization }) => {
    const { note = '' } = request.body as ReviewResolution;
    const resolver = { accountId: user.id, organizationId: organization.id, channel: 'app' } as const;
    const eventId = uuidParameter(request, 'eventId');
    return await resolveReview(deps.pool, resolver, eventId, resolution, note.trim() === '' ? null : note);
  });
}
