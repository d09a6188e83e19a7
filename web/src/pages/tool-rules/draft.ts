// SPDX-License-Identifier: Apache-2.0
/** A set of tool rules as it is edited, what is sent of it, and the faults that can be seen before it is sent. */
import type { Destination, EventAction, ToolRule, ToolRulesSpec, UnlistedTools } from '@svc/contract';

/** The tool is not asked about. */
export const SPARED = 'SPARED';
/** The whole arguments, in the place of a pointer: the pointer to them is the empty text, which here says none. */
const WHOLE = '*';

export interface RuleDraft {
  /** Stays with the rule wherever it is moved. */
  readonly key: number;
  readonly tools: string;
  readonly action: EventAction | typeof SPARED;
  readonly resource: string | null;
  readonly destination: Destination | '';
  readonly records: string;
  readonly content: string;
}

export interface SetDraft {
  name: string;
  description: string;
  agent: string | null;
  resource: string | null;
  unlisted: UnlistedTools;
  rules: readonly RuleDraft[];
}

let lastKey = 0;

export function newRule(over: Partial<RuleDraft> = {}): RuleDraft {
  lastKey += 1;
  const nothing = { resource: null, destination: '', records: '', content: '' } as const;
  return { tools: '', action: 'WRITE_DATA', ...nothing, ...over, key: lastKey };
}

export const NEW_SET: SetDraft = {
  ...{ name: '', description: '', agent: null, resource: null, unlisted: 'DENY', rules: [] },
};

export function draftOf({ name, description, agent, resource, unlisted, rules }: ToolRulesSpec): SetDraft {
  return {
    name,
    description: description ?? '',
    agent: agent ?? null,
    resource: resource ?? null,
    unlisted: unlisted ?? 'DENY',
    rules: rules.map(ruleDraftOf),
  };
}

function ruleDraftOf(rule: ToolRule): RuleDraft {
  const { tools, action, resource, destination, records, content, decide } = rule;
  return newRule({
    tools,
    action: decide === false ? SPARED : (action ?? 'WRITE_DATA'),
    resource: resource ?? null,
    destination: destination ?? '',
    records: typedOf(records),
    content: typedOf(content),
  });
}

export function specOf({ name, description, agent, resource, unlisted, rules }: SetDraft): ToolRulesSpec {
  return {
    name: name.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(agent !== null && { agent }),
    ...(resource !== null && { resource }),
    unlisted,
    rules: rules.map(ruleOf),
  };
}

function ruleOf({ tools, action, resource, destination, records, content }: RuleDraft): ToolRule {
  if (action === SPARED) return { tools: tools.trim(), decide: false };
  return {
    tools: tools.trim(),
    action,
    ...(resource !== null && { resource }),
    ...(destination !== '' && { destination }),
    ...(records.trim() !== '' && { records: pointerOf(records) }),
    ...(content.trim() !== '' && { content: pointerOf(content) }),
  };
}

const typedOf = (pointer: string | undefined): string => (pointer === '' ? WHOLE : (pointer ?? ''));
const pointerOf = (typed: string): string => (typed.trim() === WHOLE ? '' : typed.trim());

export const isSameSet = (one: SetDraft, other: SetDraft): boolean =>
  JSON.stringify(specOf(one)) === JSON.stringify(specOf(other));

export type RuleField = 'tools' | 'resource' | 'records' | 'content';
export type RuleFault = 'noTools' | 'noResource' | 'noPointer';
/** By the place of the rule and its field, as the service names them: `rules[2].tools`. */
export type RuleFaults = ReadonlyMap<string, RuleFault>;

export const pathOf = (place: number, field: RuleField | 'action' | 'destination'): string =>
  `rules[${place}].${field}`;

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Where no rule has a resource of its own, the set lacks one: the fault is under `resource`, and not at each rule. */
export function ruleFaults({
  rules,
  resource,
  unlisted,
}: Pick<SetDraft, 'rules' | 'resource' | 'unlisted'>): RuleFaults {
  const faults = new Map<string, RuleFault>();
  const decided = rules.filter(({ action }) => action !== SPARED);
  const isOfSet = unlisted === 'WRITE' || (decided.length > 0 && decided.every((rule) => rule.resource === null));
  if (resource === null && isOfSet) faults.set('resource', 'noResource');
  rules.forEach((rule, place) => {
    if (rule.tools.trim() === '') faults.set(pathOf(place, 'tools'), 'noTools');
    if (rule.action === SPARED) return;
    if (rule.resource === null && resource === null && !isOfSet) faults.set(pathOf(place, 'resource'), 'noResource');
    for (const field of ['records', 'content'] as const) {
      if (!POINTER.test(pointerOf(rule[field]))) faults.set(pathOf(place, field), 'noPointer');
    }
  });
  return faults;
}

/** @returns the rules with one of them a step up or down; the same ones at either end */
export function moved(rules: readonly RuleDraft[], place: number, step: -1 | 1): readonly RuleDraft[] {
  const [rule, other] = [rules[place], rules[place + step]];
  if (rule === undefined || other === undefined) return rules;
  return rules.with(place, other).with(place + step, rule);
}
