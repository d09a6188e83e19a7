// SPDX-License-Identifier: Apache-2.0
/** Reads an HTTP route of the file. */
import { EVENT_ACTIONS, HTTP_METHODS } from '@svc/contract';
import type { GivenHttpRoute } from '../../../registry/gateway-routes/index.ts';
import { LIST_ITEMS_MAX, UPSTREAM_TIMEOUT_MS_MAX } from '../limits.ts';
import { baseAddress } from '../reading/addresses.ts';
import {
  flag,
  integer,
  list,
  nameAmong,
  nullable,
  optional,
  type Reader,
  type RecordOf,
  recordName,
  refined,
  required,
  uuid,
  word,
} from '../reading/index.ts';
import { type IdOf, referenced } from './references.ts';

/** Names of the organization's records in this file. */
export interface RouteNames {
  agents: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  integrations: ReadonlySet<string>;
  /** The integrations with a credential that a gateway may send. */
  httpIntegrations: ReadonlySet<string>;
}

export function httpRouteFields({ agents, resources, integrations, httpIntegrations }: RouteNames) {
  const integration = refined(nameAmong(integrations, 'an integration'), (name, tell, label) =>
    httpIntegrations.has(name) ? name : tell(`${label} must be of kind HTTP: a gateway can send no other credential`),
  );
  return {
    id: optional(uuid),
    name: required(recordName),
    baseUrl: required(baseAddress),
    integration: optional(nullable(integration)),
    resource: optional(nullable(nameAmong(resources, 'a resource'))),
    agents: optional(nullable(restriction(nameAmong(agents, 'an agent')))),
    actions: optional(nullable(restriction(word(EVENT_ACTIONS)))),
    methods: optional(nullable(restriction(word(HTTP_METHODS)))),
    timeoutMs: optional(integer(1, UPSTREAM_TIMEOUT_MS_MAX)),
    scanBody: optional(flag),
  };
}
export type HttpRouteEntry = RecordOf<ReturnType<typeof httpRouteFields>>;

/** An empty list would allow nothing, which is never meant; null or no field allows everything. */
function restriction<Item>(item: Reader<Item>): Reader<Item[]> {
  return refined(list(item, LIST_ITEMS_MAX, 1), (items) => [...new Set(items)]);
}

/** Contains the ids of the records that the file names. */
export function givenHttpRoute(
  { agents, resource, integration, ...entry }: HttpRouteEntry,
  idOf: { agent: IdOf; resource: IdOf; integration: IdOf },
): GivenHttpRoute {
  return {
    ...entry,
    integrationId: referenced(integration, idOf.integration),
    resourceId: referenced(resource, idOf.resource),
    agentIds: agents?.map(idOf.agent) ?? (agents as null | undefined),
  };
}
