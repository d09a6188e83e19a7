// SPDX-License-Identifier: Apache-2.0
/** GET /resources/{id}: a resource. */
import type { ResourceReadQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readResource } from '../../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerResourcesRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readResource', async (request, { organization }) => {
    const { sandbox } = request.query as ResourceReadQuery;
    return await readResource(deps.pool, organization.id, uuidParameter(request, 'id'), sandbox === 'true');
  });
}
