// SPDX-License-Identifier: Apache-2.0
/** POST /resources: register a resource. */
import type { ResourceCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createResource } from '../../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerResourcesCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createResource', async (request, person, reply) => {
    const creation = request.body as ResourceCreation;
    const made = await createResource(deps.pool, heldChangerOf(person, 'createResource', creation), creation);
    return await reply.code(201).send(made);
  });
}
