// SPDX-License-Identifier: Apache-2.0
/** The agents that a condition names, against those that the organization has. */
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import { NAMED_AGENTS_MAX } from '@svc/contract';
import type { PolicyWarningFinding } from '@svc/core/policy';

/** Every `agentIds` of a condition, at any depth, with its path. */
function* listsOf(
  condition: PolicyCondition,
  path: string,
): Generator<{ path: string; agentIds: readonly string[] }, void> {
  const waiting = [{ condition, path }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { condition: current, path: at } = one;
    if (current.agentIds !== undefined) yield { path: `${at}.agentIds`, agentIds: current.agentIds };
    for (const name of ['anyOf', 'allOf'] as const) {
      const parts = current[name] ?? [];
      for (let index = parts.length - 1; index >= 0; index -= 1) {
        waiting.push({ condition: parts[index] as PolicyCondition, path: `${at}.${name}[${index}]` });
      }
    }
  }
}

/** The first agents that it names, by their present names. */
export function namedAgents(
  { condition }: Pick<PolicySpec, 'condition'>,
  nameOf: (id: string) => string | undefined,
): { id: string; name: string }[] {
  const found = new Map<string, string>();
  for (const { agentIds } of condition === undefined ? [] : listsOf(condition, 'condition')) {
    for (const written of agentIds) {
      if (found.size >= NAMED_AGENTS_MAX) return shown(found);
      const id = written.toLowerCase();
      const name = nameOf(id);
      if (name !== undefined) found.set(id, name);
    }
  }
  return shown(found);
}

const shown = (found: ReadonlyMap<string, string>) => [...found].map(([id, name]) => ({ id, name }));

/** Lists that are told; with more, the first tell as much as all. */
const WARNINGS_MAX = 20;

/** Warnings about ids of no agent: such an id matches nothing. An empty list is told elsewhere. */
export function warningsAboutAgents(
  { condition }: Pick<PolicySpec, 'condition'>,
  known: ReadonlySet<string>,
): PolicyWarningFinding[] {
  const warnings: PolicyWarningFinding[] = [];
  for (const { path, agentIds } of condition === undefined ? [] : listsOf(condition, 'condition')) {
    const unknown = agentIds.filter((id) => !known.has(id.toLowerCase())).length;
    if (unknown === 0 || warnings.length >= WARNINGS_MAX) continue;
    warnings.push(
      unknown === agentIds.length
        ? { code: 'NO_AGENT_MATCHES', path, message: 'This can never match: no agent has one of these ids.' }
        : { code: 'UNKNOWN_AGENTS', path, message: `${unknown} of these ids are of no agent, and match nothing.` },
    );
  }
  return warnings;
}
