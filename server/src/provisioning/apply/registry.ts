/** The registered records of an organization: read, compared with the file, written. */
import type { Transaction } from '../../db/index.ts';
import type { Change } from '../../heads/index.ts';
import { agentChanges, planAgents, selectAgents, writeAgents } from '../../registry/agents/index.ts';
import {
  hashOfKey,
  keyChanges,
  planApiKeys,
  selectApiKeys,
  selectKnownHashes,
  writeApiKeys,
} from '../../registry/api-keys/index.ts';
import {
  type IntegrationValues,
  integrationChanges,
  planIntegrations,
  selectIntegrations,
  writeIntegrations,
} from '../../registry/integrations/index.ts';
import { type Identified, type RecordPlan, recordsOf } from '../../registry/records/index.ts';
import { planResources, resourceChanges, selectResources, writeResources } from '../../registry/resources/index.ts';
import {
  httpRouteChanges,
  mcpRouteChanges,
  planHttpRoutes,
  planMcpRoutes,
  selectHttpRoutes,
  selectMcpRoutes,
  writeHttpRoutes,
  writeMcpRoutes,
} from '../../registry/routes/index.ts';
import type { Vault } from '../../vault/index.ts';
import { planWebhooks, selectWebhooks, webhookChanges, writeWebhooks } from '../../webhooks/index.ts';
import type { OrganizationEntry } from '../document.ts';
import { givenApiKey } from '../records/api-keys.ts';
import { givenHttpRoute } from '../records/http-routes.ts';
import { givenMcpRoute } from '../records/mcp-routes.ts';
import { finder } from '../records/references.ts';
import { faultsAt } from './positions.ts';

type StoredRegistry = Awaited<ReturnType<typeof readRegistry>>;

export async function readRegistry(transaction: Transaction, id: string, entry: OrganizationEntry, vault: Vault) {
  const hashes = entry.apiKeys.flatMap(({ key }) => (key === undefined ? [] : [hashOfKey(key)]));
  return {
    resources: await selectResources(transaction, id),
    agents: await selectAgents(transaction, id),
    apiKeys: await selectApiKeys(transaction, id),
    knownHashes: await selectKnownHashes(transaction, hashes),
    integrations: await selectIntegrations(transaction, id, vault),
    httpRoutes: await selectHttpRoutes(transaction, id),
    mcpRoutes: await selectMcpRoutes(transaction, id),
    webhooks: await selectWebhooks(transaction, id, vault),
  };
}

type RegistryPlan = ReturnType<typeof planRegistry>;

/** Referenced records come before their references. */
export function planRegistry(entry: OrganizationEntry, stored: StoredRegistry, newId: () => string) {
  const resources = planResources(entry.resources, stored.resources, newId);
  const agents = planAgents(entry.agents, stored.agents, newId);
  const integrations = planIntegrations(entry.integrations, stored.integrations.byName, newId);
  const idOf = { agent: finder(agents), resource: finder(resources), integration: finder(integrations) };
  const { knownHashes } = stored;
  const keys = entry.apiKeys.map((key) => givenApiKey(key, idOf.agent));
  const apiKeys = planApiKeys({ given: keys, stored: stored.apiKeys, knownHashes, newId });
  const httpRoutes = planHttpRoutes(
    entry.httpRoutes.map((route) => givenHttpRoute(route, idOf)),
    stored.httpRoutes,
    integrationsAfter(stored, integrations),
    newId,
  );
  const mcpRoutes = planMcpRoutes(
    entry.mcpRoutes.map((route) => givenMcpRoute(route, idOf)),
    stored.mcpRoutes,
    newId,
  );
  const webhooks = planWebhooks(entry.webhooks, stored.webhooks.byUrl, newId);
  const plans = { resources, agents, integrations, apiKeys, httpRoutes, mcpRoutes, webhooks };
  return {
    ...plans,
    faults: (Object.keys(plans) as (keyof typeof plans)[]).flatMap((kind) => faultsAt(entry[kind], plans[kind].faults)),
    warnings: [...faultsAt(entry.apiKeys, apiKeys.warnings), ...faultsAt(entry.httpRoutes, httpRoutes.warnings)],
  };
}

/** By id. */
function integrationsAfter(
  { integrations: { byName } }: StoredRegistry,
  plan: RecordPlan<IntegrationValues>,
): ReadonlyMap<string, Identified<IntegrationValues>> {
  return new Map([...byName.values(), ...recordsOf(plan)].map((record) => [record.id, record]));
}

type Plans = Omit<RegistryPlan, 'faults' | 'warnings'>;

/** Referenced records are written before their references. */
export async function writeRegistry(
  transaction: Transaction,
  id: string,
  plan: Plans,
  stored: StoredRegistry,
  { vault, nowMs }: { vault: Vault; nowMs: number },
): Promise<void> {
  const { integrations, webhooks } = stored;
  await writeResources(transaction, id, recordsOf(plan.resources), nowMs);
  await writeAgents(transaction, id, recordsOf(plan.agents), nowMs);
  await writeApiKeys(transaction, id, plan.apiKeys, nowMs);
  await writeIntegrations(transaction, id, plan.integrations, { vault, sealed: integrations.sealed }, nowMs);
  await writeHttpRoutes(transaction, id, recordsOf(plan.httpRoutes), nowMs);
  await writeMcpRoutes(transaction, id, recordsOf(plan.mcpRoutes), nowMs);
  await writeWebhooks(transaction, id, plan.webhooks, { vault, sealed: webhooks.sealed }, nowMs);
}

export function registryChanges(plan: Plans): Change[] {
  return [
    ...resourceChanges(plan.resources),
    ...agentChanges(plan.agents),
    ...keyChanges(plan.apiKeys),
    ...integrationChanges(plan.integrations),
    ...httpRouteChanges(plan.httpRoutes),
    ...mcpRouteChanges(plan.mcpRoutes),
    ...webhookChanges(plan.webhooks),
  ];
}
