// SPDX-License-Identifier: Apache-2.0
/** POST /me/passkeys: add a passkey. */
import type { PasskeyCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createPasskey } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPasskeysCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'addPasskey', async (request, { user }, reply) => {
    const made = await createPasskey(deps, user.id, request.body as PasskeyCreation, clientOf(request, deps));
    return await reply.code(201).send(made);
  });
}
