// SPDX-License-Identifier: Apache-2.0
/**
 * Splits off what lets more through, where the organization asks for a second person. A new agent is made with no
 * permission, so that its keys and routes find it; its permissions wait.
 */
import { compareCodePoints } from '@svc/core/code-point-order';
import { looserSettings } from '../../../organization/organizations/index.ts';
import { looserAgent } from '../../../registry/agents/index.ts';
import { looserBudget } from '../../../registry/budgets/index.ts';
import { looserRoute } from '../../../registry/gateway-routes/index.ts';
import { looserResource } from '../../../registry/resources/index.ts';
import { looserToolRules } from '../../../registry/tool-rules/index.ts';
import { looserGuardrail } from '../../../rules/guardrails/index.ts';
import type { OrganizationEntry } from '../document.ts';
import { type RecordKindName, recordDigest } from '../kept/index.ts';
import { changedIn, looserPolicies } from './looser.ts';
import type { OrganizationPlan, Stored } from './organization.ts';
import type { Split } from './split.ts';

/** A record of the file that waits; null: all of its fields. */
export interface HeldRecord {
  kind: RecordKindName;
  key: string;
  fields: readonly string[] | null;
  /** A new agent: its permissions alone wait. */
  isNew?: boolean;
}

/** @param planFor plans the file with some of its policies alone */
export function heldRecords(
  entry: OrganizationEntry,
  stored: Stored,
  plan: OrganizationPlan,
  planFor: (entry: OrganizationEntry) => OrganizationPlan,
  nowMs: number,
): HeldRecord[] {
  if (stored.settings?.loosenNeedsTwo !== true) return [];
  const settings = looserSettings(stored.settings, plan.settings).map(({ field }) => field);
  const agents = [...plan.after.agent.values()].map(({ permissions }) => permissions);
  const whole = (kind: RecordKindName, records: readonly { after: { name: string } }[]): HeldRecord[] =>
    records.map(({ after }) => ({ kind, key: after.name, fields: null }));
  return [
    ...(settings.length > 0 ? [{ kind: 'organization', key: '', fields: settings } as const] : []),
    ...whole(
      'resources',
      changedIn(plan.resources).filter((one) => looserResource(one, agents).length > 0),
    ),
    ...changedIn(plan.agents).flatMap((one): HeldRecord[] => {
      const fields = looserAgent(one, plan.after.resource).map(({ field }) => field);
      if (fields.length === 0) return [];
      const isNew = one.before === null;
      return [{ kind: 'agents', key: one.after.name, fields: isNew ? ['permissions'] : fields, isNew }];
    }),
    ...whole(
      'guardrails',
      changedIn(plan.guardrails).filter((one) => looserGuardrail(one).length > 0),
    ),
    ...whole(
      'budgets',
      changedIn(plan.budgets).filter((one) => looserBudget(one).length > 0),
    ),
    ...whole(
      'toolRules',
      changedIn(plan.toolRules).filter((one) => looserToolRules(one).length > 0),
    ),
    ...whole(
      'httpRoutes',
      changedIn(plan.httpRoutes).filter((one) => looserRoute('http_route', one).length > 0),
    ),
    ...whole(
      'mcpRoutes',
      changedIn(plan.mcpRoutes).filter((one) => looserRoute('mcp_route', one).length > 0),
    ),
    ...heldPolicies(entry, stored, plan, planFor, nowMs).map(
      (key) => ({ kind: 'policies', key, fields: null }) as const,
    ),
  ];
}

/** More changed policies than this wait together: each comparison takes its time. */
const POLICIES_APART_MAX = 10;

/** The policies that wait: the set of the others lets nothing more through. */
function heldPolicies(
  entry: OrganizationEntry,
  stored: Stored,
  plan: OrganizationPlan,
  planFor: (entry: OrganizationEntry) => OrganizationPlan,
  nowMs: number,
): string[] {
  const isLooser = (policies: OrganizationEntry['policies']): boolean =>
    looserPolicies(stored, planFor({ ...entry, policies }), nowMs) !== null;
  if (!isLooser(entry.policies)) return [];
  const changed = new Set(plan.policies.changes.map(({ name }) => name));
  const all = [...changed];
  if (all.length > POLICIES_APART_MAX) return all;
  const held = entry.policies.filter((one) => changed.has(one.spec.name) && isLooser([one]));
  const rest = entry.policies.filter((one) => !held.includes(one));
  return held.length === 0 || isLooser(rest) ? all : held.map(({ spec }) => spec.name);
}

/** The parts of the file that wait, as they are kept: without places, and so without anything beside the fields. */
export type HeldRequest = Record<string, unknown>;

/** @returns the file without what waits, and what waits */
export function splitHeld(split: Split, held: readonly HeldRecord[]): { split: Split; request: HeldRequest } {
  const { applied } = split;
  const request: HeldRequest = {};
  const after: Record<string, unknown> = { ...applied };
  // The same parts are the same request, whatever the order in which they were planned.
  for (const { kind, key, fields, isNew } of held.toSorted((one, other) => compareCodePoints(one.key, other.key))) {
    if (kind === 'organization') {
      const given = applied as unknown as Record<string, unknown>;
      request.settings = Object.fromEntries((fields ?? []).map((field) => [field, given[field]]));
      for (const field of fields ?? []) after[field] = undefined;
      continue;
    }
    const records = after[kind] as readonly Entry[];
    const at = records.findIndex((one) => nameOf(one) === key);
    const one = records[at];
    if (one === undefined) throw new Error('a record of the plan is not in the file');
    const { place: _place, ...values } = one;
    const kept = fields === null ? values : { name: key, ...picked(values, fields) };
    request[kind] = [...((request[kind] as object[] | undefined) ?? []), kept];
    after[kind] = records.toSpliced(at, 1, ...(fields === null ? [] : [without(one, fields, isNew === true)]));
  }
  const said = split.said.flatMap((one) => {
    const waits = held.find(({ kind, key }) => one.kind === kind && one.digest.equals(recordDigest({ key })));
    if (waits === undefined) return [one];
    if (waits.fields === null) return [];
    return [{ ...one, fields: withoutKeys(one.fields, waits.fields) }];
  });
  return { split: { ...split, applied: after as unknown as OrganizationEntry, said }, request };
}

type Entry = Record<string, unknown> & { place: unknown };

function nameOf(one: Record<string, unknown>): unknown {
  const { name, spec, claim } = one as { name?: string; spec?: { name: string }; claim?: { name: string } };
  return name ?? spec?.name ?? claim?.name;
}

/** An omitted permission list of a new agent restricts nothing. */
function picked(values: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

/** A stored agent keeps the fields that wait; a new one may do nothing. */
function without(one: Entry, fields: readonly string[], isNew: boolean): Entry {
  return { ...one, ...Object.fromEntries(fields.map((field) => [field, isNew ? [] : undefined])) };
}

function withoutKeys(fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
