// SPDX-License-Identifier: Apache-2.0
/** Checks of a set of tool rules beyond its schema: errors that refuse it, and warnings about probable mistakes. */
import type { ToolRule, ToolRulesSpec } from '@svc/contract';

export interface ToolRulesFinding {
  /** Within the set: `rules[2].action`. */
  readonly path: string;
  readonly message: string;
}

interface ToolRulesCheck {
  readonly errors: readonly ToolRulesFinding[];
  readonly warnings: readonly ToolRulesFinding[];
}

/** @param set passed its schema */
export function checkToolRules({ resource, rules, unlisted }: ToolRulesSpec): ToolRulesCheck {
  const errors = rules.flatMap((rule, place) => errorsOf(rule, resource, `rules[${place}]`));
  const warnings = rules.flatMap((rule, place) => {
    const earlier = rules.findIndex((other, at) => at < place && takesAll(other.tools, rule.tools));
    if (earlier === -1) return [];
    return [{ path: `rules[${place}].tools`, message: `Never counts: rules[${earlier}] takes all of these tools.` }];
  });
  if (unlisted === 'WRITE' && resource === undefined) {
    errors.push({ path: 'resource', message: 'is required where `unlisted` is WRITE: a decision is about a resource' });
  }
  return { errors, warnings: errors.length > 0 ? [] : warnings };
}

function errorsOf(rule: ToolRule, common: string | undefined, path: string): ToolRulesFinding[] {
  if (rule.decide === false) {
    const unused = (['action', 'resource', 'destination', 'records', 'content'] as const).filter(
      (field) => rule[field] !== undefined,
    );
    return unused.map((field) => ({ path: `${path}.${field}`, message: 'means nothing where `decide` is false' }));
  }
  const errors: ToolRulesFinding[] = [];
  const missing = (field: string, message: string) => errors.push({ path: `${path}.${field}`, message });
  if (rule.action === undefined) missing('action', 'is required unless `decide` is false');
  if (rule.resource === undefined && common === undefined) {
    missing('resource', 'is required here or for the whole set, unless `decide` is false');
  }
  return errors;
}

/** A pattern without a star in its middle takes what begins and ends as it does. */
function takesAll(pattern: string, other: string): boolean {
  if (pattern === other || /^\*+$/.test(pattern)) return true;
  const stars = pattern.indexOf('*');
  if (stars === -1 || pattern.indexOf('*', stars + 1) !== -1) return false;
  const [start, end] = [pattern.slice(0, stars), pattern.slice(stars + 1)];
  return other.length >= start.length + end.length && other.startsWith(start) && other.endsWith(end);
}
