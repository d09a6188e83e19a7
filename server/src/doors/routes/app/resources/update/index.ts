// SPDX-License-Identifier: Apache-2.0
/** PATCH /resources/{id}: change a resource. */
import type { ResourceChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateResource } from '../../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerResourcesUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateResource', async (request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as ResourceChange];
    return await updateResource(deps.pool, heldChangerOf(person, 'updateResource', change, id), id, change);
  });
}
