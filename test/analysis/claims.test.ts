// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a claim is proved exactly when no event breaks it. Every counterexample and every evasion is decided so by
 * the engine too, and the policies that hold a claim are enough and none is needless.
 */
import { CLASSIFICATIONS, type PolicyCondition } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  type AnalysedPolicy,
  type AnalysisWorld,
  type Claim,
  type ClaimResult,
  prove,
  type WitnessInput,
} from '../../core/src/analysis/index.ts';
import { explainPolicy } from '../../core/src/policy/index.ts';
import { AMPLE, ask, engineOf } from './engine.ts';
import { Dice, randomCondition, randomEvent, randomSet, randomWorld } from './random-sets.ts';

const WORLD: AnalysisWorld = {
  agents: [
    { id: 'finance', name: 'finance-bot', status: 'ACTIVE', permissions: null },
    { id: 'support', name: 'support-bot', status: 'ACTIVE', permissions: null },
  ],
  resources: CLASSIFICATIONS.map((classification) => ({
    id: classification,
    name: classification.toLowerCase(),
    classification,
  })),
  settings: { enforcement: 'ENFORCE', riskReviewAt: 100, riskBlockAt: 100 },
};
const claim = (fields: Partial<Claim> = {}): Claim => ({
  name: 'exports are seen',
  of: 'decision',
  never: ['ALLOW'],
  when: { action: 'EXPORT', destination: 'EXTERNAL' },
  agents: 'any',
  ...fields,
});
const policy = (fields: Partial<AnalysedPolicy> = {}): AnalysedPolicy => ({
  id: 'p',
  name: 'exports',
  action: 'EXPORT',
  decision: 'REVIEW',
  condition: { destination: 'EXTERNAL' },
  ...fields,
});
const proved = (policies: AnalysedPolicy[], one: Claim = claim(), world = WORLD) => {
  const { answer } = prove(world, policies, [one], AMPLE);
  return answer?.[0] ?? null;
};

describe('a claim', () => {
  it('is proved, with the policy that holds it and the request that evades it', () => {
    const result = proved([policy()]);
    expect(result).toMatchObject({ isProved: true, counterexample: null, heldBy: [{ name: 'exports' }], leansOn: [] });
    expect(result?.evasion?.input).toMatchObject({ destination: null });
  });

  it('is refuted by an event of a registered agent', () => {
    const result = proved([policy({ condition: { agentIds: ['FINANCE'] } })]);
    expect(result).toMatchObject({ isProved: false, heldBy: [], evasion: null });
    expect(result?.counterexample).toMatchObject({
      input: { agent: { name: 'support-bot' } },
      decision: 'ALLOW',
      policy: null,
      isHypothetical: false,
    });
  });

  it('about agents that may come is refuted where one about registered agents is proved', () => {
    const named = [policy({ condition: { agentIds: ['finance', 'support'] } })];
    expect(proved(named)?.counterexample).toMatchObject({ isHypothetical: true });
    expect(proved(named, claim({ agents: 'registered' }))?.isProved).toBe(true);
  });

  it('that no event meets is vacuous, and not proved', () => {
    const nothing = claim({ when: { minRecords: 10, maxRecords: 5 } });
    expect(proved([], nothing)).toMatchObject({ isProved: false, isVacuous: true, counterexample: null });
  });

  it('leaves out what is excepted', () => {
    const except = claim({ unless: { agentIds: ['support'] }, agents: 'registered' });
    expect(proved([policy({ condition: { agentIds: ['finance'] } })], except)?.isProved).toBe(true);
  });

  it('tells whether it leans on risk and permissions', () => {
    const strict = { ...WORLD, settings: { ...WORLD.settings, riskReviewAt: 0 } };
    expect(proved([], claim(), strict)).toMatchObject({ isProved: true, heldBy: [], leansOn: ['risk'] });
    const paused = { ...WORLD, agents: WORLD.agents.map((agent) => ({ ...agent, status: 'PAUSED' as const })) };
    const result = proved([], claim({ agents: 'registered' }), paused);
    expect(result).toMatchObject({ isProved: true, heldBy: [], leansOn: ['permissions'] });
  });

  it('about the decision is refuted in a monitoring organization, where one about the evaluated decision is proved', () => {
    const monitoring = { ...WORLD, settings: { ...WORLD.settings, enforcement: 'MONITOR' as const } };
    expect(proved([policy()], claim(), monitoring)?.isProved).toBe(false);
    expect(proved([policy()], claim({ of: 'evaluatedDecision' }), monitoring)?.isProved).toBe(true);
  });

  it('is not answered past its budget of memory or time', () => {
    const [few, late] = [
      { ...AMPLE, cellsMax: 2_000 },
      { ...AMPLE, elapsedMs: () => 2 },
    ];
    for (const budget of [few, late]) {
      expect(prove(WORLD, [policy()], [claim()], budget)).toEqual({ complete: false, answer: null });
    }
  });
});

const isMeant = (condition: PolicyCondition, input: WitnessInput, policies: ReturnType<typeof engineOf>): boolean =>
  explainPolicy({ name: 'when', action: 'ANY', decision: 'ALLOW', condition }, ask(policies, input).facts).matched;

/** Half of them repeat what a policy asks for, so that many hold. */
function randomClaim(dice: Dice, set: readonly AnalysedPolicy[], index: number): Claim {
  const strict = set.filter(({ decision, mode }) => decision !== 'ALLOW' && mode !== 'MONITOR');
  const repeated = strict.length > 0 && dice.is(0.6) ? dice.one(strict) : null;
  const {
    action,
    resource = null,
    condition = {},
  } = repeated ?? { action: 'ANY', condition: randomCondition(dice, 2) };
  return {
    name: `claim ${index}`,
    of: dice.one(['decision', 'evaluatedDecision'] as const),
    never: repeated === null ? dice.one([['ALLOW'], ['BLOCK'], ['ALLOW', 'REVIEW'], ['REVIEW']] as const) : ['ALLOW'],
    when: { allOf: [{ action }, condition] },
    resource,
    agents: 'any',
  };
}

/** Random sets with claims about them, and their results. Every other organization refuses nothing. */
function* randomProofs(seeds: number) {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const dice = new Dice(seed);
    const random = randomWorld(dice);
    const agents = random.agents.map((agent) => ({ ...agent, status: 'ACTIVE' as const, permissions: null }));
    const world = seed % 2 === 0 ? random : { ...random, agents };
    const set = randomSet(dice, 10);
    const claims = Array.from({ length: 6 }, (_, index) => randomClaim(dice, set, index));
    const { answer } = prove(world, set, claims, AMPLE);
    const results = claims.map((one, index) => ({ claim: one, result: answer?.[index] as ClaimResult }));
    yield { seed, dice, world, set, results, engine: engineOf(world, set) };
  }
}

describe('claims on random sets', () => {
  it('are refuted by events that the engine decides alike, and proved where no random event breaks them', () => {
    const counts = { proved: 0, refuted: 0, evaded: 0 };
    for (const { seed, dice, world, engine, results } of randomProofs(12)) {
      const events = Array.from({ length: 60 }, () => randomEvent(dice, world));
      for (const { claim: one, result } of results) {
        const isOf = ({ resource }: WitnessInput) =>
          [null, 'ANY', resource.classification].includes(one.resource ?? null);
        const isBroken = (input: WitnessInput) => one.never.includes(ask(engine, input)[one.of]);
        const breaks = (input: WitnessInput) => isOf(input) && isMeant(one.when, input, engine) && isBroken(input);
        const at = `seed ${seed}, ${one.name}`;
        if (result.counterexample === null) expect(events.filter(breaks), at).toEqual([]);
        else {
          counts.refuted += 1;
          const { input, policy: decider, isHypothetical: _, ...decided } = result.counterexample;
          const answered = ask(engine, input);
          expect(answered, at).toMatchObject(decided);
          expect(answered.policy?.id, at).toBe(decider?.id);
          expect(breaks(input), at).toBe(true);
        }
        if (result.isProved) counts.proved += 1;
        if (result.evasion === null) continue;
        counts.evaded += 1;
        expect(isBroken(result.evasion.input), at).toBe(true);
        expect(isMeant(one.when, result.evasion.input, engine), at).toBe(false);
      }
    }
    expect(Math.min(counts.proved, counts.refuted), JSON.stringify(counts)).toBeGreaterThan(10);
    expect(counts.evaded, JSON.stringify(counts)).toBeGreaterThan(1);
  });

  it('are held by the policies that are named, and by nothing less', () => {
    let heldCount = 0;
    for (const { seed, world, set, results } of randomProofs(12)) {
      for (const { claim: one, result } of results) {
        if (!result.isProved || result.leansOn.length > 0) continue;
        const held = set.filter(({ id }) => result.heldBy.some((holding) => holding.id === id));
        const at = `seed ${seed}, ${one.name}`;
        expect(proved(held, one, world), at).toMatchObject({ isProved: true, leansOn: [] });
        if (seed % 2 === 0) continue;
        heldCount += 1;
        for (const dropped of held) {
          const less = proved(
            held.filter((kept) => kept !== dropped),
            one,
            world,
          );
          expect(less?.isProved === true && less.leansOn.length === 0, `${at} without ${dropped.name}`).toBe(false);
        }
      }
    }
    expect(heldCount).toBeGreaterThan(3);
  });
});
