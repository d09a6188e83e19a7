// SPDX-License-Identifier: Apache-2.0
/** The agents and routes that refer to a resource. */
import type { Referrer } from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type { Transaction } from '../../storage/db/index.ts';

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
