/** POST /auth/logout: end the session. Also when there is none: whoever signs out is signed out. */
import type { FastifyInstance } from 'fastify';
import { signOut } from '../../../sessions/index.ts';
import { clearSessionCookies, sessionCookies } from '../cookies.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerAnybody } from '../register.ts';

export function registerAuthLogout(app: FastifyInstance, using: AppRouteDependencies): void {
  registerAnybody(app, using, 'signOut', async (request, reply) => {
    await signOut(using.pool, sessionCookies(request));
    clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
