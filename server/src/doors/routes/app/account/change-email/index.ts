// SPDX-License-Identifier: Apache-2.0
/** POST /me/email: ask for another address. */
import type { EmailChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { requestEmailChange } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChangeEmail(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'changeEmail', async (request, person, reply) => {
    await requestEmailChange(deps, person.user, request.body as EmailChange, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
