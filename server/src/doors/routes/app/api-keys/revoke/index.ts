// SPDX-License-Identifier: Apache-2.0
/** DELETE /api-keys/{id}: revoke an API key. */
import type { FastifyInstance } from 'fastify';
import { revokeApiKey } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerApiKeysRevoke(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'revokeApiKey', async (request, person, reply) => {
    await revokeApiKey(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
