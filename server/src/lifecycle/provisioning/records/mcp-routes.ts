// SPDX-License-Identifier: Apache-2.0
/** Reads an MCP route of the file. */
import type { GivenMcpRoute } from '../../../registry/gateway-routes/index.ts';
import { flag, nameAmong, nullable, optional, type RecordOf, recordName, required, uuid } from '../reading/index.ts';
import type { RouteNames } from './http-routes.ts';
import { type IdOf, referenced } from './references.ts';

export function mcpRouteFields({ agents, resources }: Pick<RouteNames, 'agents' | 'resources'>) {
  return {
    id: optional(uuid),
    name: required(recordName),
    agent: optional(nullable(nameAmong(agents, 'an agent'))),
    resource: optional(nullable(nameAmong(resources, 'a resource'))),
    scanBody: optional(flag),
  };
}
export type McpRouteEntry = RecordOf<ReturnType<typeof mcpRouteFields>>;

/** Contains the ids of the records that the file names. */
export function givenMcpRoute(
  { agent, resource, ...entry }: McpRouteEntry,
  idOf: { agent: IdOf; resource: IdOf },
): GivenMcpRoute {
  return { ...entry, agentId: referenced(agent, idOf.agent), resourceId: referenced(resource, idOf.resource) };
}
