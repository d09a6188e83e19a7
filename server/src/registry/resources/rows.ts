/** The rows of resources. Writers hold the lock of the organization's head. */
import type { Transaction } from '../../db/index.ts';
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

const WRITE_RESOURCES = `
  INSERT INTO svc.resources (organization_id, id, name, classification, description, created_at, updated_at)
  SELECT $1, d.id, d.name, d.classification, d.description, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, classification text, description text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, classification = excluded.classification, description = excluded.description,
    updated_at = excluded.updated_at`;

export async function removeResource(
  transaction: Transaction,
  organizationId: string,
  resourceId: string,
): Promise<void> {
  await transaction.query(DELETE_RESOURCE, [organizationId, resourceId]);
}

const DELETE_RESOURCE = `DELETE FROM svc.resources WHERE organization_id = $1 AND id = $2`;

/** The routes that refer to a resource by its id, in words for a person. */
export async function selectRoutesOfResource(
  transaction: Transaction,
  organizationId: string,
  resourceId: string,
): Promise<string[]> {
  const rows = await transaction.query<{ user: string }>(SELECT_ROUTES, [organizationId, resourceId]);
  return rows.map((row) => row.user);
}

const SELECT_ROUTES = `
  SELECT 'the HTTP route ' || name AS "user" FROM svc.http_routes WHERE organization_id = $1 AND resource_id = $2
  UNION ALL
  SELECT 'the MCP route ' || name FROM svc.mcp_routes WHERE organization_id = $1 AND resource_id = $2`;

/** The agents whose permissions name a resource, in words for a person. */
export async function selectAgentsOfResource(
  transaction: Transaction,
  organizationId: string,
  name: string,
): Promise<string[]> {
  const rows = await transaction.query<{ user: string }>(SELECT_AGENTS, [
    organizationId,
    JSON.stringify([{ resource: name }]),
  ]);
  return rows.map((row) => row.user);
}

const SELECT_AGENTS = `
  SELECT 'the agent ' || name AS "user" FROM svc.agents WHERE organization_id = $1 AND permissions @> $2::jsonb`;
