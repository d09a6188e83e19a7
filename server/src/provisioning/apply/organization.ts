/** One organization: its stored rows are read, compared with the file, and the differences written. */

import {
  accountIdsByEmail,
  emailKeyOf,
  insertMemberships,
  membershipChanges,
  planMemberships,
  selectMemberships,
  updateRoles,
} from '../../accounts/index.ts';
import { type Transaction, uuidv7 } from '../../db/index.ts';
import type { Change, ChangeOrigin } from '../../heads/index.ts';
import { selectSettings, settingChanges, settingFaults, settingsOf, writeSettings } from '../../organizations/index.ts';
import { limitsOf } from '../../plans/index.ts';
import { planPolicies, selectPolicies, storeChanges } from '../../policies/index.ts';
import { agentsPastPlan } from '../../registry/agents/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import type { UserEntry } from '../records/users.ts';
import { faultAt, faultsAt } from './positions.ts';
import { planRegistry, readRegistry, registryChanges, writeRegistry } from './registry.ts';

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Everything that the file could change. The caller holds the head's lock. */
export async function readStored(transaction: Transaction, id: string, entry: OrganizationEntry, vault: Vault) {
  const emailKeys = entry.users.map((user) => emailKeyOf(user.email));
  return {
    settings: await selectSettings(transaction, id),
    accountIds: await accountIdsByEmail(transaction, emailKeys),
    memberships: await selectMemberships(transaction, id),
    policies: await selectPolicies(transaction, id),
    ...(await readRegistry(transaction, id, entry, vault)),
  };
}

export type OrganizationPlan = ReturnType<typeof planOrganization>;

/** The rows to write, and the conflicts. Writes nothing. */
export function planOrganization(id: string, entry: OrganizationEntry, stored: Stored, nowMs: number) {
  const settings = settingsOf(entry, stored.settings);
  const members = planMembers(entry.users, stored);
  const specs = entry.policies.map(({ spec }) => spec);
  const policies = planPolicies(specs, stored.policies);
  const { faults: registryFaults, warnings, ...registry } = planRegistry(entry, stored, () => uuidv7(nowMs));
  const agentFaults = agentsPastPlan(entry.agents, stored.agents, limitsOf(settings.plan, settings));
  const faults: Fault[] = [
    ...settingFaults(stored.settings, settings, stored.agents.size).map((fault) => faultAt(entry.place, fault)),
    ...faultsAt(entry.agents, agentFaults),
    ...members.faults,
    ...faultsAt(entry.policies, policies.faults),
    ...registryFaults,
  ];
  return {
    organization: { id, name: entry.name },
    settings,
    settingChanges: settingChanges(id, stored.settings, settings),
    memberships: members.plan,
    policies,
    ...registry,
    faults,
    warnings,
  };
}

/** People without an account are left out, which is a fault of its own. */
function planMembers(users: readonly UserEntry[], { accountIds, memberships }: Stored) {
  const known = users.flatMap((user) => {
    const accountId = accountIds.get(emailKeyOf(user.email));
    return accountId === undefined ? [] : [{ accountId, role: user.role, place: user.place }];
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
  await writeRegistry(transaction, id, plan, stored, { vault, nowMs });
  const changes = [...plan.settingChanges, ...membershipChanges(memberships), ...registryChanges(plan)];
  if (policies.changes.length === 0) return { changes, policySetVersion: version };
  const policySetVersion = version + 1;
  const planned = { organizationId: id, version: policySetVersion, origin, ...policies };
  const policyChanges = await storeChanges(transaction, planned);
  return { changes: [...changes, ...policyChanges], policySetVersion };
}
