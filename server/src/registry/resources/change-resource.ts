/** Changes of one resource by a person, each with its audit entry and a new generation. */

import type { Classification } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { uuidv7 } from '../../db/index.ts';
import {
  checkNameIsFree,
  checkRoom,
  checkUnused,
  deletedEntry,
  findRecord,
  type Identified,
  planChange,
  recordsOf,
  refuseName,
  resourceNameFault,
} from '../records/index.ts';
import { planResources, RESOURCE, type ResourceValues, resourceChanges } from './plan-resources.ts';
import {
  removeResource,
  selectAgentsOfResource,
  selectResources,
  selectRoutesOfResource,
  writeResources,
} from './rows.ts';

export interface ResourceCreation {
  name: string;
  classification: Classification;
  description?: string | null;
}

/** An omitted field keeps its value. */
export type ResourceChange = Partial<ResourceCreation>;

/** @throws ApiError 400 for an invalid name, 409 for one that another resource has */
export async function createResource(
  pool: pg.Pool,
  changer: Changer,
  creation: ResourceCreation,
): Promise<Identified<ResourceValues>> {
  refuseName(creation.name, resourceNameFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectResources(transaction, organizationId);
    checkNameIsFree('a resource', creation.name, stored, null);
    checkRoom('resources', stored.size);
    const planned = planResources([creation], stored, () => uuidv7(nowMs));
    const [result] = planned.creates;
    if (result === undefined) throw new Error('a resource with a free name was not planned');
    await writeResources(transaction, organizationId, [result], nowMs);
    return { result, changes: resourceChanges(planned) };
  });
}

/**
 * @throws ApiError 400 for an invalid name, 404, 409 for a name that another resource has, and for a new name while
 * permissions of agents hold the old one
 */
export async function updateResource(
  pool: pg.Pool,
  changer: Changer,
  resourceId: string,
  change: ResourceChange,
): Promise<Identified<ResourceValues>> {
  refuseName(change.name, resourceNameFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectResources(transaction, organizationId);
    const before = findRecord('resource', stored, resourceId);
    const result = { ...before, ...change };
    checkNameIsFree('a resource', result.name, stored, before.id);
    if (result.name !== before.name) {
      checkUnused('name of the resource', await selectAgentsOfResource(transaction, organizationId, before.name));
    }
    const planned = planChange(before, result);
    await writeResources(transaction, organizationId, recordsOf(planned), nowMs);
    return { result, changes: resourceChanges(planned) };
  });
}

/** @throws ApiError 404, 409 while a route or the permissions of an agent refer to it */
export async function deleteResource(pool: pg.Pool, changer: Changer, resourceId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const resource = findRecord('resource', await selectResources(transaction, organizationId), resourceId);
    checkUnused('resource', [
      ...(await selectRoutesOfResource(transaction, organizationId, resource.id)),
      ...(await selectAgentsOfResource(transaction, organizationId, resource.name)),
    ]);
    await removeResource(transaction, organizationId, resource.id);
    return { result: undefined, changes: [deletedEntry(RESOURCE, resource)] };
  });
}
