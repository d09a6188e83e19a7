// SPDX-License-Identifier: Apache-2.0
/** POST /auth/refresh: the next two cookies for the refresh cookie. */
import type { FastifyInstance } from 'fastify';
import { refreshSession } from '../../../../../people/sessions/index.ts';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { clientOf } from '../../client.ts';
import { clearSessionCookies, sessionCookies, setSessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionRefresh(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'refreshSession', async (request, reply) => {
    const { refresh } = sessionCookies(request);
    const client = clientOf(request, deps);
    const tokens =
      refresh === null
        ? null
        : await deps.lookUps.find({ address: client.address, secret: refresh }, () =>
            refreshSession(deps.pool, refresh, client),
          );
    if (tokens === null) {
      clearSessionCookies(reply);
      throw new ApiError('unauthorized', { message: 'The session has ended; sign in again.' });
    }
    setSessionCookies(reply, tokens);
    return await reply.code(204).send();
  });
}
