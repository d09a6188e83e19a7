/** GET /me/sessions: where the person is signed in. */
import type { FastifyInstance } from 'fastify';
import { listSessions } from '../../../../sessions/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerSessionList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listSessions', async (_request, { user, sessionId }) => {
    return await listSessions(deps.pool, user.id, sessionId, deps.pool.clock.nowMs());
  });
}
