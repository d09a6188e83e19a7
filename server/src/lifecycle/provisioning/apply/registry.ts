// SPDX-License-Identifier: Apache-2.0
/** The registered records of an organization: read, compared with the file, written. */

import type { Vault } from '../../../platform/vault/index.ts';
import { planWebhooks, selectWebhooks, webhookChanges, writeWebhooks } from '../../../record/webhooks/index.ts';
import { AGENT, agentChanges, BY_FILE, writeAgents } from '../../../registry/agents/index.ts';
import {
  hashOfKey,
  keyChanges,
  planApiKeys,
  selectApiKeys,
  selectKnownHashes,
  writeApiKeys,
} from '../../../registry/api-keys/index.ts';
import { HTTP_ROUTE, MCP_ROUTE, planHttpRoutes } from '../../../registry/gateway-routes/index.ts';
import {
  BY_OPERATOR,
  endLinksOfNewSecrets,
  integrationChanges,
  planIntegrations,
  selectIntegrations,
  writeIntegrations,
} from '../../../registry/integrations/index.ts';
import { type Identified, type RecordPlan, recordsOf } from '../../../registry/records/index.ts';
import { RESOURCE } from '../../../registry/resources/index.ts';
import type { Transaction } from '../../../storage/db/index.ts';
import type { Change } from '../../../storage/heads/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import type { Place } from '../reading/index.ts';
import { givenApiKey } from '../records/api-keys.ts';
import { givenHttpRoute } from '../records/http-routes.ts';
import { givenIntegration } from '../records/integrations.ts';
import { givenMcpRoute } from '../records/mcp-routes.ts';
import { finder, type IdsByName } from '../records/references.ts';
import { faultsAt } from './positions.ts';

type StoredRegistry = Awaited<ReturnType<typeof readRegistry>>;

export async function readRegistry(transaction: Transaction, id: string, entry: OrganizationEntry, vault: Vault) {
  const hashes = entry.apiKeys.flatMap(({ key }) => (key === undefined ? [] : [hashOfKey(key)]));
  return {
    resources: await RESOURCE.select(transaction, id),
    agents: await AGENT.select(transaction, id),
    apiKeys: await selectApiKeys(transaction, id),
    knownHashes: await selectKnownHashes(transaction, hashes),
    integrations: await selectIntegrations(transaction, id, vault),
    httpRoutes: await HTTP_ROUTE.select(transaction, id),
    mcpRoutes: await MCP_ROUTE.select(transaction, id),
    webhooks: await selectWebhooks(transaction, id, vault),
  };
}

type RegistryPlan = ReturnType<typeof planRegistry>;

/** Referenced records come before their references. */
export function planRegistry(entry: OrganizationEntry, stored: StoredRegistry, newId: () => string) {
  const resources = RESOURCE.plan(entry.resources, stored.resources, newId);
  const agents = AGENT.plan(entry.agents, stored.agents, newId);
  const integrations = planIntegrations(entry.integrations.map(givenIntegration), stored.integrations.byName, newId);
  const after = {
    agent: recordsAfter(stored.agents, agents),
    resource: recordsAfter(stored.resources, resources),
    integration: recordsAfter(stored.integrations.byName, integrations),
  };
  const missing: Fault[] = [];
  const idsFor = ({ place }: { place: Place }) => findersOf(after, place, missing);
  const { knownHashes } = stored;
  const keys = entry.apiKeys.map((key) => givenApiKey(key, idsFor(key).agent));
  const apiKeys = planApiKeys({ given: keys, stored: stored.apiKeys, knownHashes, newId });
  const httpRoutes = planHttpRoutes(
    entry.httpRoutes.map((route) => givenHttpRoute(route, idsFor(route))),
    stored.httpRoutes,
    byId(after.integration),
    newId,
  );
  const mcpRoutes = MCP_ROUTE.plan(
    entry.mcpRoutes.map((route) => givenMcpRoute(route, idsFor(route))),
    stored.mcpRoutes,
    newId,
  );
  const webhooks = planWebhooks(entry.webhooks, stored.webhooks.byUrl, newId);
  const plans = { resources, agents, integrations, apiKeys, httpRoutes, mcpRoutes, webhooks };
  const faults = (Object.keys(plans) as (keyof typeof plans)[]).flatMap((kind) => {
    return faultsAt(entry[kind], plans[kind].faults);
  });
  return {
    ...plans,
    after,
    faults: [...missing, ...faults],
    keyWarnings: faultsAt(entry.apiKeys, apiKeys.warnings),
    routeWarnings: faultsAt(entry.httpRoutes, httpRoutes.warnings),
  };
}

/** The names that records of the file may refer to. */
interface RecordsAfter {
  agent: IdsByName;
  resource: IdsByName;
  integration: IdsByName;
}

function findersOf({ agent, resource, integration }: RecordsAfter, { position }: Place, faults: Fault[]) {
  const tell = (message: string) => void faults.push({ position, message });
  return {
    agent: finder('the agent', agent, tell),
    resource: finder('the resource', resource, tell),
    integration: finder('the integration', integration, tell),
  };
}

function recordsAfter<Values extends { name: string }>(
  stored: ReadonlyMap<string, Identified<Values>>,
  plan: RecordPlan<Values>,
): Map<string, Identified<Values>> {
  return new Map([...stored, ...recordsOf(plan).map((record) => [record.name, record] as const)]);
}

function byId<Values>(records: ReadonlyMap<string, Identified<Values>>): Map<string, Identified<Values>> {
  return new Map([...records.values()].map((record) => [record.id, record]));
}

/** Warnings about routes that stay as they are stored, whatever the file says. */
export function storedRouteWarnings(
  entry: OrganizationEntry,
  stored: StoredRegistry,
  { after }: RegistryPlan,
): Fault[] {
  const routes = entry.httpRoutes.filter(({ name }) => stored.httpRoutes.has(name));
  const given = routes.map(({ name, baseUrl }) => ({ name, baseUrl: stored.httpRoutes.get(name)?.baseUrl ?? baseUrl }));
  const { warnings } = planHttpRoutes(given, stored.httpRoutes, byId(after.integration), () => '');
  return faultsAt(routes, warnings);
}

type Plans = Omit<RegistryPlan, 'after' | 'faults' | 'keyWarnings' | 'routeWarnings'>;

/** Referenced records are written before their references. @returns what ended with the changes */
export async function writeRegistry(
  transaction: Transaction,
  id: string,
  plan: Plans,
  stored: StoredRegistry,
  { vault, nowMs }: { vault: Vault; nowMs: number },
): Promise<Change[]> {
  const { integrations, webhooks } = stored;
  await RESOURCE.write(transaction, id, plan.resources, nowMs);
  await writeAgents(transaction, id, plan.agents, BY_FILE, nowMs);
  await writeApiKeys(transaction, id, plan.apiKeys, null, nowMs);
  const sealing = { vault, sealed: integrations.sealed, giver: BY_OPERATOR };
  await writeIntegrations(transaction, id, plan.integrations, sealing, nowMs);
  await HTTP_ROUTE.write(transaction, id, plan.httpRoutes, nowMs);
  await MCP_ROUTE.write(transaction, id, plan.mcpRoutes, nowMs);
  await writeWebhooks(transaction, id, plan.webhooks, { vault, sealed: webhooks.sealed }, nowMs);
  return await endLinksOfNewSecrets(transaction, id, plan.integrations);
}

export function registryChanges(plan: Plans): Change[] {
  return [
    ...RESOURCE.changes(plan.resources),
    ...agentChanges(plan.agents),
    ...keyChanges(plan.apiKeys),
    ...integrationChanges(plan.integrations),
    ...HTTP_ROUTE.changes(plan.httpRoutes),
    ...MCP_ROUTE.changes(plan.mcpRoutes),
    ...webhookChanges(plan.webhooks),
  ];
}
