// SPDX-License-Identifier: Apache-2.0
/** Commands that call a route, to copy. */
import type { HttpRoute, McpRoute } from '@svc/contract';

const curl = (path: string, body: unknown) =>
  [
    `curl ${window.location.origin}${path} \\`,
    '  -H "Authorization: Bearer $SVC_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n');

interface Named {
  name: string;
}

interface Called extends Pick<HttpRoute, 'id' | 'actions' | 'methods'> {
  agents: readonly Named[] | null;
  resource: Named | null;
}

export function httpCommandOf({ id, agents, resource, actions, methods }: Called): string {
  return curl('/v1/gateway/http', {
    agent: agents?.[0]?.name ?? 'AGENT',
    action: actions?.[0] ?? 'READ_DATA',
    resource: resource?.name ?? 'RESOURCE',
    routeId: id,
    method: methods?.[0] ?? 'GET',
    path: '/',
  });
}

export function mcpCommandOf({ id, agent, resource }: McpRoute): string {
  return curl('/v1/gateway/mcp', {
    ...(agent === null && { agent: 'AGENT' }),
    ...(resource === null && { resource: 'RESOURCE' }),
    routeId: id,
    tool: 'get_customer',
  });
}
