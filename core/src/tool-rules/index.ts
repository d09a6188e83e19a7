// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of a tool call by tool rules: the act that it is, with its records and its text. It refuses to know
 * who calls, and never keeps arguments.
 */
import type { Destination, EventAction, ToolRule, ToolRulesInput, UnlistedTools } from '@svc/contract';

/** A set of rules, for one agent or for any. */
export interface CompiledToolRules {
  readonly name: string;
  /** The registered name of the agent; null for any. */
  readonly agent: string | null;
  readonly unlisted: UnlistedTools;
  readonly rules: readonly { readonly takes: RegExp; readonly rule: ToolRule }[];
}

export function compileToolRules({ name, agent, unlisted = 'DENY', rules }: ToolRulesInput): CompiledToolRules {
  return {
    name,
    agent: agent ?? null,
    unlisted,
    rules: rules.map((rule) => ({ takes: patternOf(rule.tools), rule })),
  };
}

/** Each part between stars, as it is written: no part can be tried in more than one way. */
function patternOf(tools: string): RegExp {
  const parts = tools.split(/\*+/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
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

/** SPARED: the rules say not to ask. UNLISTED: no rule takes the tool, and it is denied. */
export type CallReading = ReadCall | { readonly kind: 'SPARED' } | { readonly kind: 'UNLISTED' };

const SPARED = { kind: 'SPARED' } as const;
const UNLISTED = { kind: 'UNLISTED' } as const;

/**
 * Sets for the agent come before those for any, each set in its own order; the first rule that takes the tool counts.
 * @param agent its registered name; null where it is not known @param input the arguments, of any kind
 */
export function readCall(
  sets: readonly CompiledToolRules[],
  agent: string | null,
  tool: string,
  input: unknown,
): CallReading {
  const own = sets.filter((set) => set.agent !== null && set.agent === agent);
  const common = sets.filter((set) => set.agent === null);
  for (const set of [...own, ...common]) {
    const found = set.rules.find(({ takes }) => takes.test(tool));
    if (found !== undefined) return actOf(found.rule, input);
  }
  const isWritten = [...own, ...common].some(({ unlisted }) => unlisted === 'WRITE');
  return isWritten ? { ...NOTHING_SAID, action: 'WRITE_DATA' } : UNLISTED;
}

const NOTHING_SAID = { kind: 'ACT', resource: null, destination: null, recordsAffected: null, content: null } as const;

function actOf({ action, resource, destination, records, content, decide }: ToolRule, input: unknown): CallReading {
  if (decide === false) return SPARED;
  // A rule without an action takes no call: its set was checked before, and a fault must not let one through.
  if (action === undefined) return UNLISTED;
  return {
    kind: 'ACT',
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
