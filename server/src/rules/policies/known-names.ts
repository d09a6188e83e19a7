// SPDX-License-Identifier: Apache-2.0
/** Names that test cases could have had in place of an unknown agent or resource. */
import type { KnownNames, PolicyTestCase } from '@svc/contract';
import type { PolicyFinding } from '@svc/core/policy';
import { nearMisses } from '@svc/documents';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { quotedName } from '../../platform/errors/index.ts';

const SHOWN_MAX = 5;
const GUESSES_MAX = 3;
/** Each guess looks through thousands of names: a request of slips gets so many of them. */
const GUESSED_NAMES_MAX = 5;

interface Faults {
  faults: PolicyFinding[];
  /** Null when every name of the cases is known. */
  known: KnownNames | null;
}

/**
 * @param agentId the agent that a key is bound to: it learns the name of no other
 * @returns the faults, those of unknown names with a second sentence
 */
export function withKnownNames(
  faults: readonly PolicyFinding[],
  cases: readonly PolicyTestCase[],
  { agentsByName, agentsById, resourcesByName }: OrganizationSnapshot,
  agentId: string | null,
): Faults {
  const bound = agentId === null ? undefined : agentsById.get(agentId);
  const names = {
    agent: agentId === null ? agentsByName : new Map(bound === undefined ? [] : [[bound.name, bound]]),
    resource: resourcesByName,
  };
  const hints = new Map<string, string>();
  let guessed = 0;
  const hintOf = (what: 'agent' | 'resource', name: string): string => {
    const key = `${what} ${name}`;
    let hint = hints.get(key);
    if (hint === undefined) {
      guessed += 1;
      hint = hintFor(what, name, names[what], guessed <= GUESSED_NAMES_MAX);
      hints.set(key, hint);
    }
    return hint;
  };
  let isUnknown = false;
  const told = faults.map((fault) => {
    const [, index = '', what] = UNKNOWN.exec(fault.path) ?? [];
    if (what !== 'agent' && what !== 'resource') return fault;
    const name = cases[Number(index)]?.input[what] ?? '';
    isUnknown = true;
    return { ...fault, message: `${fault.message} ${hintOf(what, name)}` };
  });
  if (!isUnknown) return { faults: told, known: null };
  const resources = [...resourcesByName.values()].slice(0, SHOWN_MAX);
  const known = {
    agents: firstOf(names.agent.keys()),
    resources: resources.map(({ name, classification }) => ({ name, classification })),
  };
  return { faults: told, known };
}

/** The paths of names that the cases give: their other faults are found before. */
const UNKNOWN = /^cases\[(\d+)\]\.input\.(agent|resource)$/;

function hintFor(what: string, name: string, known: ReadonlyMap<string, unknown>, mayGuess: boolean): string {
  const guesses = mayGuess ? nearMisses(name, known.keys(), GUESSES_MAX) : [];
  if (guesses.length > 0) return `Did you mean ${guesses.map(quotedName).join(' or ')}?`;
  if (known.size === 0) return `This organization has no ${what} yet.`;
  const shown = firstOf(known.keys()).map(quotedName);
  const more = known.size - shown.length;
  const listed = [...shown, ...(more > 0 ? [`${more} more`] : [])];
  const last = listed.pop();
  return `There ${known.size === 1 ? 'is' : 'are'} ${listed.length === 0 ? last : `${listed.join(', ')} and ${last}`}.`;
}

function firstOf(names: Iterable<string>): string[] {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length >= SHOWN_MAX) break;
    shown.push(name);
  }
  return shown;
}
