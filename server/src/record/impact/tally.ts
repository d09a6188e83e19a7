// SPDX-License-Identifier: Apache-2.0
/** Counts the decisions of two policy sets over the same events, by change and by policy. */
import {
  DECISIONS,
  type DecisionWord,
  IMPACT_POLICIES_MAX,
  IMPACT_SAMPLES_MAX,
  type PolicyImpact,
} from '@svc/contract';
import type { EventGroup } from './stored-facts.ts';

/** The decision of one set about an event, and the policy that determined it. */
export interface Decided {
  decision: DecisionWord;
  policy: { readonly id: string; readonly name: string } | null;
}

type Change = PolicyImpact['changes'][number];
type Part = PolicyImpact['policies'][number];
type Counts = Record<DecisionWord, number>;

const noCounts = (): Counts => ({ ALLOW: 0, REVIEW: 0, BLOCK: 0 });

export interface Tally {
  add(group: EventGroup, now: Decided, proposed: Decided): void;
  /** @param isStored tells ids of stored policies from those of new ones */
  result(isStored: (id: string) => boolean): Pick<PolicyImpact, 'changed' | 'changes' | 'decisions' | 'policies'> & {
    policiesTotal: number;
  };
}

export function createTally(): Tally {
  const counts = { recorded: noCounts(), now: noCounts(), proposed: noCounts() };
  const changes = new Map<string, Change>();
  const parts = new Map<string, { part: Part; changes: Map<string, Change> }>();
  let changed = 0;

  const partOf = ({ id, name }: { id: string; name: string }) => {
    const known = parts.get(id);
    if (known !== undefined) return known;
    const part = { part: { id, name, decidesNow: 0, wouldDecide: 0, changes: [] }, changes: new Map() };
    parts.set(id, part);
    return part;
  };

  return {
    add(group, now, proposed) {
      const { events } = group;
      counts.recorded[group.decision] += events;
      counts.now[now.decision] += events;
      counts.proposed[proposed.decision] += events;
      const before = now.policy === null ? null : partOf(now.policy);
      const after = proposed.policy === null ? null : partOf(proposed.policy);
      if (before !== null) before.part.decidesNow += events;
      if (after !== null) after.part.wouldDecide += events;
      if (now.decision === proposed.decision) return;
      changed += events;
      for (const list of new Set([changes, before?.changes, after?.changes])) {
        if (list !== undefined) addChange(list, group, now.decision, proposed.decision);
      }
    },
    result(isStored) {
      const touched = [...parts.values()].filter((one) => one.changes.size > 0);
      const policies = touched
        .map(({ part, changes: own }): Part => {
          return { ...part, id: part.id !== null && isStored(part.id) ? part.id : null, changes: mostFirst(own) };
        })
        .sort((left, right) => sumOf(right.changes) - sumOf(left.changes));
      return {
        changed,
        changes: mostFirst(changes),
        decisions: DECISIONS.map((decision) => ({
          decision,
          recorded: counts.recorded[decision],
          now: counts.now[decision],
          proposed: counts.proposed[decision],
        })),
        policies: policies.slice(0, IMPACT_POLICIES_MAX),
        policiesTotal: policies.length,
      };
    },
  };
}

function addChange(list: Map<string, Change>, group: EventGroup, from: DecisionWord, to: DecisionWord): void {
  const key = `${from} ${to}`;
  const change = list.get(key) ?? { from, to, events: 0, sampleEventIds: [] };
  list.set(key, change);
  change.events += group.events;
  const { sampleEventIds } = change;
  // Ids follow time, and batches come newest first: soon none is newer than those that are there.
  const isFull = sampleEventIds.length >= IMPACT_SAMPLES_MAX;
  if (isFull && (group.eventIds[0] ?? '') < (sampleEventIds.at(-1) ?? '')) return;
  const newest = [...sampleEventIds, ...group.eventIds].sort().reverse();
  change.sampleEventIds = newest.slice(0, IMPACT_SAMPLES_MAX);
}

const sumOf = (changes: readonly Change[]) => changes.reduce((sum, { events }) => sum + events, 0);

const mostFirst = (changes: ReadonlyMap<string, Change>) =>
  [...changes.values()].sort((left, right) => right.events - left.events);
