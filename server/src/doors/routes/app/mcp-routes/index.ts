// SPDX-License-Identifier: Apache-2.0
/** The routes of mcp routes. */
import type { McpRouteChange, McpRouteCreation, McpRouteListQuery } from '@svc/contract';
import {
  createMcpRoute,
  deleteMcpRoute,
  listMcpRoutes,
  readMcpRoute,
  updateMcpRoute,
} from '../../../../registry/gateway-routes/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';

export const MCP_ROUTES_ROUTES = {
  /** POST /mcp-routes: make an MCP route. */
  createMcpRoute: async ({ pool }, request, person, reply) => {
    const creation = request.body as McpRouteCreation;
    const made = await createMcpRoute(pool, heldChangerOf(person, 'createMcpRoute', creation), creation);
    return await reply.code(201).send(made);
  },

  /** DELETE /mcp-routes/{id}: delete an MCP route. */
  deleteMcpRoute: async ({ pool }, request, person, reply) => {
    await deleteMcpRoute(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /mcp-routes: list MCP routes. */
  listMcpRoutes: async ({ reads }, request, person) => {
    return await listMcpRoutes(reads, readerOf(person), request.query as McpRouteListQuery);
  },

  /** GET /mcp-routes/{id}: an MCP route. */
  readMcpRoute: async ({ pool }, request, { organization }) => {
    return await readMcpRoute(pool, organization.id, uuidParameter(request, 'id'));
  },

  /** PATCH /mcp-routes/{id}: change an MCP route. */
  updateMcpRoute: async ({ pool }, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as McpRouteChange];
    return await updateMcpRoute(pool, heldChangerOf(person, 'updateMcpRoute', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
