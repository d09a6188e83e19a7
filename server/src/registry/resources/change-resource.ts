// SPDX-License-Identifier: Apache-2.0
/** Changes of one resource by a person, each with its audit entry and a new generation. */

import type { Resource, ResourceChange, ResourceCreation } from '@svc/contract';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import {
  checkUnused,
  createRecord,
  deleteRecord,
  type HeldChanger,
  refuseDescription,
  updateRecord,
} from '../records/index.ts';
import { looserResource, RESOURCE } from './kind.ts';
import { showResource } from './read-resources.ts';
import { selectAgentPermissions, selectAgentsOfResource, selectUsersOfResource } from './users.ts';

const RESOURCES = RESOURCE.table<Resource>({
  show: showResource,
  selectUsers: selectUsersOfResource,
  looser: async ({ transaction, organizationId }, changed) =>
    looserResource(changed, await selectAgentPermissions(transaction, organizationId)),
});

/** @throws ApiError 400 for an invalid name or description, 409 for a name that another resource has */
export async function createResource(
  pool: pg.Pool,
  changer: HeldChanger,
  creation: ResourceCreation,
): Promise<Resource> {
  refuseDescription(creation.description);
  const { shown } = await createRecord(pool, changer, RESOURCES, creation.name, ({ stored, newId }) =>
    RESOURCE.plan([creation], stored.byName, newId),
  );
  return shown;
}

/**
 * @throws ApiError 400 for an invalid name or description. 404 without it. 409 for a name of another resource, for a
 *   new name while permissions of agents hold the old one, and when another change came between
 */
export async function updateResource(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { updatedAt: seen, ...change }: ResourceChange,
): Promise<Resource> {
  refuseDescription(change.description);
  const target = { id, name: change.name, seen };
  return await updateRecord(pool, changer, RESOURCES, target, async (before, { transaction, organizationId }) => {
    const after = { ...before, ...change };
    if (after.name !== before.name) {
      const agents = await selectAgentsOfResource(transaction, organizationId, before.name);
      checkUnused('name of the resource', agents);
    }
    return after;
  });
}

/** @throws ApiError 404, 409 while a route or the permissions of an agent refer to it */
export async function deleteResource(pool: pg.Pool, changer: Changer, resourceId: string): Promise<void> {
  await deleteRecord(pool, changer, RESOURCES, resourceId);
}
