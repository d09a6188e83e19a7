// SPDX-License-Identifier: Apache-2.0
/** Sets of tool rules as a kind of records, and the parts of their changes that let more through. */
import {
  type LooserRecord,
  TOOL_RULES_MAX,
  type ToolRule,
  type ToolRulesSpec,
  type UnlistedTools,
} from '@svc/contract';
import { checkToolRules, normalizeToolRules } from '@svc/core/tool-rules';
import { lineFault } from '../names/index.ts';
import { fieldsThatDiffer, type Identified, kindOf, type RecordFault, type RecordPlan } from '../records/index.ts';

export interface ToolRulesValues {
  name: string;
  description: string | null;
  /** The registered name of the agent; null for any. */
  agent: string | null;
  /** The registered name of the resource of rules that name none. */
  resource: string | null;
  rules: readonly ToolRule[];
  unlisted: UnlistedTools;
}

export const TOOL_RULES = kindOf<ToolRulesValues, 'rules'>({
  noun: 'set of tool rules',
  aNoun: 'a set of tool rules',
  nouns: 'sets of tool rules',
  nameFault: lineFault,
  type: 'tool_rules',
  table: 'svc.tool_rules',
  columns: {
    ...{ name: 'text', description: 'text', agent: 'text', resource: 'text' },
    ...{ rules: 'jsonb', unlisted: 'text' },
  },
  defaults: { description: null, agent: null, resource: null, unlisted: 'DENY' },
});

/** A given set is whole: a field that it leaves out is empty. */
export function valuesOfSpec(given: ToolRulesSpec): ToolRulesValues {
  const { description = null, agent = null, resource = null, ...set } = normalizeToolRules(given);
  return { ...set, description, agent, resource };
}

export function specOf({ description, agent, resource, ...set }: ToolRulesValues): ToolRulesSpec {
  return normalizeToolRules({
    ...{ name: set.name, rules: [...set.rules], unlisted: set.unlisted },
    ...(description !== null && { description }),
    ...(agent !== null && { agent }),
    ...(resource !== null && { resource }),
  });
}

export function planToolRules(
  given: readonly ToolRulesSpec[],
  stored: ReadonlyMap<string, Identified<ToolRulesValues>>,
  newId: () => string,
): RecordPlan<ToolRulesValues> {
  const plan = TOOL_RULES.plan(given.map(valuesOfSpec), stored, newId);
  return { ...plan, faults: [...plan.faults, ...given.flatMap(faultsOf), ...roomFaults(given, stored)] };
}

/** Faults of one set that passed its schema. */
export function faultsOf(set: ToolRulesSpec, index: number): RecordFault[] {
  return checkToolRules(set).errors.map(({ path, message }) => ({ index, fields: [path], message }));
}

/** The first set with which an organization would have more rules than it may. */
function roomFaults(
  given: readonly ToolRulesSpec[],
  stored: ReadonlyMap<string, Identified<ToolRulesValues>>,
): RecordFault[] {
  const replaced = new Set(given.map(({ name }) => name));
  let count = [...stored.values()].reduce((sum, set) => sum + (replaced.has(set.name) ? 0 : set.rules.length), 0);
  const index = given.findIndex(({ rules }) => {
    count += rules.length;
    return count > TOOL_RULES_MAX;
  });
  const message = `an organization has at most ${TOOL_RULES_MAX} tool rules in all its sets`;
  return index === -1 ? [] : [{ index, fields: ['rules'], message }];
}

interface Changed {
  before: ToolRulesValues | null;
  after: ToolRulesValues | null;
}

/**
 * Another action, resource or count may be a lesser one, and so may that of no rule at all: each change counts.
 * The name does too, for sets are read in the order of their names.
 */
export function looserToolRules({ before, after }: Changed): LooserRecord[] {
  const name = before?.name ?? after?.name ?? '';
  const of = { type: 'tool_rules', name } as const;
  if (before === null) return after === null ? [] : [{ ...of, field: 'created', before: null, after: specOf(after) }];
  if (after === null) return [{ ...of, field: 'deleted', before: specOf(before), after: null }];
  return (fieldsThatDiffer(before, after) as (keyof ToolRulesValues)[])
    .filter((field) => field !== 'description')
    .map((field) => ({ ...of, field, before: before[field], after: after[field] }));
}
