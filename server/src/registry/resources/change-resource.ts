// SPDX-License-Identifier: Apache-2.0
/** Changes of one resource by a person, each with its audit entry and a new generation. */

import type { Resource, ResourceChange, ResourceCreation } from '@svc/contract';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import { resourceNameFault } from '../names/index.ts';
import {
  checkUnused,
  createRecord,
  type DeletableTable,
  deleteRecord,
  type HeldChanger,
  type Hold,
  recordsOf,
  refuseDescription,
  updateRecord,
} from '../records/index.ts';
import { looserResource } from './looser-resource.ts';
import { planResources, RESOURCE, type ResourceValues, resourceChanges } from './plan-resources.ts';
import { showResource } from './read-resources.ts';
import {
  removeResource,
  selectAgentPermissions,
  selectAgentsOfResource,
  selectResources,
  selectUsersOfResource,
  writeResources,
} from './rows.ts';

const RESOURCES: DeletableTable<ResourceValues, Resource> = {
  noun: 'resource',
  aNoun: 'a resource',
  nouns: 'resources',
  kind: RESOURCE,
  nameFault: resourceNameFault,
  select: async (transaction, organizationId) => ({ byName: await selectResources(transaction, organizationId) }),
  show: showResource,
  write: ({ transaction, organizationId, nowMs }, plan) =>
    writeResources(transaction, organizationId, recordsOf(plan), nowMs),
  changes: resourceChanges,
  selectUsers: selectUsersOfResource,
  remove: removeResource,
};

const heldBy = (hold: Hold): typeof RESOURCES => ({
  ...RESOURCES,
  held: {
    hold,
    looser: async ({ transaction, organizationId }, changed) =>
      looserResource(changed, await selectAgentPermissions(transaction, organizationId)),
  },
});

/** @throws ApiError 400 for an invalid name or description, 409 for a name that another resource has */
export async function createResource(
  pool: pg.Pool,
  changer: HeldChanger,
  creation: ResourceCreation,
): Promise<Resource> {
  refuseDescription(creation.description);
  const { shown } = await createRecord(pool, changer, heldBy(changer.hold), creation.name, ({ stored, newId }) =>
    planResources([creation], stored.byName, newId),
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
  const table = heldBy(changer.hold);
  return await updateRecord(pool, changer, table, target, async (before, { transaction, organizationId }) => {
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
