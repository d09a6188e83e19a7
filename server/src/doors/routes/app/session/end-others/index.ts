// SPDX-License-Identifier: Apache-2.0
/** DELETE /me/sessions: end every session of the person but this one. */
import type { FastifyInstance } from 'fastify';
import { endOtherSessions } from '../../../../../people/sessions/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerSessionEndOthers(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'endOtherSessions', async (request, { user, sessionId }, reply) => {
    await endOtherSessions(deps.pool, user.id, sessionId, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
