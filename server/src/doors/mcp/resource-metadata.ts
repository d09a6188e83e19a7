// SPDX-License-Identifier: Apache-2.0
/** The metadata of the server as a protected resource (RFC 9728). */
import { MCP_SCOPES } from '@svc/contract/mcp';

/** The address of the metadata: the well-known path stands before the resource's own path. */
export function resourceMetadataUrl(mcpUrl: string): string {
  const { origin, pathname } = new URL(mcpUrl);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

export function resourceMetadata(mcpUrl: string, baseUrl: string): Record<string, unknown> {
  return {
    resource: mcpUrl,
    authorization_servers: [baseUrl],
    resource_name: 'Agent Action Decision Service',
    scopes_supported: [...MCP_SCOPES],
    bearer_methods_supported: ['header'],
  };
}
