/** Changes of one MCP route by a person, each with its audit entry and a new generation. */

import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { type Transaction, uuidv7 } from '../../db/index.ts';
import {
  checkNameIsFree,
  checkRoom,
  deletedEntry,
  findRecord,
  type Identified,
  lineFault,
  planChange,
  type ReferenceTo,
  recordsOf,
  referenceTo,
  refuseName,
} from '../records/index.ts';
import { MCP_ROUTE, type McpRouteValues, mcpRouteChanges, planMcpRoutes } from './plan-mcp-routes.ts';
import { removeMcpRoute, selectMcpRoutes, writeMcpRoutes } from './rows.ts';

/** Agent and resource by name or id. */
export interface McpRouteCreation {
  name: string;
  agent?: string | null;
  resource?: string | null;
}

/** An omitted field keeps its value. */
export type McpRouteChange = Partial<McpRouteCreation>;

/** @throws ApiError 400 for an invalid name or reference, 409 for a name that another route has */
export async function createMcpRoute(
  pool: pg.Pool,
  changer: Changer,
  creation: McpRouteCreation,
): Promise<Identified<McpRouteValues>> {
  refuseName(creation.name, lineFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectMcpRoutes(transaction, organizationId);
    checkNameIsFree('an MCP route', creation.name, stored, null);
    checkRoom('MCP routes', stored.size);
    const given = { name: creation.name, ...(await references(transaction, organizationId, creation)) };
    const planned = planMcpRoutes([given], stored, () => uuidv7(nowMs));
    const [result] = planned.creates;
    if (result === undefined) throw new Error('a route with a free name was not planned');
    await writeMcpRoutes(transaction, organizationId, [result], nowMs);
    return { result, changes: mcpRouteChanges(planned) };
  });
}

/** @throws ApiError 400 for an invalid name or reference, 404, 409 for a name that another route has */
export async function updateMcpRoute(
  pool: pg.Pool,
  changer: Changer,
  routeId: string,
  change: McpRouteChange,
): Promise<Identified<McpRouteValues>> {
  refuseName(change.name, lineFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectMcpRoutes(transaction, organizationId);
    const before = findRecord('MCP route', stored, routeId);
    const { name = before.name } = change;
    const result = { ...before, name, ...(await references(transaction, organizationId, change)) };
    checkNameIsFree('an MCP route', name, stored, before.id);
    const planned = planChange<McpRouteValues>(before, result);
    await writeMcpRoutes(transaction, organizationId, recordsOf(planned), nowMs);
    return { result, changes: mcpRouteChanges(planned) };
  });
}

/** @throws ApiError 404 */
export async function deleteMcpRoute(pool: pg.Pool, changer: Changer, routeId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const route = findRecord('MCP route', await selectMcpRoutes(transaction, organizationId), routeId);
    await removeMcpRoute(transaction, organizationId, route.id);
    return { result: undefined, changes: [deletedEntry(MCP_ROUTE, route)] };
  });
}

/** The ids of the given references. */
async function references(
  transaction: Transaction,
  organizationId: string,
  { agent, resource }: McpRouteChange,
): Promise<Partial<Pick<McpRouteValues, 'agentId' | 'resourceId'>>> {
  const idOf = async (to: ReferenceTo, given: string | null) =>
    given === null ? null : await referenceTo(transaction, organizationId, to, given);
  return {
    ...(agent !== undefined && { agentId: await idOf('agent', agent) }),
    ...(resource !== undefined && { resourceId: await idOf('resource', resource) }),
  };
}
