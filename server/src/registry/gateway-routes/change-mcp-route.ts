// SPDX-License-Identifier: Apache-2.0
/** Changes of one MCP route by a person, each with its audit entry and a new generation. */

import type { McpRoute, McpRouteChange, McpRouteCreation } from '@svc/contract';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { createRecord, deleteRecord, type HeldChanger, referenceTo, updateRecord } from '../records/index.ts';
import { MCP_ROUTE, type McpRouteValues } from './kinds.ts';
import { looserRoute } from './looser-route.ts';
import { showMcpRoute } from './read-routes.ts';
import { registeredTools } from './registered-tools.ts';

const MCP_ROUTES = MCP_ROUTE.table<McpRoute>({
  show: showMcpRoute,
  looser: (_where, changed) => looserRoute('mcp_route', changed),
});

/** @throws ApiError 400 for an invalid name or reference, 409 for a name that another route has */
export async function createMcpRoute(
  pool: pg.Pool,
  changer: HeldChanger,
  creation: McpRouteCreation,
): Promise<McpRoute> {
  const { name } = creation;
  const { shown } = await createRecord(pool, changer, MCP_ROUTES, name, async (where) => {
    const given = { name, ...(await termsOf(where.transaction, where.organizationId, creation)) };
    return MCP_ROUTE.plan([given], where.stored.byName, where.newId);
  });
  return shown;
}

/**
 * @throws ApiError 400 for an invalid name or reference, 404, 409 for a name that another route has and when another
 * change came between
 */
export async function updateMcpRoute(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  change: McpRouteChange,
): Promise<McpRoute> {
  const { name, updatedAt: seen } = change;
  return await updateRecord(pool, changer, MCP_ROUTES, { id, name, seen }, async (before, where) => {
    const given = await termsOf(where.transaction, where.organizationId, change);
    return { ...before, name: name ?? before.name, ...given };
  });
}

/** @throws ApiError 404 */
export async function deleteMcpRoute(pool: pg.Pool, changer: Changer, routeId: string): Promise<void> {
  await deleteRecord(pool, changer, MCP_ROUTES, routeId);
}

/** Everything given beside the name, with the ids of the named records. */
async function termsOf(
  transaction: Transaction,
  organizationId: string,
  { agent, resource, scanBody, tools }: McpRouteChange,
): Promise<Partial<Omit<McpRouteValues, 'name'>>> {
  const idOf = async (to: 'agent' | 'resource', given: string | null) =>
    given === null ? null : await referenceTo(transaction, organizationId, to, given);
  return {
    ...(agent !== undefined && { agentId: await idOf('agent', agent) }),
    ...(resource !== undefined && { resourceId: await idOf('resource', resource) }),
    ...(scanBody !== undefined && { scanBody }),
    ...(tools !== undefined && { tools: tools === null ? null : registeredTools(tools) }),
  };
}
