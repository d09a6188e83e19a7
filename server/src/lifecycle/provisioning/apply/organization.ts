// SPDX-License-Identifier: Apache-2.0
/** One organization: its stored rows are read, compared with the file, and the differences written. */

import {
  selectSettings,
  settingChanges,
  settingFaults,
  settingsOf,
  writeSettings,
} from '../../../organization/organizations/index.ts';
import type { AddressReach } from '../../../outgoing/egress/index.ts';
import { accountIdsByEmail, emailKeyOf } from '../../../people/accounts/index.ts';
import {
  endInvitationsOf,
  insertMemberships,
  membershipChanges,
  planMemberships,
  selectMemberships,
  updateRoles,
} from '../../../people/memberships/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { agentsPastPlan } from '../../../registry/agents/index.ts';
import { budgetChanges, planBudgets, selectBudgetsByName, writeBudgets } from '../../../registry/budgets/index.ts';
import { limitsOf } from '../../../registry/plans/index.ts';
import { fieldsThatDiffer, type RecordWrites, recordsOf } from '../../../registry/records/index.ts';
import { planToolRules, TOOL_RULES } from '../../../registry/tool-rules/index.ts';
import {
  guardrailChanges,
  planGuardrails,
  selectGuardrails,
  selectPastGuardrailNames,
  writeGuardrails,
} from '../../../rules/guardrails/index.ts';
import {
  appliedPolicies,
  planPolicies,
  selectPastPolicyNames,
  selectPolicies,
  storeChanges,
} from '../../../rules/policies/index.ts';
import { type Transaction, uuidv7 } from '../../../storage/db/index.ts';
import type { Change, ChangeOrigin } from '../../../storage/heads/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import type { UserEntry } from '../records/users.ts';
import { claimFaultsOf } from './guard.ts';
import { faultAt, faultsAt } from './positions.ts';
import { reachFaults } from './reach.ts';
import { planRegistry, readRegistry, registryChanges, storedRouteWarnings, writeRegistry } from './registry.ts';

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Everything that the file could change. The caller holds the head's lock. */
export async function readStored(transaction: Transaction, id: string, entry: OrganizationEntry, vault: Vault) {
  const emailKeys = entry.users.map((user) => emailKeyOf(user.email));
  return {
    settings: await selectSettings(transaction, id),
    accountIds: await accountIdsByEmail(transaction, emailKeys),
    memberships: await selectMemberships(transaction, id),
    policies: await selectPolicies(transaction, id),
    pastPolicies: await selectPastPolicyNames(transaction, id),
    guardrails: await selectGuardrails(transaction, id),
    pastGuardrails: await selectPastGuardrailNames(transaction, id),
    budgets: await selectBudgetsByName(transaction, id),
    toolRules: await TOOL_RULES.select(transaction, id),
    ...(await readRegistry(transaction, id, entry, vault)),
  };
}

export type OrganizationPlan = ReturnType<typeof planOrganization>;

/** The rows to write, and the conflicts. Writes nothing. */
export function planOrganization(id: string, entry: OrganizationEntry, stored: Stored, nowMs: number) {
  // An organization that a file makes may reach the ranges that the operator opened, unless the file says otherwise.
  const privateNetworks = entry.privateNetworks ?? (stored.settings === undefined ? true : undefined);
  const settings = settingsOf({ ...entry, privateNetworks }, stored.settings);
  const members = planMembers(entry.users, stored);
  const specs = entry.policies.map(({ spec }) => spec);
  const policies = planPolicies(specs, stored.policies);
  const guardrails = planGuardrails(entry.guardrails, stored.guardrails, () => uuidv7(nowMs));
  const budgets = planBudgets(
    entry.budgets.map(({ spec }) => spec),
    stored.budgets,
    () => uuidv7(nowMs),
    nowMs,
  );
  const toolRules = planToolRules(
    entry.toolRules.map(({ spec }) => spec),
    stored.toolRules,
    () => uuidv7(nowMs),
  );
  const { faults: registryFaults, ...registry } = planRegistry(entry, stored, () => uuidv7(nowMs));
  const agentFaults = agentsPastPlan(entry.agents, stored.agents, limitsOf(settings.plan, settings));
  const faults: Fault[] = [
    ...settingFaults(stored.settings, settings, stored.agents.size).map((fault) => faultAt(entry.place, fault)),
    ...faultsAt(entry.agents, agentFaults),
    ...members.faults,
    ...faultsAt(entry.policies, policies.faults),
    ...faultsAt(entry.guardrails, guardrails.faults),
    ...faultsAt(entry.budgets, budgets.faults),
    ...faultsAt(entry.toolRules, toolRules.faults),
    ...registryFaults,
  ];
  return {
    organization: { id, name: entry.name },
    isNew: stored.settings === undefined,
    settings,
    settingFields: stored.settings === undefined ? [] : fieldsThatDiffer(stored.settings, settings),
    settingChanges: settingChanges(id, stored.settings, settings),
    memberships: members.plan,
    policies,
    guardrails,
    budgets,
    toolRules,
    ...registry,
    faults,
  };
}

/** The organization as a plan leaves it. */
export function storedAfter(stored: Stored, plan: OrganizationPlan): Stored {
  const written = <Values extends { name: string }>(records: RecordWrites<Values>) =>
    recordsOf(records).map((record) => [record.name, record] as const);
  const { agent: agents, resource: resources } = plan.after;
  const versions = new Map([...stored.guardrails.values()].map(({ id, version }) => [id, version]));
  const guardrails = written(plan.guardrails).map(
    ([name, one]) => [name, { ...one, version: versions.get(one.id) ?? 0 }] as const,
  );
  return {
    ...stored,
    settings: plan.settings,
    agents,
    resources,
    guardrails: new Map([...stored.guardrails, ...guardrails]),
    budgets: new Map([...stored.budgets, ...written(plan.budgets)]),
    toolRules: new Map([...stored.toolRules, ...written(plan.toolRules)]),
    httpRoutes: new Map([...stored.httpRoutes, ...written(plan.httpRoutes)]),
    mcpRoutes: new Map([...stored.mcpRoutes, ...written(plan.mcpRoutes)]),
    integrations: { ...stored.integrations, byName: plan.after.integration },
    policies: appliedPolicies(plan.policies),
  };
}

/** The plan of the records that are applied, and how those that stay as they are stored differ from the file. */
export function planHalves(
  id: string,
  { applied, kept }: { applied: OrganizationEntry; kept: OrganizationEntry },
  stored: Stored,
  { nowMs, reach }: { nowMs: number; reach: AddressReach },
) {
  const plan = planOrganization(id, applied, stored, nowMs);
  const { privateNetworks } = plan.settings;
  plan.faults.push(...reachFaults(applied, reach, { owner: id, privateNetworks }));
  if (plan.faults.length === 0) plan.faults.push(...claimFaultsOf({ applied, kept }, stored, plan, nowMs));
  const { agent: agents, resource: resources, integration: byName } = plan.after;
  const after = { ...stored, agents, resources, integrations: { ...stored.integrations, byName } };
  const keptPlan = planOrganization(id, kept, after, nowMs);
  const warnings: Fault[] = [
    ...plan.keyWarnings,
    ...plan.routeWarnings,
    ...keptPlan.keyWarnings,
    ...storedRouteWarnings(kept, stored, plan),
  ];
  return { plan, keptPlan, warnings };
}

/** People without an account are left out, which is a fault of its own. */
function planMembers(users: readonly UserEntry[], { accountIds, memberships }: Stored) {
  const roles = new Map(memberships.map(({ accountId, role }) => [accountId, role]));
  const known = users.flatMap((user) => {
    const accountId = accountIds.get(emailKeyOf(user.email)) ?? '';
    const role = user.role ?? roles.get(accountId);
    return accountId === '' || role === undefined ? [] : [{ accountId, role, place: user.place }];
  });
  const plan = planMemberships(
    known.map(({ accountId, role }) => ({ accountId, role })),
    memberships,
  );
  const index = plan.lastOwnerAt;
  const message = 'the last OWNER of the organization cannot get another role';
  return { plan, faults: index === null ? [] : faultsAt(known, [{ index, fields: ['role'], message }]) };
}

/** Writes the plan, referenced records first. The version is that of the policy set. */
export async function writeOrganization(
  transaction: Transaction,
  plan: OrganizationPlan,
  stored: Stored,
  version: number,
  { vault, origin }: { vault: Vault; origin: ChangeOrigin },
): Promise<{ changes: Change[]; policySetVersion: number }> {
  const { organization, memberships, policies } = plan;
  const { id } = organization;
  const { nowMs } = origin;
  if (plan.settingChanges.length > 0) await writeSettings(transaction, organization, plan.settings, nowMs);
  await insertMemberships(transaction, id, memberships.creates, nowMs);
  const roles = memberships.updates.map(({ membership }) => membership);
  await updateRoles(transaction, id, roles);
  const invitations: Change[] = [];
  for (const { accountId, role } of roles) {
    invitations.push(...(await endInvitationsOf(transaction, id, accountId, role)));
  }
  const ended = await writeRegistry(transaction, id, plan, stored, { vault, nowMs });
  await writeGuardrails(transaction, id, plan.guardrails, { origin });
  await writeBudgets(transaction, id, plan.budgets, nowMs);
  await TOOL_RULES.write(transaction, id, plan.toolRules, nowMs);
  const changes = [
    ...plan.settingChanges,
    ...membershipChanges(memberships),
    ...invitations,
    ...registryChanges(plan),
    ...ended,
    ...guardrailChanges(plan.guardrails),
    ...budgetChanges(plan.budgets),
    ...TOOL_RULES.changes(plan.toolRules),
  ];
  if (policies.changes.length === 0) return { changes, policySetVersion: version };
  const policySetVersion = version + 1;
  const planned = { organizationId: id, version: policySetVersion, origin, ...policies };
  const policyChanges = await storeChanges(transaction, planned);
  return { changes: [...changes, ...policyChanges], policySetVersion };
}
