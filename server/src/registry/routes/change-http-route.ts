/** Changes of one HTTP route by a person, each with its audit entry and a new generation. */

import type { EventAction, HttpMethod } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { type Transaction, uuidv7 } from '../../db/index.ts';
import { readWebAddress } from '../../egress/index.ts';
import { invalid } from '../../errors/index.ts';
import type { Vault } from '../../vault/index.ts';
import { type IntegrationValues, selectIntegrations } from '../integrations/index.ts';
import {
  checkNameIsFree,
  checkRoom,
  deletedEntry,
  findRecord,
  type Identified,
  lineFault,
  planChange,
  recordsOf,
  referenceTo,
  refuseName,
} from '../records/index.ts';
import {
  baseUrlFault,
  HTTP_ROUTE,
  type HttpRouteValues,
  httpRouteChanges,
  planHttpRoutes,
  warningsOf,
} from './plan-http-routes.ts';
import { removeHttpRoute, selectHttpRoutes, writeHttpRoutes } from './rows.ts';

/** Integration, resource and agents by name or id; null restricts nothing. */
export interface HttpRouteCreation {
  name: string;
  baseUrl: string;
  integration?: string | null;
  resource?: string | null;
  agents?: readonly string[] | null;
  actions?: readonly EventAction[] | null;
  methods?: readonly HttpMethod[] | null;
  timeoutMs?: number;
}

/** An omitted field keeps its value. */
export type HttpRouteChange = Partial<HttpRouteCreation>;

/** A route with the warnings for its author. */
export interface WarnedRoute {
  route: Identified<HttpRouteValues>;
  warnings: string[];
}

/**
 * @throws ApiError 400 for an invalid name, address or reference, and for an integration that is not HTTP; 409 for a
 * name that another route has
 */
export async function createHttpRoute(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  creation: HttpRouteCreation,
): Promise<WarnedRoute> {
  refuseName(creation.name, lineFault);
  const baseUrl = checkBaseUrl(creation.baseUrl);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectHttpRoutes(transaction, organizationId);
    checkNameIsFree('an HTTP route', creation.name, stored, null);
    checkRoom('HTTP routes', stored.size);
    const integrations = await integrationsById(transaction, organizationId, vault);
    const { name } = creation;
    const given = { name, baseUrl, ...(await termsOf(transaction, organizationId, creation, integrations)) };
    const planned = planHttpRoutes([given], stored, integrations, () => uuidv7(nowMs));
    const [route] = planned.creates;
    if (route === undefined) throw new Error('a route with a free name was not planned');
    await writeHttpRoutes(transaction, organizationId, [route], nowMs);
    const warnings = planned.warnings.map(({ message }) => message);
    return { result: { route, warnings }, changes: httpRouteChanges(planned) };
  });
}

/** @throws ApiError 400 as above, 404, 409 for a name that another route has */
export async function updateHttpRoute(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  routeId: string,
  change: HttpRouteChange,
): Promise<WarnedRoute> {
  refuseName(change.name, lineFault);
  const baseUrl = change.baseUrl === undefined ? {} : { baseUrl: checkBaseUrl(change.baseUrl) };
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectHttpRoutes(transaction, organizationId);
    const before = findRecord('HTTP route', stored, routeId);
    const integrations = await integrationsById(transaction, organizationId, vault);
    const terms = await termsOf(transaction, organizationId, change, integrations);
    const route: Identified<HttpRouteValues> = { ...before, name: change.name ?? before.name, ...baseUrl, ...terms };
    checkNameIsFree('an HTTP route', route.name, stored, before.id);
    const planned = planChange<HttpRouteValues>(before, route);
    await writeHttpRoutes(transaction, organizationId, recordsOf(planned), nowMs);
    const warnings = warningsOf(route, integrations).map(({ message }) => message);
    return { result: { route, warnings }, changes: httpRouteChanges(planned) };
  });
}

/** @throws ApiError 404 */
export async function deleteHttpRoute(pool: pg.Pool, changer: Changer, routeId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const route = findRecord('HTTP route', await selectHttpRoutes(transaction, organizationId), routeId);
    await removeHttpRoute(transaction, organizationId, route.id);
    return { result: undefined, changes: [deletedEntry(HTTP_ROUTE, route)] };
  });
}

/** @returns its normal form, in which it is stored @throws ApiError 400 */
function checkBaseUrl(given: string): string {
  const { href, fault } = readWebAddress(given);
  if (href === undefined) throw invalid('baseUrl', fault);
  const query = baseUrlFault(href);
  if (query !== null) throw invalid('baseUrl', query);
  return href;
}

async function integrationsById(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<Map<string, Identified<IntegrationValues>>> {
  const { byName } = await selectIntegrations(transaction, organizationId, vault);
  return new Map([...byName.values()].map((integration) => [integration.id, integration]));
}

type Terms = Partial<Omit<HttpRouteValues, 'name' | 'baseUrl'>>;

/** Everything given beside name and address, with the ids of the named records. */
async function termsOf(
  transaction: Transaction,
  organizationId: string,
  { integration, resource, agents, actions, methods, timeoutMs }: HttpRouteChange,
  integrations: ReadonlyMap<string, IntegrationValues>,
): Promise<Terms> {
  const terms: Terms = {};
  if (integration === null) terms.integrationId = null;
  else if (integration !== undefined) {
    const id = await referenceTo(transaction, organizationId, 'integration', integration);
    if (integrations.get(id)?.kind !== 'HTTP') {
      throw invalid('integration', 'must be of kind HTTP: a gateway can send no other credential');
    }
    terms.integrationId = id;
  }
  if (resource === null) terms.resourceId = null;
  else if (resource !== undefined) {
    terms.resourceId = await referenceTo(transaction, organizationId, 'resource', resource);
  }
  if (agents === null) terms.agentIds = null;
  else if (agents !== undefined) terms.agentIds = await agentIdsOf(transaction, organizationId, agents);
  if (actions !== undefined) terms.actions = restriction('actions', actions);
  if (methods !== undefined) terms.methods = restriction('methods', methods);
  if (timeoutMs !== undefined) terms.timeoutMs = timeoutMs;
  return terms;
}

async function agentIdsOf(
  transaction: Transaction,
  organizationId: string,
  agents: readonly string[],
): Promise<readonly string[] | null> {
  const ids: string[] = [];
  for (const [index, agent] of agents.entries()) {
    ids.push(await referenceTo(transaction, organizationId, 'agent', agent, `agents[${index}]`));
  }
  return restriction('agents', ids);
}

/** An empty list would allow nothing, which is never meant. @throws ApiError 400 */
function restriction<Item>(field: string, items: readonly Item[] | null): readonly Item[] | null {
  if (items?.length === 0) throw invalid(field, 'must not be empty; null restricts nothing');
  return items === null ? null : [...new Set(items)];
}
