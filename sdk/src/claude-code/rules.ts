/** The rules that name the action of each tool of Claude Code, as JSON in the project. */
import { readFileSync } from 'node:fs';
import type { DescribeTool, HookSettings } from '../claude-agent/index.ts';
import type { EventRequest } from '../wire.ts';

export interface Rules {
  readonly describe: DescribeTool;
  readonly settings: HookSettings;
}

interface Rule {
  readonly matches: RegExp;
  /** null: no decision is needed. */
  readonly action: Omit<EventRequest, 'agent'> | null;
}

const RULES_MAX = 1_000;
const PATTERN_CHARACTERS_MAX = 500;

/**
 * `{ agent, rules, onReview?, onAllow?, waitMs? }`; a rule is `{ tools, action, resource, destination? }`, or `{ tools,
 * decide: false }`. `tools` is a regular expression for the whole name. The first matching rule counts, and a tool
 * without one is denied.
 * @throws Error with a sentence about the first fault
 */
export function readRules(path: string): Rules {
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const { agent, rules, onReview = 'ask', onAllow = 'pass', waitMs = 0 } = file;
  if (typeof agent !== 'string') throw new Error('`agent` must be the name of a registered agent.');
  if (!Array.isArray(rules) || rules.length > RULES_MAX) throw new Error('`rules` must be a list of at most 1,000.');
  if (onReview !== 'ask' && onReview !== 'deny') throw new Error('`onReview` must be "ask" or "deny".');
  if (onAllow !== 'pass' && onAllow !== 'allow') throw new Error('`onAllow` must be "pass" or "allow".');
  if (!Number.isSafeInteger(waitMs)) throw new Error('`waitMs` must be a whole number of milliseconds.');
  const read = rules.map((rule, index) => readRule(rule as Record<string, unknown> | null, `rules[${index}]`));
  return {
    settings: { onReview, onAllow, waitMs: waitMs as number },
    describe(name) {
      const rule = read.find(({ matches }) => matches.test(name));
      if (rule === undefined) throw new Error(`No rule of ${path} says what ${name.slice(0, 200)} does.`);
      return rule.action === null ? null : { agent, ...rule.action };
    },
  };
}

function readRule(rule: Record<string, unknown> | null, path: string): Rule {
  const { tools, decide = true, action, resource, destination, recordsAffected } = rule ?? {};
  if (typeof tools !== 'string' || tools === '' || tools.length > PATTERN_CHARACTERS_MAX) {
    throw new Error(`\`${path}.tools\` must be a regular expression for names of tools.`);
  }
  const matches = new RegExp(`^(?:${tools})$`);
  if (decide === false) return { matches, action: null };
  if (typeof action !== 'string' || typeof resource !== 'string') {
    throw new Error(`\`${path}\` needs \`action\` and \`resource\`, or \`"decide": false\`.`);
  }
  // The service judges the words: it refuses unknown ones, and the call with them.
  const described = { action, resource, destination, recordsAffected } as Omit<EventRequest, 'agent'>;
  return { matches, action: described };
}
