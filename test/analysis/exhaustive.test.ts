// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every answer of the analysis is what a complete listing of all events says, each decided by the engine. A
 * listing has both ends of every interval of records, every set of findings that anything tells apart, and strangers.
 */
import {
  CLASSIFICATIONS,
  DESTINATIONS,
  EVENT_ACTIONS,
  type PolicyCondition,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import {
  type AnalysedPolicy,
  type AnalysisWorld,
  type Area,
  access,
  type Choice,
  difference,
  examine,
  prove,
  type WitnessInput,
} from '../../core/src/analysis/index.ts';
import { approversOf } from '../../core/src/approvers/index.ts';
import type { DecisionResult } from '../../core/src/decision/index.ts';
import { permissionRefusal } from '../../core/src/verdict/index.ts';
import { AMPLE, ask, engineOf } from './engine.ts';
import { Dice, randomSet } from './random-sets.ts';

/** One of each: what the allow-lists name, and what they do not. */
const RESOURCES = [
  { id: 'r1', name: 'resource-1', classification: CLASSIFICATIONS[3] },
  { id: 'r2', name: 'resource-2', classification: CLASSIFICATIONS[3] },
  { id: 'r3', name: 'resource-3', classification: CLASSIFICATIONS[0] },
] as const;
const OPEN = { status: 'ACTIVE', permissions: null } as const;
const STRANGER = { id: 'stranger', name: 'stranger', ...OPEN };
const WORLD: AnalysisWorld = {
  agents: [
    { id: 'a1', name: 'one', ...OPEN },
    { id: 'A2', name: 'two', status: 'ACTIVE', permissions: [{ action: 'EXPORT', resource: 'resource-1' }] },
  ],
  // The other classifications have no resource of their own here: policies are about these two.
  resources: RESOURCES,
  settings: { enforcement: 'ENFORCE', riskReviewAt: 50, riskBlockAt: 80 },
};
/** A representative of each group of types below. */
const TYPES = ['CPF', 'EMAIL', 'HEALTH_DATA', 'API_KEY'] as const;
/** The ends of what conditions tell apart, and those that the risk score tells apart too. */
const ENDS = [null, 0, 10, 11, 49, 50] as const;
const RECORDS = amount([...ENDS, 1_001], [...ENDS, 100, 101, 1_001, 10_001, RECORDS_AFFECTED_MAX]);

/** The same condition with the few values that the listing tells apart. */
function narrowed({
  minRecords,
  maxRecords,
  agentIds,
  dlpTypes,
  lgpdCategories,
  allOf,
  anyOf,
  ...rest
}: PolicyCondition) {
  const condition: PolicyCondition = { ...rest };
  if (minRecords !== undefined) condition.minRecords = minRecords > 20 ? 50 : minRecords > 0 ? 11 : 0;
  if (maxRecords !== undefined) condition.maxRecords = maxRecords > 20 ? 49 : 10;
  if (agentIds !== undefined) condition.agentIds = agentIds.map((id) => (id.toLowerCase() < 'a3' ? id : 'a1'));
  if (dlpTypes !== undefined) condition.dlpTypes = ['CPF'];
  if (lgpdCategories !== undefined) condition.lgpdCategories = ['CREDENTIALS'];
  if (allOf !== undefined) condition.allOf = allOf.map(narrowed);
  if (anyOf !== undefined) condition.anyOf = anyOf.map(narrowed);
  return condition;
}

function smallSet(dice: Dice, countMax: number): AnalysedPolicy[] {
  return randomSet(dice, countMax).map((policy) => {
    const resource =
      policy.resource === undefined ? null : dice.one([null, RESOURCES[0].classification, 'PUBLIC'] as const);
    return { ...policy, resource, condition: narrowed(policy.condition ?? {}) };
  });
}

function everyEvent(): WitnessInput[] {
  const contents = Array.from({ length: 2 ** TYPES.length }, (_, bits) => TYPES.filter((__, bit) => (bits >> bit) & 1));
  const events: WitnessInput[] = [];
  const both = [false, true];
  for (const agent of [...WORLD.agents, STRANGER])
    for (const resource of RESOURCES)
      for (const action of EVENT_ACTIONS)
        for (const destination of [null, ...DESTINATIONS])
          for (const outsideBusinessHours of both)
            for (const hasOpenAnomaly of both)
              for (const recordsAffected of RECORDS)
                for (const findings of contents)
                  events.push({
                    agent,
                    resource,
                    action,
                    destination,
                    outsideBusinessHours,
                    hasOpenAnomaly,
                    recordsAffected,
                    findings,
                  });
  return events;
}

const outcomeOf = (result: DecisionResult): string =>
  result.decision === 'REVIEW' ? `REVIEW ${[...approversOf(result.approvers)].sort().join()}` : result.decision;

const listed = (events: readonly WitnessInput[], policies: readonly AnalysedPolicy[]) => {
  const engine = engineOf(WORLD, policies);
  return events.map((event) => {
    const result = ask(engine, event);
    return {
      outcome: outcomeOf(result),
      decision: result.decision,
      score: result.riskScore,
      policyId: result.policy?.id,
    };
  });
};

const isChosen = <Item>({ are, items }: Choice<Item>, is: (item: Item) => boolean): boolean =>
  items.some(is) === (are === 'only');

function isInArea(area: Area, event: WitnessInput, score: number): boolean {
  const { recordsAffected: count, findings, resource } = event;
  const { records, riskScore } = area;
  const isCounted =
    count === null
      ? records.isNotStated
      : records.from !== null && records.from <= count && count <= (records.to ?? -1);
  return (
    isCounted &&
    isChosen(area.agents, ({ id }) => id === event.agent.id.toLowerCase()) &&
    area.resources.some(
      ({ classification, names }) =>
        classification === resource.classification && isChosen(names, (name) => name === resource.name),
    ) &&
    area.actions.includes(event.action) &&
    area.destinations.includes(event.destination) &&
    area.outsideBusinessHours.includes(event.outsideBusinessHours) &&
    area.hasOpenAnomaly.includes(event.hasOpenAnomaly) &&
    area.found.every((types) => types.some((type) => findings.includes(type))) &&
    !area.notFound.some((type) => findings.includes(type)) &&
    riskScore.from <= score &&
    score <= riskScore.to
  );
}

const EVENTS = everyEvent();
const isRefused = EVENTS.map(({ agent, action, resource }) => permissionRefusal(agent, action, resource) !== null);
/** Sets of which an edit changes something, in areas that the types of the listing tell apart. */
const SEEDS = amount([3], [3, 6]);

describe.each(SEEDS)('a complete listing of events, set %i,', (seed) => {
  const dice = new Dice(seed);
  const set = smallSet(dice, 6);
  const before = listed(EVENTS, set);

  it('finds the same policies dead, and the same without effect', () => {
    const { answer: findings } = examine(WORLD, set, AMPLE);
    const enforced = set.filter(({ enabled, mode }) => enabled !== false && mode !== 'MONITOR');
    const deciders = listed(EVENTS, enforced);
    const deciding = new Set(deciders.map(({ policyId }) => policyId));
    const dead = enforced.filter(({ id }) => !deciding.has(id)).map(({ id }) => id);
    const isEnforced = ({ id }: { id: string }) => enforced.some((policy) => policy.id === id);
    expect(
      findings?.dead
        .filter(isEnforced)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(dead.sort());
    const needless = enforced.filter(({ id }) => {
      const without = engineOf(
        WORLD,
        enforced.filter((policy) => policy.id !== id),
      );
      const isSame = (event: WitnessInput, index: number): boolean =>
        deciders[index]?.policyId !== id || outcomeOf(ask(without, event)) === before[index]?.outcome;
      return !dead.includes(id) && EVENTS.every(isSame);
    });
    const found = findings?.withoutEffect.filter(isEnforced).map(({ id }) => id);
    expect(found?.sort()).toEqual(needless.map(({ id }) => id).sort());
  });

  it('has exactly the changed events in the areas of a difference', () => {
    const edited = smallSet(new Dice(seed + 100), 2).map((policy) => ({ ...policy, id: `new ${policy.id}` }));
    const next = [...set.slice(1), ...edited];
    const after = listed(EVENTS, next);
    const { answer: changes } = difference(WORLD, set, next, 'decision', AMPLE);
    const isCovered = EVENTS.map(() => false);
    for (const { from, to, isExact, areas } of changes ?? []) {
      const [old, now] = [from, to].map(({ decision, approvers }) =>
        decision === 'REVIEW' ? `REVIEW ${[...approvers].sort().join()}` : decision,
      );
      for (const { area } of areas) {
        for (const [index, event] of EVENTS.entries()) {
          const [one, other] = [before[index], after[index]];
          if (isRefused[index] || !isInArea(area, event, one?.score ?? -1)) continue;
          const isChange = one?.outcome === old && other?.outcome === now;
          if (isChange) isCovered[index] = true;
          // A wider area enters only places that stay as they are.
          else expect(!isExact && one?.outcome === other?.outcome, `${old} to ${now}`).toBe(true);
        }
      }
    }
    const missed = EVENTS.filter((_, index) => before[index]?.outcome !== after[index]?.outcome && !isCovered[index]);
    expect(missed).toEqual([]);
    expect(changes?.length).toBeGreaterThan(0);
  });

  it('needs each area of a difference: it has an event that no other area of the change has', () => {
    const next = set.slice(1);
    const after = listed(EVENTS, next);
    const { answer: changes } = difference(WORLD, set, next, 'decision', AMPLE);
    for (const { isExact, areas } of changes ?? []) {
      if (!isExact) continue;
      const isAlone = areas.map(() => false);
      for (const [index, event] of EVENTS.entries()) {
        if (isRefused[index] || before[index]?.outcome === after[index]?.outcome) continue;
        const score = before[index]?.score ?? -1;
        const holding = areas.flatMap(({ area }, place) => (isInArea(area, event, score) ? [place] : []));
        if (holding.length === 1) isAlone[holding[0] as number] = true;
      }
      expect(isAlone).toEqual(areas.map(() => true));
    }
  });

  it('has exactly the allowed events of each agent in its access', () => {
    for (const { id } of WORLD.agents) {
      const { answer } = access(WORLD, set, id, 'ALLOW', AMPLE);
      const wrong = EVENTS.filter((event, index) => {
        if (event.agent.id !== id) return false;
        const score = before[index]?.score ?? -1;
        const isListed = (answer ?? []).some(({ area }) => isInArea(area, event, score));
        return isListed !== (before[index]?.decision === 'ALLOW');
      });
      expect([id, wrong.slice(0, 3)]).toEqual([id, []]);
    }
  });

  it('refutes the same claims', () => {
    const claims = set.slice(0, amount(2, 3)).map(({ condition = {} }, index) => ({
      name: `claim ${index}`,
      of: 'decision' as const,
      never: [dice.one(['ALLOW', 'BLOCK'] as const)],
      when: { allOf: [{ agentIds: ['a1', 'a2'] }, condition] },
      resource: RESOURCES[0].classification,
      agents: 'any' as const,
    }));
    const { answer: results } = prove(WORLD, set, claims, AMPLE);
    for (const [index, { when, never }] of claims.entries()) {
      // A policy of exactly these events decides nothing else: what it adds to the matches is what is meant.
      const probe: AnalysedPolicy = { id: 'probe', name: 'probe', action: 'ANY', decision: 'ALLOW', condition: when };
      const engine = engineOf(WORLD, [{ ...probe, resource: RESOURCES[0].classification }]);
      const meant = EVENTS.flatMap((event, place) =>
        ask(engine, event).matchedPolicyIds.length > 0 ? [before[place]?.decision] : [],
      );
      const isBroken = meant.some((decision) => never.includes(decision as (typeof never)[number]));
      expect(results?.[index]).toMatchObject({
        isProved: meant.length > 0 && !isBroken,
        isVacuous: meant.length === 0,
      });
    }
  });
});
