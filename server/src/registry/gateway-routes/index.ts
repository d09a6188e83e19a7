// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the routes of both gateways: their rows, their rules, their warnings, their audit entries, and what people see
 * of them. It refuses to know how a call is forwarded.
 */

export { createHttpRoute, deleteHttpRoute, updateHttpRoute } from './change-http-route.ts';
export { createMcpRoute, deleteMcpRoute, updateMcpRoute } from './change-mcp-route.ts';
export {
  baseUrlFault,
  type GivenHttpRoute,
  type GivenMcpRoute,
  HTTP_ROUTE,
  MCP_ROUTE,
  planHttpRoutes,
  type RegisteredTool,
} from './kinds.ts';
export { looserRoute } from './looser-route.ts';
export { listHttpRoutes, listMcpRoutes, readHttpRoute, readMcpRoute } from './read-routes.ts';
export { toolFaultOf } from './registered-tools.ts';
