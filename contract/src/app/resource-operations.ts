// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for resources. */
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import {
  ResourceChangeSchema,
  ResourceCreationSchema,
  ResourceDetailSchema,
  ResourceListQuerySchema,
  ResourceListSchema,
  ResourceReadQuerySchema,
  ResourceSchema,
} from './resources.ts';

export const RESOURCE_OPERATIONS = {
  listResources: {
    method: 'GET',
    path: '/resources',
    who: EVERY_MEMBER,
    query: ResourceListQuerySchema,
    body: null,
    success: { status: 200, body: ResourceListSchema },
  },
  createResource: {
    method: 'POST',
    path: '/resources',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ResourceCreationSchema,
    success: { status: 201, body: ResourceSchema },
  },
  readResource: {
    method: 'GET',
    path: '/resources/{id}',
    who: EVERY_MEMBER,
    query: ResourceReadQuerySchema,
    body: null,
    success: { status: 200, body: ResourceDetailSchema },
  },
  updateResource: {
    method: 'PATCH',
    path: '/resources/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ResourceChangeSchema,
    success: { status: 200, body: ResourceSchema },
  },
  deleteResource: {
    method: 'DELETE',
    path: '/resources/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
