// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of a tool call by tool rules: the act that it is, with its records and its text. It refuses to know
 * who calls, and never keeps arguments.
 */
import type { Destination, EventAction, ToolRule, ToolRulesSpec, UnlistedTools } from '@svc/contract';

/** A set of rules, for one agent or for any. */
export interface CompiledToolRules {
  readonly name: string;
  /** The registered name of the agent; null for any. */
  readonly agent: string | null;
  /** The registered name of the resource for what no rule takes. */
  readonly resource: string | null;
  readonly unlisted: UnlistedTools;
  readonly rules: readonly { readonly parts: readonly string[]; readonly rule: ToolRule }[];
}

export function compileToolRules(given: ToolRulesSpec): CompiledToolRules {
  const { name, agent, resource, unlisted = 'DENY', rules } = given;
  return {
    name,
    agent: agent ?? null,
    resource: resource ?? null,
    unlisted,
    rules: rules.map((rule) => ({
      parts: rule.tools.split(/\*+/),
      rule: resource === undefined ? rule : { resource, ...rule },
    })),
  };
}

/**
 * Each part between stars is looked for once, from where the one before it ended: the work is bounded by the lengths,
 * whatever the pattern.
 */
function takes([first = '', ...others]: readonly string[], tool: string): boolean {
  const last = others.pop();
  if (last === undefined) return tool === first;
  if (!tool.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = tool.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return tool.length - last.length >= at && tool.endsWith(last);
}

/** The act that a call is. */
export interface ReadCall {
  readonly kind: 'ACT';
  readonly action: EventAction;
  /** A registered name; null where the rule names none. */
  readonly resource: string | null;
  readonly destination: Destination | null;
  /** Null where the rule does not say, or the arguments hold no number there. */
  readonly recordsAffected: number | null;
  /** The text that is scanned; null for none. */
  readonly content: string | null;
}

/** The set and the place of the rule that takes a tool; without a rule, the set that says how others are decided. */
export interface TakenBy {
  readonly set: string;
  readonly rule: number | null;
}

/** SPARED: the rules say not to ask. UNLISTED: no rule takes the tool, and it is denied. */
export type CallReading = (ReadCall | { readonly kind: 'SPARED' } | { readonly kind: 'UNLISTED' }) & {
  readonly by: TakenBy | null;
};

export { checkToolRules, type ToolRulesFinding } from './check.ts';
export { isSameToolRules, normalizeToolRules, toolRulesDocument } from './normalize.ts';

const UNLISTED = { kind: 'UNLISTED', by: null } as const;

/** The sets that read calls of the agent: its own before those for any, each in its place. */
export function setsFor(sets: readonly CompiledToolRules[], agent: string | null): CompiledToolRules[] {
  const own = sets.filter((set) => set.agent !== null && set.agent === agent);
  return [...own, ...sets.filter((set) => set.agent === null)];
}

/**
 * The first rule that takes the tool counts.
 * @param agent its registered name; null where it is not known @param input the arguments, of any kind
 */
export function readCall(
  sets: readonly CompiledToolRules[],
  agent: string | null,
  tool: string,
  input: unknown,
): CallReading {
  const reading = setsFor(sets, agent);
  for (const set of reading) {
    const rule = set.rules.findIndex(({ parts }) => takes(parts, tool));
    const found = set.rules[rule];
    if (found !== undefined) return actOf(found.rule, input, { set: set.name, rule });
  }
  const writes = reading.find(({ unlisted }) => unlisted === 'WRITE');
  if (writes === undefined) return UNLISTED;
  return { ...NOTHING_SAID, action: 'WRITE_DATA', resource: writes.resource, by: { set: writes.name, rule: null } };
}

const NOTHING_SAID = { kind: 'ACT', destination: null, recordsAffected: null, content: null } as const;

function actOf(
  { action, resource, destination, records, content, decide }: ToolRule,
  input: unknown,
  by: TakenBy,
): CallReading {
  if (decide === false) return { kind: 'SPARED', by };
  // A rule without an action takes no call: its set was checked before, and a fault must not let one through.
  if (action === undefined) return UNLISTED;
  return {
    kind: 'ACT',
    by,
    action,
    resource: resource ?? null,
    destination: destination ?? null,
    recordsAffected: records === undefined ? null : countOf(valueAt(input, records)),
    content: content === undefined ? null : textOf(valueAt(input, content)),
  };
}

/** A whole number of records, or the length of a list. */
function countOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** A text as it is; anything else that is there, as JSON, so that nothing goes unscanned. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/** RFC 6901. Only own members and items are reached. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    if (Array.isArray(found) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}
