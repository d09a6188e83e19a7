// SPDX-License-Identifier: Apache-2.0
/** POST /api-keys/{id}/rotate: replace a key, whose new value the answer shows once. */
import type { ApiKeyRotationRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { rotateApiKey } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerApiKeysRotate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'rotateApiKey', async (request, person) => {
    const { graceHours } = request.body as ApiKeyRotationRequest;
    return await rotateApiKey(deps.pool, changerOf(person), uuidParameter(request, 'id'), graceHours);
  });
}
