// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the hosted MCP server: both eras of the protocol, and its tools, which call the operations of the machine API.
 * Refuses to know Fastify, and who a caller is: the route has checked that.
 */
export { BATCH_MESSAGES_MAX, createMcpEndpoint, type McpEndpoint } from './endpoint.ts';
export { resourceMetadata, resourceMetadataUrl } from './resource-metadata.ts';
export type { McpHeaders } from './transport.ts';
