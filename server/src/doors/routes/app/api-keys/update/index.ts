// SPDX-License-Identifier: Apache-2.0
/** PATCH /api-keys/{id}: change an API key. */
import type { ApiKeyChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateApiKey } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, isRecentlySignedIn, registerSignedIn } from '../../register.ts';

export function registerApiKeysUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateApiKey', async (request, person) => {
    const change = request.body as ApiKeyChange;
    const isRecent = isRecentlySignedIn(person, deps.pool.clock.nowMs());
    const changer = { ...changerOf(person), isRecent };
    return await updateApiKey(deps.pool, changer, uuidParameter(request, 'id'), change);
  });
}
