// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the connection of apps by OAuth 2.1: the authorization server and its records, consents, grants, and the access
 * tokens of the MCP server. Refuses to know Fastify, cookies of the app, and what an app does with its grant.
 */
export { type AuthorizationServer, createAuthorizationServer } from './authorization-server.ts';
export { accessOfToken } from './bearer-token.ts';
export { listAppsOf, listConnectedApps, revokeConnectedApp } from './connected-apps.ts';
export { approveAuthorization, type Carried, denyAuthorization, readAuthorization } from './consent.ts';
export {
  ENDED_GRANTS_KEPT_DAYS,
  METADATA_DOCUMENTS_PER_ADDRESS_AND_MINUTE,
  METADATA_EGRESS,
  REGISTRATIONS_PER_ADDRESS_AND_HOUR,
  REGISTRATIONS_PER_NETWORK_AND_HOUR,
  REQUESTS_PER_ADDRESS_AND_MINUTE,
  REQUESTS_PER_NETWORK_AND_MINUTE,
} from './limits.ts';
export { ROUTES as OAUTH_ROUTES } from './oauth-routes.ts';
