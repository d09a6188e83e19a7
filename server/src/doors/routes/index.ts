// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the routes, by caller and noun. Callers are `v1` and `mcp` with a key, `oauth` for apps, `app` for people. `sso`
 * and `scim` are for directories, `public` for anybody, `web` for pages. Refuses to decide anything: a route
 * authenticates, reads the request and calls one capability.
 */
export type { SharedAppDeps } from './app/deps.ts';
export { registerAppRoutes } from './app/index.ts';
export { registerBillingRoutes } from './billing/index.ts';
export { registerChatRoutes } from './chat/index.ts';
export { registerMachineRoutes } from './machine-routes.ts';
export { type McpAddresses, mcpUrlOf } from './mcp/index.ts';
export { registerOauthRoutes } from './oauth/index.ts';
export { registerPublicRoutes } from './public/index.ts';
export { createScimRates } from './scim/caller.ts';
export { registerScimRoutes } from './scim/index.ts';
export { registerSsoRoutes } from './sso/index.ts';
export { registerDocs, registerWebRoutes } from './web/index.ts';
