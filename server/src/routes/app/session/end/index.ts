/** POST /auth/logout: end the session. It succeeds without a session too. */
import type { FastifyInstance } from 'fastify';
import { signOut } from '../../../../sessions/index.ts';
import { clearSessionCookies, sessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionEnd(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signOut', async (request, reply) => {
    await signOut(deps.pool, sessionCookies(request));
    clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
