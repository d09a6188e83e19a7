// SPDX-License-Identifier: Apache-2.0
/** The rules that name the action of each tool of Claude Code, as JSON in the project. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { DescribeTool, HookSettings } from '../claude-agent/index.ts';
import { EncodingFault, readText } from '../text-input.ts';
import type { EventRequest } from '../wire.ts';

export interface Rules {
  readonly describe: DescribeTool;
  readonly settings: HookSettings;
}

interface Rule {
  /** A regular expression for the whole name. */
  readonly pattern: string;
  /** null: no decision is needed. */
  readonly action: Omit<EventRequest, 'agent'> | null;
}

const RULES_MAX = 1_000;
const PATTERN_CHARACTERS_MAX = 500;

/**
 * `{ agent, rules, onReview?, onAllow?, waitMs?, context? }`; a rule is `{ tools, action, resource, destination? }`, or
 * `{ tools, decide: false }`. `tools` is a regular expression for the whole name. The first matching rule counts, and a
 * tool without one is denied.
 * @throws Error with a sentence about the first fault
 */
export function readRules(path: string): Rules {
  const file = readJsonFile(path);
  const { agent, rules, onReview = 'deny', onAllow = 'pass', waitMs, context = true } = file;
  if (typeof agent !== 'string') throw new Error('`agent` must be the name of a registered agent.');
  if (!Array.isArray(rules) || rules.length > RULES_MAX) throw new Error('`rules` must be a list of at most 1,000.');
  if (onReview !== 'ask' && onReview !== 'deny') throw new Error('`onReview` must be "ask" or "deny".');
  if (onAllow !== 'pass' && onAllow !== 'allow') throw new Error('`onAllow` must be "pass" or "allow".');
  if (waitMs !== undefined && !(Number.isSafeInteger(waitMs) && (waitMs as number) >= 0)) {
    throw new Error('`waitMs` must be a whole number of milliseconds, 0 or more.');
  }
  if (typeof context !== 'boolean') throw new Error('`context` must be true or false.');
  const read = rules.map((rule, index) => readRule(rule as Record<string, unknown> | null, `rules[${index}]`));
  return {
    settings: { onReview, onAllow, context, ...(waitMs !== undefined && { waitMs: waitMs as number }) },
    describe(name) {
      const rule = read[firstMatch(read, name)];
      if (rule === undefined) throw new Error(`No rule of ${path} says what ${name.slice(0, 200)} does.`);
      return rule.action === null ? null : { agent, ...rule.action };
    },
  };
}

/** The reason of a denial goes to the model, so no sentence here repeats a text of the file. */
function readJsonFile(path: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = JSON.parse(readText(readFileSync(path)));
  } catch (error) {
    if (error instanceof EncodingFault) throw new Error(`${path}: ${error.message}`);
    if (error instanceof SyntaxError) throw new Error(`${path} is not valid JSON.`);
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'}).`);
  }
  if (typeof file === 'object' && file !== null) return file as Record<string, unknown>;
  throw new Error(`${path} must hold an object with \`agent\` and \`rules\`.`);
}

/** All rules are tried within it. */
const MATCH_WITHIN_MS = 2_000;

/**
 * The place of the first rule for a name, or -1. A slow expression would hold the process until Claude Code goes ahead
 * without it, so the expressions run where the engine can stop them.
 * @throws Error when they take too long
 */
function firstMatch(rules: readonly Rule[], name: string): number {
  const world = { patterns: rules.map(({ pattern }) => pattern), name };
  try {
    return runInNewContext('patterns.findIndex((pattern) => new RegExp(pattern).test(name))', world, {
      timeout: MATCH_WITHIN_MS,
    }) as number;
  } catch {
    throw new Error('The regular expressions in `tools` take too long.');
  }
}

function readRule(rule: Record<string, unknown> | null, path: string): Rule {
  const { tools, decide = true, action, resource, destination, recordsAffected } = rule ?? {};
  if (typeof tools !== 'string' || tools === '' || tools.length > PATTERN_CHARACTERS_MAX) {
    throw new Error(`\`${path}.tools\` must be a regular expression for names of tools.`);
  }
  const pattern = `^(?:${tools})$`;
  if (!isExpression(pattern)) throw new Error(`\`${path}.tools\` is not a valid regular expression.`);
  if (decide === false) return { pattern, action: null };
  if (typeof action !== 'string' || typeof resource !== 'string') {
    throw new Error(`\`${path}\` needs \`action\` and \`resource\`, or \`"decide": false\`.`);
  }
  // The service judges the words: it refuses unknown ones, and the call with them.
  const described = { action, resource, destination, recordsAffected } as Omit<EventRequest, 'agent'>;
  return { pattern, action: described };
}

function isExpression(pattern: string): boolean {
  try {
    return RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
