/** One organization: what is stored is read, compared with the file, and what differs is written. */
import {
  accountIdsByEmail,
  emailKeyOf,
  insertMemberships,
  selectMemberships,
  updateRoles,
} from '../../accounts/index.ts';
import { type Transaction, uuidv7 } from '../../db/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import { agentChanges, countFaults, planAgents, selectAgents, writeAgents } from '../records/agents.ts';
import { insertApiKeys, revokeApiKeys, selectApiKeys, selectKnownHashes, updateKeyTerms } from '../records/api-keys.ts';
import { planHttpRoutes, selectHttpRoutes, writeHttpRoutes } from '../records/http-routes.ts';
import {
  type IntegrationValues,
  planIntegrations,
  selectIntegrations,
  writeIntegrations,
} from '../records/integrations.ts';
import { planMcpRoutes, selectMcpRoutes, writeMcpRoutes } from '../records/mcp-routes.ts';
import { hashOf, keyChanges, planApiKeys } from '../records/plan-api-keys.ts';
import { planPolicies, selectPolicies, writePolicies } from '../records/policies.ts';
import { planResources, selectResources, writeResources } from '../records/resources.ts';
import {
  agentsMaxOf,
  loweredLimitFaults,
  selectSettings,
  settingFaults,
  settingsOf,
  writeSettings,
} from '../records/settings.ts';
import { membershipChanges, planMemberships } from '../records/users.ts';
import { planWebhooks, selectWebhooks, writeWebhooks } from '../records/webhooks.ts';
import { type Change, changesOf, fieldsThatDiffer, type RecordPlan, recordsOf } from './plan-records.ts';

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Everything that the file could change. The caller holds the head's lock. */
export async function readStored(transaction: Transaction, id: string, entry: OrganizationEntry, vault: Vault) {
  const emailKeys = entry.users.map((user) => emailKeyOf(user.email));
  const hashes = entry.apiKeys.flatMap(({ key }) => (key === undefined ? [] : [hashOf(key)]));
  return {
    settings: await selectSettings(transaction, id),
    accountIds: await accountIdsByEmail(transaction, emailKeys),
    memberships: await selectMemberships(transaction, id),
    resources: await selectResources(transaction, id),
    agents: await selectAgents(transaction, id),
    apiKeys: await selectApiKeys(transaction, id),
    knownHashes: await selectKnownHashes(transaction, hashes),
    integrations: await selectIntegrations(transaction, id, vault),
    httpRoutes: await selectHttpRoutes(transaction, id),
    mcpRoutes: await selectMcpRoutes(transaction, id),
    webhooks: await selectWebhooks(transaction, id, vault),
    policies: await selectPolicies(transaction, id),
  };
}

export type OrganizationPlan = ReturnType<typeof planOrganization>;

/** What to write, and what stands against it. Writes nothing. */
export function planOrganization(id: string, entry: OrganizationEntry, stored: Stored, nowMs: number) {
  const settings = settingsOf(entry, stored.settings);
  const plans = {
    memberships: planMemberships(entry.users, stored.accountIds, stored.memberships),
    policies: planPolicies(entry.policies, stored.policies),
    ...planRegistry(entry, stored, () => uuidv7(nowMs)),
  };
  const faults: Fault[] = [
    ...settingFaults(settings, entry.place),
    ...loweredLimitFaults(entry.place, stored.settings, settings, stored.agents.size),
    ...countFaults(entry.agents, stored.agents, agentsMaxOf(settings)),
    ...Object.values(plans).flatMap((plan) => plan.faults),
  ];
  return {
    organization: { id, name: entry.name },
    settings,
    /** null: the organization is new. */
    settingsChanged: stored.settings === undefined ? null : fieldsThatDiffer(stored.settings, settings),
    ...plans,
    faults,
    warnings: [...plans.apiKeys.warnings, ...plans.httpRoutes.warnings],
  };
}

/** What is referred to comes before what refers to it. */
function planRegistry(entry: OrganizationEntry, stored: Stored, newId: () => string) {
  const resources = planResources(entry.resources, stored.resources, newId);
  const agents = planAgents(entry.agents, stored.agents, newId);
  const integrations = planIntegrations(entry.integrations, stored.integrations, newId);
  const idOf = { agent: finder(agents), resource: finder(resources), integration: finder(integrations) };
  const { apiKeys: storedKeys, knownHashes } = stored;
  return {
    resources,
    agents,
    integrations,
    apiKeys: planApiKeys({ entries: entry.apiKeys, stored: storedKeys, knownHashes, idOfAgent: idOf.agent, newId }),
    httpRoutes: planHttpRoutes(
      entry.httpRoutes,
      stored.httpRoutes,
      { idOf, integrations: integrationsAfter(stored, integrations) },
      newId,
    ),
    mcpRoutes: planMcpRoutes(entry.mcpRoutes, stored.mcpRoutes, idOf, newId),
    webhooks: planWebhooks(entry.webhooks, stored.webhooks, newId),
  };
}

/** By id. */
function integrationsAfter(
  { integrations: { byName } }: Stored,
  plan: RecordPlan<IntegrationValues>,
): ReadonlyMap<string, IntegrationValues> {
  return new Map([...byName.values(), ...recordsOf(plan)].map((record) => [record.id, record]));
}

/** Names were looked up when the file was read. */
function finder({ idOf }: { idOf: ReadonlyMap<string, string> }): (name: string) => string {
  return (name) => {
    const id = idOf.get(name);
    if (id === undefined) throw new Error('a reference was planned before it was checked');
    return id;
  };
}

/** Writes the plan, what is referred to before what refers to it. The version is that of the policy set. */
export async function writeOrganization(
  transaction: Transaction,
  plan: OrganizationPlan,
  stored: Stored,
  version: number,
  deps: { vault: Vault; nowMs: number },
): Promise<{ changes: Change[]; policySetVersion: number }> {
  const { organization, memberships, apiKeys, settingsChanged } = plan;
  const { vault, nowMs } = deps;
  const { id } = organization;
  if (settingsChanged?.length !== 0) await writeSettings(transaction, organization, plan.settings, nowMs);
  await insertMemberships(transaction, id, memberships.creates, nowMs);
  await updateRoles(transaction, id, memberships.updates);
  await writeResources(transaction, id, recordsOf(plan.resources), nowMs);
  await writeAgents(transaction, id, recordsOf(plan.agents), nowMs);
  await revokeApiKeys(
    transaction,
    id,
    apiKeys.revokes.map((key) => key.id),
    nowMs,
  );
  await insertApiKeys(transaction, id, apiKeys.creates, nowMs);
  await updateKeyTerms(
    transaction,
    id,
    apiKeys.updates.map((update) => update.key),
    nowMs,
  );
  const { integrations, webhooks } = stored;
  await writeIntegrations(transaction, id, plan.integrations, { vault, sealed: integrations.sealed }, nowMs);
  await writeHttpRoutes(transaction, id, recordsOf(plan.httpRoutes), nowMs);
  await writeMcpRoutes(transaction, id, recordsOf(plan.mcpRoutes), nowMs);
  await writeWebhooks(transaction, id, plan.webhooks, { vault, sealed: webhooks.sealed }, nowMs);
  const changes = registryChanges(plan);
  if (plan.policies.changes.length === 0) return { changes, policySetVersion: version };
  const policyChanges = await writePolicies(transaction, id, plan.policies, version + 1, nowMs);
  return { changes: [...changes, ...policyChanges], policySetVersion: version + 1 };
}

function registryChanges(plan: OrganizationPlan): Change[] {
  const named = ({ name }: { name: string }) => ({ name });
  return [
    ...organizationChanges(plan),
    ...membershipChanges(plan.memberships),
    ...changesOf('resource', plan.resources, named),
    ...agentChanges(plan.agents),
    ...keyChanges(plan.apiKeys),
    ...changesOf('integration', plan.integrations, named),
    ...changesOf('http_route', plan.httpRoutes, named),
    ...changesOf('mcp_route', plan.mcpRoutes, named),
    // An address of a webhook often holds a secret in its path, so it names no endpoint here: the id does.
    ...changesOf('webhook', plan.webhooks, () => ({})),
  ];
}

function organizationChanges({ organization, settingsChanged }: OrganizationPlan): Change[] {
  const subject = { type: 'organization', id: organization.id };
  if (settingsChanged === null) return [{ kind: 'organization.created', subject, metadata: {} }];
  if (settingsChanged.length === 0) return [];
  return [{ kind: 'organization.updated', subject, metadata: { changedFields: settingsChanged } }];
}
