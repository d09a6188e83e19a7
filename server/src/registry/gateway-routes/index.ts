// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the routes of both gateways: their rows, their rules, their warnings, their audit entries, and what people see
 * of them. It refuses to know how a call is forwarded.
 */

export { createHttpRoute, deleteHttpRoute, updateHttpRoute } from './change-http-route.ts';
export { createMcpRoute, deleteMcpRoute, updateMcpRoute } from './change-mcp-route.ts';
export { looserRoute } from './looser-route.ts';
export { baseUrlFault, type GivenHttpRoute, httpRouteChanges, planHttpRoutes } from './plan-http-routes.ts';
export { type GivenMcpRoute, mcpRouteChanges, planMcpRoutes } from './plan-mcp-routes.ts';
export { listHttpRoutes, readHttpRoute } from './read-http-routes.ts';
export { listMcpRoutes, readMcpRoute } from './read-mcp-routes.ts';
export { selectHttpRoutes, selectMcpRoutes, writeHttpRoutes, writeMcpRoutes } from './rows.ts';
