// SPDX-License-Identifier: Apache-2.0
/** POST /reviews/{eventId}/erase-note: erase the note of a review. */
import type { FastifyInstance } from 'fastify';
import { eraseNote } from '../../../../../decisions/reviews/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerReviewsEraseNote(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'eraseReviewNote', async (request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseNote(deps.pool, eraser, uuidParameter(request, 'eventId'));
    return await reply.code(204).send();
  });
}
