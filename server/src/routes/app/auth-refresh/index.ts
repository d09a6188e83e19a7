/** POST /auth/refresh: the next two cookies for the refresh cookie. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../refusal.ts';
import { refreshSession } from '../../../sessions/index.ts';
import { clearSessionCookies, sessionCookies, setSessionCookies } from '../cookies.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerAnybody } from '../register.ts';

export function registerAuthRefresh(app: FastifyInstance, using: AppRouteDependencies): void {
  registerAnybody(app, using, 'refreshSession', async (request, reply) => {
    const { refresh } = sessionCookies(request);
    const tokens = refresh === null ? null : await refreshSession(using.pool, refresh);
    if (tokens === null) {
      clearSessionCookies(reply);
      throw new Refusal('unauthorized', { message: 'The session has ended; sign in again.' });
    }
    setSessionCookies(reply, tokens);
    return await reply.code(204).send();
  });
}
