// SPDX-License-Identifier: Apache-2.0
/** POST /api-keys: make an API key, whose value the answer shows once. */
import type { ApiKeyCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createApiKey } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerApiKeysCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createApiKey', async (request, person, reply) => {
    const made = await createApiKey(deps.pool, changerOf(person), request.body as ApiKeyCreation);
    return await reply.code(201).send(made);
  });
}
