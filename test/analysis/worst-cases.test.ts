// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the worst policy sets that the limits admit are answered within the budget of memory. Past a budget there
 * is no answer.
 */
import { describe, expect, it } from 'vitest';
import { sample } from '#harness/amount';
import { ANALYSIS_CELLS_MAX, type Claim, prove } from '../../core/src/analysis/index.ts';
import { openSet, permittedOutcome } from '../../core/src/analysis/organization.ts';
import { openFor } from './engine.ts';
import { LARGE_WORLD, teamSet, WORST_SETS } from './large-sets.ts';

const CLAIM: Claim = {
  name: 'all',
  of: 'decision',
  never: ['ALLOW'],
  when: { destination: 'EXTERNAL' },
  agents: 'any',
};

describe('the worst sets', () => {
  it.each(sample(Object.entries(WORST_SETS), 2))('are answered: %s', (_, make) => {
    const budget = { cellsMax: ANALYSIS_CELLS_MAX, elapsedMsMax: 1, elapsedMs: () => 0 };
    const { complete, answer } = prove(LARGE_WORLD, make(), [CLAIM], budget);
    expect(complete).toBe(true);
    expect(answer?.[0]?.isProved === true || answer?.[0]?.counterexample !== null).toBe(true);
  });

  it('of a team have few nodes', () => {
    const set = teamSet(1_000, 1);
    const opened = openFor(LARGE_WORLD, set);
    permittedOutcome(opened, openSet(opened, set), 'decision');
    expect(opened.diagram.nodeCount).toBeLessThan(500_000);
  });

  it('are given up when the time is over, without an answer', () => {
    let looks = 0;
    const elapsedMs = (): number => {
      looks += 1;
      return looks;
    };
    const budget = { cellsMax: ANALYSIS_CELLS_MAX, elapsedMsMax: 20, elapsedMs };
    const { complete, answer } = prove(LARGE_WORLD, teamSet(5_000, 1), [CLAIM], budget);
    expect({ complete, answer, looks }).toEqual({ complete: false, answer: null, looks: 21 });
  });
});
