// SPDX-License-Identifier: Apache-2.0
/** POST /auth/reauthenticate: confirm that the person is still there. */
import type { Reauthentication } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { reauthenticate } from '../../../../../people/sessions/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerReauthenticate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'reauthenticate', async (request, person, reply) => {
    await reauthenticate(deps, person, request.body as Reauthentication, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
