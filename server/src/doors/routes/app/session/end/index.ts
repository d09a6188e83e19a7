// SPDX-License-Identifier: Apache-2.0
/** POST /auth/logout: end the session. It succeeds without a session too. */
import type { FastifyInstance } from 'fastify';
import { signOut } from '../../../../../people/sessions/index.ts';
import { clientOf } from '../../client.ts';
import { clearSessionCookies, sessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionEnd(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signOut', async (request, reply) => {
    const cookies = sessionCookies(request);
    const client = clientOf(request, deps);
    const secret = [cookies.access, cookies.refresh].filter((one) => one !== null).join('\0');
    if (secret !== '') {
      await deps.lookUps.find({ address: client.address, secret }, () => signOut(deps.pool, cookies, client));
    }
    clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
