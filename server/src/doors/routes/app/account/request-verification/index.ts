// SPDX-License-Identifier: Apache-2.0
/** POST /me/email/verification: ask for another link by mail. */
import type { FastifyInstance } from 'fastify';
import { requestVerification } from '../../../../../organization/own-account/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerRequestVerification(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'requestVerification', async (_request, person, reply) => {
    await requestVerification(deps, person.user);
    return await reply.code(204).send();
  });
}
