// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the analysis keeps the laws of policy sets, whatever the set. A removal that is said to change nothing has
 * an empty difference, a difference mirrors its opposite, and no part of an answer is needless.
 */
import type { PolicyCondition } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  type AnalysedPolicy,
  type Claim,
  difference,
  examine,
  prove,
  shadowers,
} from '../../core/src/analysis/index.ts';
import { AMPLE } from './engine.ts';
import { Dice, randomPolicy, randomSet, randomWorld } from './random-sets.ts';

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);
/** Fields by which two policies differ that may be one. */
const TWIN_FIELDS: readonly (readonly [PolicyCondition, PolicyCondition])[] = [
  [{ maxRecords: 10 }, { minRecords: 11 }],
  [
    { minRecords: 1, maxRecords: 50 },
    { minRecords: 40, maxRecords: 100 },
  ],
  [{ minRecords: 100 }, { maxRecords: 10 }],
  [{ dlpTypes: ['CNPJ'] }, { dlpTypes: ['EMAIL'] }],
  [{ agentIds: ['a1'] }, { agentIds: ['a2'] }],
  [{ outsideBusinessHours: true }, { outsideBusinessHours: false }],
  [{ action: 'SEND_EMAIL' }, { action: 'EXPORT_DATA' }],
  [{ anyOf: [{ minRiskScore: 40 }] }, { anyOf: [{ maxRecords: 10 }] }],
];
const without = (set: readonly AnalysedPolicy[], id: string) => set.filter((policy) => policy.id !== id);

function worldAndSet(seed: number) {
  const dice = new Dice(seed);
  return { dice, world: randomWorld(dice), set: randomSet(dice, 15) };
}
type World = ReturnType<typeof worldAndSet>['world'];

const isSame = (
  world: World,
  before: readonly AnalysedPolicy[],
  after: readonly AnalysedPolicy[],
  of: 'decision' | 'evaluatedDecision',
) => difference(world, before, after, of, AMPLE).answer?.length === 0;
const kindOf = (world: World, { mode }: AnalysedPolicy) =>
  mode === 'MONITOR' || world.settings.enforcement === 'MONITOR' ? 'evaluatedDecision' : 'decision';

describe('laws of policy sets', () => {
  it('a policy that is dead or without effect can go, and so can a needless field', () => {
    const counts = { dead: 0, withoutEffect: 0, fields: 0 };
    for (const seed of SEEDS) {
      const { world, set } = worldAndSet(seed);
      const { answer: findings } = examine(world, set, AMPLE);
      for (const kind of ['dead', 'withoutEffect'] as const) {
        for (const { id } of findings?.[kind] ?? []) {
          counts[kind] += 1;
          const policy = set.find((one) => one.id === id) as AnalysedPolicy;
          expect(isSame(world, set, without(set, id), kindOf(world, policy)), `seed ${seed}, ${kind} ${id}`).toBe(true);
        }
      }
      for (const { id, field } of findings?.needlessFields ?? []) {
        counts.fields += 1;
        const dropped = set.map((policy) => {
          if (policy.id !== id) return policy;
          if (field === 'resource') return { ...policy, resource: null };
          const { [field]: _, ...condition } = policy.condition ?? {};
          return { ...policy, condition };
        });
        expect(isSame(world, set, dropped, 'decision'), `seed ${seed}, ${id} ${field}`).toBe(true);
        expect(isSame(world, set, dropped, 'evaluatedDecision'), `seed ${seed}, ${id} ${field}`).toBe(true);
      }
    }
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(10);
  });

  it('two mergeable policies can be one', () => {
    let count = 0;
    for (const seed of SEEDS) {
      const { dice, world, set: some } = worldAndSet(seed);
      const set = some.slice(0, 8).flatMap((policy, index) =>
        dice.one(TWIN_FIELDS).map((fields, twin) => ({
          ...policy,
          id: `${index} ${twin}`,
          name: `${dice.below(9)} ${policy.name}`,
          condition: { ...policy.condition, ...fields },
        })),
      );
      for (const { id, other, condition } of examine(world, set, AMPLE).answer?.mergeable ?? []) {
        count += 1;
        const merged = without(set, other.id).map((policy) => (policy.id === id ? { ...policy, condition } : policy));
        expect(isSame(world, set, merged, 'decision'), `seed ${seed}, ${id}`).toBe(true);
        expect(isSame(world, set, merged, 'evaluatedDecision'), `seed ${seed}, ${id}`).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(10);
  });

  it('the order of policies and a group around a condition change nothing', () => {
    for (const seed of SEEDS) {
      const { world, set } = worldAndSet(seed);
      const wrapped = set.map((policy) => ({ ...policy, condition: { allOf: [policy.condition ?? {}] } })).reverse();
      expect(isSame(world, set, wrapped, 'decision'), `seed ${seed}`).toBe(true);
      expect(isSame(world, set, wrapped, 'evaluatedDecision'), `seed ${seed}`).toBe(true);
    }
  });

  it('those that shadow a policy shadow it alone, and none of them is needless', () => {
    let shadowedCount = 0;
    for (const seed of SEEDS) {
      const { world, set } = worldAndSet(seed);
      for (const { id, cause } of examine(world, set, AMPLE).answer?.dead ?? []) {
        const shadowing = shadowers(world, set, id, AMPLE).answer;
        expect(shadowing !== null, `seed ${seed}, ${id}`).toBe(cause === 'SHADOWED');
        if (shadowing === null || shadowing === undefined) continue;
        shadowedCount += 1;
        const kept = set.filter((policy) => policy.id === id || shadowing.some((one) => one.id === policy.id));
        expect(shadowers(world, kept, id, AMPLE).answer, `seed ${seed}, ${id}`).not.toBeNull();
        for (const one of shadowing) {
          expect(shadowers(world, without(kept, one.id), id, AMPLE).answer, `seed ${seed}, ${id}`).toBeNull();
        }
      }
    }
    expect(shadowedCount).toBeGreaterThan(10);
  });

  it('a difference mirrors its opposite', () => {
    let changeCount = 0;
    for (const seed of SEEDS) {
      const { dice, world, set } = worldAndSet(seed);
      const edited = [...set.slice(1), randomPolicy(dice, 99)];
      const there = difference(world, set, edited, 'evaluatedDecision', AMPLE).answer ?? [];
      const back = difference(world, edited, set, 'evaluatedDecision', AMPLE).answer ?? [];
      changeCount += there.length;
      const pairs = (changes: typeof there, isMirrored: boolean) =>
        changes.map(({ from, to }) => JSON.stringify(isMirrored ? [to, from] : [from, to])).sort();
      expect(pairs(back, true), `seed ${seed}`).toEqual(pairs(there, false));
      for (const { kind, areas } of there) {
        expect(areas.length).toBeGreaterThan(0);
        const isLooser = back.some((change) => change.kind === 'looser');
        if (kind === 'stricter') expect(isLooser).toBe(true);
      }
    }
    expect(changeCount).toBeGreaterThan(20);
  });

  it('a BLOCK more refutes no claim of never ALLOW, and an ALLOW more proves none', () => {
    for (const seed of SEEDS) {
      const { dice, world, set } = worldAndSet(seed);
      const claims = set.map(
        ({ condition = {} }, index): Claim => ({
          name: String(index),
          of: 'evaluatedDecision',
          never: ['ALLOW'],
          when: condition,
          agents: 'any',
        }),
      );
      const proofs = (decision: 'BLOCK' | 'ALLOW' | null) => {
        const more = decision === null ? [] : [{ ...randomPolicy(dice, 99), decision }];
        return prove(world, [...set, ...more], claims, AMPLE).answer?.map(({ isProved }) => isProved) ?? [];
      };
      const now = proofs(null);
      const [blocking, allowing] = [proofs('BLOCK'), proofs('ALLOW')];
      expect(
        now.filter((is, index) => is && !blocking[index]),
        `seed ${seed}`,
      ).toEqual([]);
      expect(
        now.filter((is, index) => !is && allowing[index]),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });
});
