// SPDX-License-Identifier: Apache-2.0
/** GET /api-keys/{id}: an API key. */
import type { FastifyInstance } from 'fastify';
import { readApiKey } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerApiKeysRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readApiKey', async (request, { organization }) => {
    return await readApiKey(deps.pool, organization.id, uuidParameter(request, 'id'));
  });
}
