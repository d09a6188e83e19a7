/** One organization: what is stored is read, compared with the file, and what differs is written. */
import {
  accountIdsByEmail,
  emailKeyOf,
  insertMemberships,
  selectMemberships,
  updateRoles,
} from '../../accounts/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import { uuidv7 } from '../../ids/index.ts';
import { PLAN_LIMITS } from '../../plans/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import { agentChanges, countFaults, planAgents, selectAgents, writeAgents } from '../records/agents.ts';
import { insertApiKeys, revokeApiKeys, selectApiKeys, selectKnownHashes, updateKeyTerms } from '../records/api-keys.ts';
import { hashOf, keyChanges, planApiKeys } from '../records/plan-api-keys.ts';
import { planPolicies, selectPolicies, writePolicies } from '../records/policies.ts';
import { planResources, selectResources, writeResources } from '../records/resources.ts';
import { selectSettings, settingFaults, settingsOf, writeSettings } from '../records/settings.ts';
import { membershipChanges, planMemberships } from '../records/users.ts';
import { type Change, changesOf, fieldsThatDiffer, recordsOf } from './plan-records.ts';

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Everything that the file could change. The caller holds the head's lock. */
export async function readStored(transaction: Transaction, id: string, entry: OrganizationEntry) {
  const emailKeys = entry.users.map((user) => emailKeyOf(user.email));
  const hashes = entry.apiKeys.flatMap(({ key }) => (key === undefined ? [] : [hashOf(key)]));
  const [settings, accountIds, memberships, resources, agents, apiKeys, knownHashes, policies] = await Promise.all([
    selectSettings(transaction, id),
    accountIdsByEmail(transaction, emailKeys),
    selectMemberships(transaction, id),
    selectResources(transaction, id),
    selectAgents(transaction, id),
    selectApiKeys(transaction, id),
    selectKnownHashes(transaction, hashes),
    selectPolicies(transaction, id),
  ]);
  return { settings, accountIds, memberships, resources, agents, apiKeys, knownHashes, policies };
}

export type OrganizationPlan = ReturnType<typeof planOrganization>;

/** What to write, and what stands against it. Writes nothing. */
export function planOrganization(id: string, entry: OrganizationEntry, stored: Stored, nowMs: number) {
  const newId = () => uuidv7(nowMs);
  const settings = settingsOf(entry, stored.settings);
  const memberships = planMemberships(entry.users, stored.accountIds, stored.memberships);
  const resources = planResources(entry.resources, stored.resources, newId);
  const agents = planAgents(entry.agents, stored.agents, newId);
  const { apiKeys: storedKeys, knownHashes } = stored;
  const apiKeys = planApiKeys({
    entries: entry.apiKeys,
    stored: storedKeys,
    knownHashes,
    agentIds: agents.idOf,
    newId,
  });
  const policies = planPolicies(entry.policies, stored.policies);
  const agentsMax = settings.agentsMax ?? PLAN_LIMITS[settings.plan].agents;
  const faults: Fault[] = [
    ...settingFaults(settings, entry.place),
    ...countFaults(entry.agents, stored.agents, agentsMax),
    ...[memberships, resources, agents, apiKeys, policies].flatMap((plan) => plan.faults),
  ];
  const organization = { id, name: entry.name };
  const settingsChanged = stored.settings === undefined ? null : fieldsThatDiffer(stored.settings, settings);
  return {
    organization,
    settings,
    settingsChanged,
    memberships,
    resources,
    agents,
    apiKeys,
    policies,
    faults,
    warnings: apiKeys.warnings,
  };
}

/** Writes the plan, what is referred to before what refers to it. */
export async function writeOrganization(
  transaction: Transaction,
  plan: OrganizationPlan,
  policySetVersion: number,
  nowMs: number,
): Promise<{ changes: Change[]; policySetVersion: number }> {
  const { organization, memberships, apiKeys } = plan;
  const { id } = organization;
  if (plan.settingsChanged === null || plan.settingsChanged.length > 0) {
    await writeSettings(transaction, organization, plan.settings, nowMs);
  }
  await insertMemberships(transaction, id, memberships.creates, nowMs);
  await updateRoles(transaction, id, memberships.updates);
  await writeResources(transaction, id, recordsOf(plan.resources), nowMs);
  await writeAgents(transaction, id, recordsOf(plan.agents), nowMs);
  const revokedIds = apiKeys.revokes.map((key) => key.id);
  await revokeApiKeys(transaction, id, revokedIds, nowMs);
  await insertApiKeys(transaction, id, apiKeys.creates, nowMs);
  const changedKeys = apiKeys.updates.map((update) => update.key);
  await updateKeyTerms(transaction, id, changedKeys, nowMs);
  const version = plan.policies.changes.length > 0 ? policySetVersion + 1 : policySetVersion;
  const policyChanges =
    version === policySetVersion ? [] : await writePolicies(transaction, id, plan.policies, version, nowMs);
  return { changes: [...changesBeforePolicies(plan), ...policyChanges], policySetVersion: version };
}

function changesBeforePolicies(plan: OrganizationPlan): Change[] {
  const describe = ({ name }: { name: string }) => ({ name });
  return [
    ...organizationChanges(plan),
    ...membershipChanges(plan.memberships),
    ...changesOf('resource', plan.resources, describe),
    ...agentChanges(plan.agents),
    ...keyChanges(plan.apiKeys),
  ];
}

function organizationChanges({ organization, settingsChanged }: OrganizationPlan): Change[] {
  const subject = { type: 'organization', id: organization.id };
  if (settingsChanged === null) return [{ kind: 'organization.created', subject, metadata: {} }];
  if (settingsChanged.length === 0) return [];
  return [{ kind: 'organization.updated', subject, metadata: { changedFields: settingsChanged } }];
}
