// SPDX-License-Identifier: Apache-2.0
/** Changes of one HTTP route by a person, each with its audit entry and a new generation. */

import { fieldFault, type HttpRoute, type HttpRouteChange, type HttpRouteCreation } from '@svc/contract';
import type pg from 'pg';
import { type AddressReach, readWebAddress } from '../../outgoing/egress/index.ts';
import type { Changer } from '../../people/memberships/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type IntegrationValues, refuseFurtherOrigin, selectIntegrations } from '../integrations/index.ts';
import { checkReachable } from '../names/index.ts';
import {
  createRecord,
  deleteRecord,
  type HeldChanger,
  type Identified,
  referenceTo,
  updateRecord,
} from '../records/index.ts';
import { baseUrlFault, HTTP_ROUTE, type HttpRouteValues, planHttpRoutes } from './kinds.ts';
import { looserRoute } from './looser-route.ts';
import { showHttpRoute } from './read-routes.ts';

const HTTP_ROUTES = HTTP_ROUTE.table<HttpRoute>({
  show: showHttpRoute,
  looser: (_where, changed) => looserRoute('http_route', changed),
});

/** The author of the change gave the secret of the credential when they asked for it: it is kept nowhere. */
interface Proven {
  isProven?: boolean;
}

/**
 * @returns the route with warnings for its author
 * @throws ApiError 400 for an invalid name, address or reference, and for an integration that is not HTTP. It is 400
 * for a further destination of a credential without its secret, and 409 for a name that another route has
 */
export async function createHttpRoute(
  pool: pg.Pool,
  { vault, reach }: { vault: Vault; reach: AddressReach },
  changer: HeldChanger & Proven,
  creation: HttpRouteCreation,
): Promise<HttpRoute> {
  const { name } = creation;
  const baseUrl = checkBaseUrl(creation.baseUrl);
  const { shown } = await createRecord(pool, changer, HTTP_ROUTES, name, async (where) => {
    const { transaction, organizationId, stored, newId } = where;
    await checkReachable(where, reach, 'baseUrl', baseUrl);
    const integrations = await integrationsById(transaction, organizationId, vault);
    const given = { name, baseUrl, ...(await termsOf(transaction, organizationId, creation, integrations)) };
    const aim = { baseUrl, integrationId: given.integrationId ?? null };
    if (changer.isProven !== true) {
      refuseFurtherOrigin(aim, integrations.get(aim.integrationId ?? ''), stored.byName.values(), creation.secret);
    }
    return planHttpRoutes([given], stored.byName, integrations, newId);
  });
  return shown;
}

/** @throws ApiError 400 as above, 404, 409 for a name that another route has and when another change came between */
export async function updateHttpRoute(
  pool: pg.Pool,
  { vault, reach }: { vault: Vault; reach: AddressReach },
  changer: HeldChanger & Proven,
  id: string,
  change: HttpRouteChange,
): Promise<HttpRoute> {
  const { name, updatedAt: seen } = change;
  const baseUrl = change.baseUrl === undefined ? undefined : checkBaseUrl(change.baseUrl);
  return await updateRecord(pool, changer, HTTP_ROUTES, { id, name, seen }, async (before, where) => {
    const { transaction, organizationId } = where;
    const integrations = await integrationsById(transaction, organizationId, vault);
    const terms = await termsOf(transaction, organizationId, change, integrations);
    if (baseUrl !== undefined && baseUrl !== before.baseUrl) await checkReachable(where, reach, 'baseUrl', baseUrl);
    const after = { ...before, name: name ?? before.name, baseUrl: baseUrl ?? before.baseUrl, ...terms };
    const integration = integrations.get(after.integrationId ?? '');
    if (changer.isProven !== true) {
      refuseFurtherOrigin(after, integration, where.stored.byName.values(), change.secret);
    }
    return after;
  });
}

/** @throws ApiError 404 */
export async function deleteHttpRoute(pool: pg.Pool, changer: Changer, routeId: string): Promise<void> {
  await deleteRecord(pool, changer, HTTP_ROUTES, routeId);
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
  { integration, resource, agents, actions, methods, timeoutMs, scanBody }: HttpRouteChange,
  integrations: ReadonlyMap<string, IntegrationValues>,
): Promise<Terms> {
  const terms: Terms = {};
  if (integration === null) terms.integrationId = null;
  else if (integration !== undefined) {
    const id = await referenceTo(transaction, organizationId, 'integration', integration);
    if (integrations.get(id)?.kind !== 'HTTP') {
      throw invalid('integration', fieldFault('NOT_HTTP_KIND'));
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
  if (scanBody !== undefined) terms.scanBody = scanBody;
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
  if (items?.length === 0) throw invalid(field, fieldFault('ALLOWS_NOTHING'));
  return items === null ? null : [...new Set(items)];
}
