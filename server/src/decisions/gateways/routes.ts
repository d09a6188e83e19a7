// SPDX-License-Identifier: Apache-2.0
/** Finds the route of a call and its restrictions. */
import type { EventAction, HttpMethod } from '@svc/contract';
import { hashText } from '@svc/core/audit-chain';
import type {
  AgentRecord,
  HttpRouteRecord,
  IntegrationRecord,
  McpRouteRecord,
  OrganizationSnapshot,
  ResourceRecord,
} from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { isHostAmong } from '../../registry/integrations/index.ts';

const NO_ROUTE = 'The organization has no such route of this gateway.';

/** @throws ApiError 404 for the route of another organization, and of the other gateway */
export function httpRouteOf(snapshot: OrganizationSnapshot, routeId: string | undefined): HttpRouteRecord | null {
  return routeId === undefined ? null : found(snapshot.httpRoutes.get(routeId.toLowerCase()));
}

/** @throws ApiError 404 for the route of another organization, and of the other gateway */
export function mcpRouteOf(snapshot: OrganizationSnapshot, routeId: string | undefined): McpRouteRecord | null {
  return routeId === undefined ? null : found(snapshot.mcpRoutes.get(routeId.toLowerCase()));
}

function found<Route>(route: Route | undefined): Route {
  if (route === undefined) throw new ApiError('not_found', { message: NO_ROUTE });
  return route;
}

/**
 * The integration whose credential goes with a call of this route.
 * @returns null when there is none, or when the route's host is not one of its allowed hosts
 */
export function credentialOf(snapshot: OrganizationSnapshot, route: HttpRouteRecord): IntegrationRecord | null {
  const known = credentials.get(route);
  if (known !== undefined) return known;
  const found = findCredential(snapshot, route);
  credentials.set(route, found);
  return found;
}

/** Each snapshot creates new records of routes and integrations, together. */
const credentials = new WeakMap<HttpRouteRecord, IntegrationRecord | null>();

function findCredential(snapshot: OrganizationSnapshot, route: HttpRouteRecord): IntegrationRecord | null {
  const integration = route.integrationId === null ? undefined : snapshot.integrations.get(route.integrationId);
  if (integration === undefined || integration.kind !== 'HTTP' || integration.credential === null) return null;
  return isHostAmong(route.baseUrl, integration.allowedHosts) ? integration : null;
}

/**
 * A digest of where a call of the route goes and with what. An approved call is not forwarded once it is another: a
 * credential that was exchanged counts too.
 */
export function bindingOf(route: HttpRouteRecord, integration: IntegrationRecord | null): string {
  const known = bindings.get(route);
  if (known !== undefined) return known;
  const { baseUrl, methods } = route;
  const { id = null, credential = null, sealedSecret = null } = integration ?? {};
  const binding = hashText(JSON.stringify([baseUrl, methods, id, credential, sealedSecret]));
  bindings.set(route, binding);
  return binding;
}

const bindings = new WeakMap<HttpRouteRecord, string>();

export interface RouteUse {
  agent: AgentRecord;
  resource: ResourceRecord;
  action: EventAction;
  method: HttpMethod;
}

/** The possible restrictions of a route, in the order of their checks. */
const RESTRICTIONS: readonly { of: string; admits(route: HttpRouteRecord, use: RouteUse): boolean }[] = [
  { of: 'resource', admits: ({ resourceId }, { resource }) => resourceId === null || resourceId === resource.id },
  { of: 'agent', admits: ({ agentIds }, { agent }) => agentIds === null || agentIds.includes(agent.id) },
  { of: 'action', admits: ({ actions }, { action }) => actions === null || actions.includes(action) },
  { of: 'method', admits: ({ methods }, { method }) => methods === null || methods.includes(method) },
];

/** @throws ApiError 403 that names the first restriction that the use violates */
export function checkRestrictions(route: HttpRouteRecord, use: RouteUse): void {
  const broken = RESTRICTIONS.find(({ admits }) => !admits(route, use));
  if (broken !== undefined) {
    throw new ApiError('forbidden', { message: `This route may not be used with this ${broken.of}.` });
  }
}
