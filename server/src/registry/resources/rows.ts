// SPDX-License-Identifier: Apache-2.0
/** The rows of resources. Writers hold the lock of the organization's head. */
import type { Referrer } from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type { Transaction } from '../../storage/db/index.ts';
import type { Identified } from '../records/index.ts';
import type { ResourceValues } from './plan-resources.ts';

/** Every resource of the organization, by name. */
export async function selectResources(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<ResourceValues>>> {
  const rows = await transaction.query<Identified<ResourceValues> & Record<string, unknown>>(SELECT_RESOURCES, [
    organizationId,
  ]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_RESOURCES = `
  SELECT id, name, classification, description FROM svc.resources WHERE organization_id = $1`;

/** Makes or changes resources, by id. */
export async function writeResources(
  transaction: Transaction,
  organizationId: string,
  resources: readonly Identified<ResourceValues>[],
  atMs: number,
): Promise<void> {
  if (resources.length === 0) return;
  await transaction.query(WRITE_RESOURCES, [organizationId, new Date(atMs), JSON.stringify(resources)]);
}

/** The moment of a change is later than that of the one before, so that it tells the two apart. */
const WRITE_RESOURCES = `
  INSERT INTO svc.resources AS r (organization_id, id, name, classification, description, created_at, updated_at)
  SELECT $1, d.id, d.name, d.classification, d.description, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, classification text, description text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, classification = excluded.classification, description = excluded.description,
    updated_at = GREATEST(excluded.updated_at, r.updated_at + interval '1 ms')`;

export async function removeResource(
  transaction: Transaction,
  organizationId: string,
  resourceId: string,
): Promise<void> {
  await transaction.query(DELETE_RESOURCE, [organizationId, resourceId]);
}

const DELETE_RESOURCE = `DELETE FROM svc.resources WHERE organization_id = $1 AND id = $2`;

/** Routes by the id of a resource, and agents whose permissions name it. */
export async function selectUsersOfResource(
  transaction: Transaction,
  organizationId: string,
  { id, name }: { id: string; name: string },
): Promise<Referrer[]> {
  const [routes, agents] = await Promise.all([
    transaction.query<Referrer>(SELECT_ROUTES, [organizationId, id]),
    selectAgentsOfResource(transaction, organizationId, name),
  ]);
  return [...routes, ...agents];
}

const SELECT_ROUTES = `
  SELECT 'http_route' AS type, id, name FROM svc.http_routes WHERE organization_id = $1 AND resource_id = $2
  UNION ALL
  SELECT 'mcp_route', id, name FROM svc.mcp_routes WHERE organization_id = $1 AND resource_id = $2
  ORDER BY type, name`;

/** The agents whose permissions name a resource. */
export async function selectAgentsOfResource(
  transaction: Transaction,
  organizationId: string,
  name: string,
): Promise<Referrer[]> {
  const values = [organizationId, JSON.stringify([{ resource: name }])];
  return await transaction.query<Referrer>(SELECT_AGENTS, values);
}

const SELECT_AGENTS = `
  SELECT 'agent' AS type, id, name FROM svc.agents
  WHERE organization_id = $1 AND permissions @> $2::jsonb ORDER BY name`;

/** The permissions of every agent; null: no restriction. */
export async function selectAgentPermissions(
  transaction: Transaction,
  organizationId: string,
): Promise<(readonly Permission[] | null)[]> {
  const rows = await transaction.query<{ permissions: Permission[] | null }>(SELECT_PERMISSIONS, [organizationId]);
  return rows.map(({ permissions }) => permissions);
}

const SELECT_PERMISSIONS = `SELECT DISTINCT permissions FROM svc.agents WHERE organization_id = $1`;
