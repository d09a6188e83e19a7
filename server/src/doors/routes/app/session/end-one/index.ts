// SPDX-License-Identifier: Apache-2.0
/** DELETE /me/sessions/{id}: end one of the person's sessions. */
import type { FastifyInstance } from 'fastify';
import { endSession } from '../../../../../people/sessions/index.ts';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { clientOf } from '../../client.ts';
import { clearSessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerSessionEndOne(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'endSession', async (request, { user, sessionId }, reply) => {
    const id = uuidParameter(request, 'id');
    const isEnded = await endSession(deps.pool, user.id, id, clientOf(request, deps));
    if (!isEnded) throw new ApiError('not_found', { message: 'You have no such session, or it has ended.' });
    if (id === sessionId) clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
