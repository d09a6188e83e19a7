// SPDX-License-Identifier: Apache-2.0
/** The routes of resources. */
import type { ResourceChange, ResourceCreation, ResourceListQuery, ResourceReadQuery } from '@svc/contract';
import {
  createResource,
  deleteResource,
  listResources,
  readResource,
  updateResource,
} from '../../../../registry/resources/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';

export const RESOURCES_ROUTES = {
  /** POST /resources: register a resource. */
  createResource: async ({ pool }, request, person, reply) => {
    const creation = request.body as ResourceCreation;
    const made = await createResource(pool, heldChangerOf(person, 'createResource', creation), creation);
    return await reply.code(201).send(made);
  },

  /** DELETE /resources/{id}: delete a resource that nothing refers to. */
  deleteResource: async ({ pool }, request, person, reply) => {
    await deleteResource(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /resources: list resources. */
  listResources: async ({ reads }, request, person) => {
    return await listResources(reads, readerOf(person), request.query as ResourceListQuery);
  },

  /** GET /resources/{id}: a resource. */
  readResource: async ({ pool }, request, { organization }) => {
    const { sandbox } = request.query as ResourceReadQuery;
    return await readResource(pool, organization.id, uuidParameter(request, 'id'), sandbox === 'true');
  },

  /** PATCH /resources/{id}: change a resource. */
  updateResource: async ({ pool }, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as ResourceChange];
    return await updateResource(pool, heldChangerOf(person, 'updateResource', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
