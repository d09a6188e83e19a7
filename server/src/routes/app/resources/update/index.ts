// SPDX-License-Identifier: Apache-2.0
/** PATCH /resources/{id}: change a resource. */
import type { ResourceChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateResource } from '../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerResourcesUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateResource', async (request, person) => {
    const change = request.body as ResourceChange;
    return await updateResource(deps.pool, changerOf(person), uuidParameter(request, 'id'), change);
  });
}
