// SPDX-License-Identifier: Apache-2.0
/** The outcome of each record of the file: for the operator, who reads it before or after it is applied. */
import { type NormalizedPolicy, normalizePolicy } from '@svc/core/policy';
import { emailKeyOf } from '../../../people/accounts/index.ts';
import { webhookKeyOf } from '../../../record/webhooks/index.ts';
import { fieldsThatDiffer } from '../../../registry/records/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Position } from '../faults.ts';
import type { RecordKindName } from '../kept/index.ts';
import type { Place } from '../reading/index.ts';
import type { HeldRecord } from './held.ts';
import type { OrganizationPlan, Stored } from './organization.ts';

/**
 * `kept`: what the file says differs from what is stored, which people or keys changed and which stays. `removed`: it
 * was removed here and stays removed. `waiting`: it lets more through, and waits for a second person.
 */
type OutcomeName = 'create' | 'update' | 'unchanged' | 'kept' | 'removed' | 'waiting';

export interface RecordOutcome {
  kind: RecordKindName;
  /** A person stands without a name: logs outlive people. */
  name: string;
  position: Position;
  outcome: OutcomeName;
  /** The fields that are changed, or that differ. */
  fields: readonly string[];
  /** The id of a route, which callers of a gateway need. */
  id: string | null;
}

/** The records that a plan makes or changes, by the key of the record. */
interface Planned {
  creates: ReadonlySet<string>;
  updates: ReadonlyMap<string, readonly string[]>;
}

type PlannedKinds = Record<RecordKindName, Planned>;

export function outcomesOf(
  halves: { applied: OrganizationEntry; kept: OrganizationEntry },
  plans: { applied: OrganizationPlan; kept: OrganizationPlan },
  stored: Stored,
  passwords: ReadonlySet<string>,
): RecordOutcome[] {
  const applied = plannedKinds(plans.applied, halves.applied, stored, passwords);
  const kept = plannedKinds(plans.kept, halves.kept, stored, new Set());
  const ids = routeIds(plans.applied, stored);
  const outcomes = [
    ...shownOf(halves.applied).map((shown) => outcomeOf(shown, applied[shown.kind], ids, 'applied')),
    ...shownOf(halves.kept).map((shown) => outcomeOf(shown, kept[shown.kind], ids, 'kept')),
  ];
  const isTold = new Set(outcomes.filter(({ outcome }) => outcome !== 'unchanged').map(placeKey));
  return inOrder(
    outcomes.filter((one, at) => {
      if (one.outcome !== 'unchanged') return true;
      // A record of which one field stays is in both halves.
      return !isTold.has(placeKey(one)) && outcomes.findIndex((other) => placeKey(other) === placeKey(one)) === at;
    }),
  );
}

/** In the order of the file. */
export function inOrder(outcomes: readonly RecordOutcome[]): RecordOutcome[] {
  return outcomes.toSorted(({ position: left }, { position: right }) => {
    return left.line - right.line || left.column - right.column;
  });
}

/** The records, or fields of them, that wait for a second person. */
export function heldOutcomes(entry: OrganizationEntry, held: readonly HeldRecord[]): RecordOutcome[] {
  const shown = shownOf(entry);
  return held.flatMap(({ kind, key, fields }) => {
    const record = shown.find((one) => one.kind === kind && one.key === key);
    if (record === undefined) return [];
    const { name, place } = record;
    return [{ kind, name, position: place.position, outcome: 'waiting' as const, fields: fields ?? [], id: null }];
  });
}

function placeKey({ kind, position }: RecordOutcome): string {
  return `${kind} ${position.line}:${position.column}`;
}

interface Shown {
  kind: RecordKindName;
  key: string;
  name: string;
  place: Place;
}

/** Every record with its name as people may read it: an address of a webhook may hold a secret in its path. */
function shownOf(entry: OrganizationEntry): Shown[] {
  const named = (kind: RecordKindName, records: readonly { name: string; place: Place }[]): Shown[] =>
    records.map(({ name, place }) => ({ kind, key: name, name, place }));
  return [
    { kind: 'organization', key: '', name: entry.name, place: entry.place },
    ...entry.users.map(({ email, place }) => ({ kind: 'users' as const, key: emailKeyOf(email), name: '', place })),
    ...named('resources', entry.resources),
    ...named('agents', entry.agents),
    ...named('apiKeys', entry.apiKeys),
    ...named('integrations', entry.integrations),
    ...named('httpRoutes', entry.httpRoutes),
    ...named('mcpRoutes', entry.mcpRoutes),
    ...entry.webhooks.map(({ url, place }) => {
      return { kind: 'webhooks' as const, key: webhookKeyOf(url), name: new URL(url).host, place };
    }),
    ...entry.policies.map(({ spec: { name }, place }) => ({ kind: 'policies' as const, key: name, name, place })),
    ...named(
      'guardrails',
      entry.guardrails.map(({ claim: { name }, place }) => ({ name, place })),
    ),
    ...named(
      'budgets',
      entry.budgets.map(({ spec: { name }, place }) => ({ name, place })),
    ),
    ...named(
      'toolRules',
      entry.toolRules.map(({ spec: { name }, place }) => ({ name, place })),
    ),
  ];
}

/** Names in the file of fields that are stored by other names. */
const FILE_FIELDS: Readonly<Record<string, string>> = {
  agentId: 'agent',
  agentIds: 'agents',
  integrationId: 'integration',
  resourceId: 'resource',
};

function outcomeOf(
  { kind, key, name, place: { position } }: Shown,
  { creates, updates }: Planned,
  ids: ReadonlyMap<string, string>,
  half: 'applied' | 'kept',
): RecordOutcome {
  const fields = updates.get(key)?.map((field) => FILE_FIELDS[field] ?? field);
  const id = ids.get(`${kind} ${key}`) ?? null;
  const shown = { kind, name, position, fields: [...new Set(fields)], id };
  // An organization cannot be removed here: a new one stands in both halves, and the other one tells of it.
  if (creates.has(key) && half === 'kept' && kind === 'organization') return { ...shown, outcome: 'unchanged' };
  if (creates.has(key)) return { ...shown, outcome: half === 'applied' ? 'create' : 'removed' };
  if (fields === undefined) return { ...shown, outcome: 'unchanged' };
  return { ...shown, outcome: half === 'applied' ? 'update' : 'kept' };
}

function plannedKinds(
  plan: OrganizationPlan,
  entry: OrganizationEntry,
  stored: Stored,
  passwords: ReadonlySet<string>,
): PlannedKinds {
  const byName = recordsByKey<{ name: string }>(({ name }) => name);
  return {
    organization: plannedSettings(plan),
    users: plannedUsers(plan, entry, stored, passwords),
    resources: byName(plan.resources),
    agents: byName(plan.agents),
    apiKeys: plannedKeys(plan, entry.apiKeys),
    integrations: byName(plan.integrations),
    httpRoutes: byName(plan.httpRoutes),
    mcpRoutes: byName(plan.mcpRoutes),
    webhooks: recordsByKey<{ url: string }>(({ url }) => webhookKeyOf(url))(plan.webhooks),
    policies: plannedPolicies(plan),
    guardrails: byName(plan.guardrails),
    budgets: byName(plan.budgets),
    toolRules: byName(plan.toolRules),
  };
}

const recordsByKey =
  <Values>(keyOf: (values: Values) => string) =>
  (plan: {
    creates: readonly Values[];
    updates: readonly { record: Values; changedFields: readonly string[] }[];
  }): Planned => ({
    creates: new Set(plan.creates.map(keyOf)),
    updates: new Map(plan.updates.map(({ record, changedFields }) => [keyOf(record), changedFields])),
  });

function plannedSettings({ isNew, settingFields }: OrganizationPlan): Planned {
  return {
    creates: new Set(isNew ? [''] : []),
    updates: new Map(settingFields.length === 0 ? [] : [['', settingFields]]),
  };
}

/** A new value ends one key and begins another; a value that cannot be taken differs from the stored one. */
function plannedKeys({ apiKeys }: OrganizationPlan, entries: OrganizationEntry['apiKeys']): Planned {
  const refused = apiKeys.faults.map(({ index }) => entries[index]?.name ?? '');
  const revoked = new Set(apiKeys.revokes.map(({ name }) => name));
  return {
    creates: new Set(apiKeys.creates.flatMap(({ name }) => (revoked.has(name) ? [] : [name]))),
    updates: new Map<string, readonly string[]>([
      ...apiKeys.updates.map(({ record: { name }, changedFields }) => [name, changedFields] as const),
      ...[...revoked, ...refused].map((name) => [name, ['key']] as const),
    ]),
  };
}

function plannedUsers(
  { memberships }: OrganizationPlan,
  { users }: OrganizationEntry,
  { accountIds }: Stored,
  passwords: ReadonlySet<string>,
): Planned {
  const added = new Set(memberships.creates.map(({ accountId }) => accountId));
  const changed = new Set(memberships.updates.map(({ membership }) => membership.accountId));
  const keys = users.map(({ email }) => emailKeyOf(email));
  const idOf = (key: string) => accountIds.get(key) ?? '';
  const updates = keys.map((key) => {
    const fields = [...(changed.has(idOf(key)) ? ['role'] : []), ...(passwords.has(key) ? ['password'] : [])];
    return [key, fields] as const;
  });
  return {
    creates: new Set(keys.filter((key) => added.has(idOf(key)) || !accountIds.has(key))),
    updates: new Map(updates.filter(([, fields]) => fields.length > 0)),
  };
}

function plannedPolicies({ policies: { current, payload, changes } }: OrganizationPlan): Planned {
  const before = new Map(current.map((policy) => [policy.name, normalizePolicy(policy)]));
  const after = new Map(payload.map((policy) => [policy.name, normalizePolicy(policy)]));
  const updates = changes.flatMap(({ name, op }) => {
    const [old, next] = [before.get(name), after.get(name)];
    return op === 'update' && old !== undefined && next !== undefined ? [[name, policyFields(old, next)] as const] : [];
  });
  const creates = changes.flatMap(({ name, op }) => (op === 'create' ? [name] : []));
  return { creates: new Set(creates), updates: new Map(updates) };
}

function policyFields(before: NormalizedPolicy, after: NormalizedPolicy): string[] {
  const none = Object.fromEntries(Object.keys({ ...before, ...after }).map((field) => [field, null]));
  return fieldsThatDiffer({ ...none, ...before }, { ...none, ...after });
}

function routeIds({ httpRoutes, mcpRoutes }: OrganizationPlan, stored: Stored): Map<string, string> {
  const idsOf = (kind: RecordKindName, records: Iterable<readonly [string, string]>) =>
    [...records].map(([name, id]) => [`${kind} ${name}`, id] as const);
  const storedIds = (records: ReadonlyMap<string, { id: string }>) =>
    [...records].map(([name, { id }]) => [name, id] as const);
  return new Map([
    ...idsOf('httpRoutes', [...storedIds(stored.httpRoutes), ...httpRoutes.idOf]),
    ...idsOf('mcpRoutes', [...storedIds(stored.mcpRoutes), ...mcpRoutes.idOf]),
  ]);
}
