// SPDX-License-Identifier: Apache-2.0
/** GET /resources: list resources. */
import type { ResourceListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listResources } from '../../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerResourcesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listResources', async (request, person) => {
    return await listResources(deps.reads, readerOf(person), request.query as ResourceListQuery);
  });
}
