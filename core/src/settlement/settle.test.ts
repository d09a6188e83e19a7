// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: budgets only tighten an ALLOW, by those that are full. Acts of one batch are settled one after the other,
 * each by the window of its own moment.
 */
import { ACTION_FAMILIES, BUDGET_MEASURES, BUDGET_OUTCOMES, BUDGET_SCOPES, POLICY_MODES } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BudgetRule, type Counter, compileBudgets } from '../budgets/index.ts';
import { type DecisionResult, decide } from '../decision/index.ts';
import { compilePolicies } from '../policy/index.ts';
import { settle, standingOf, testBudget } from './index.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-11-30T12:00:00Z');
const SETTINGS = { timeZone: 'UTC', enforcement: 'ENFORCE', riskReviewAt: 70, riskBlockAt: 90 } as const;
const REVIEWED = compilePolicies([{ id: 'p', name: 'p', action: 'DELETE', resource: null, decision: 'REVIEW' }]);

interface Act {
  action: 'READ_DATA' | 'DELETE_DATA' | 'EXPORT_DATA';
  recordsAffected: number | null;
  atMs: number;
}

function asked({ action, recordsAffected, atMs }: Act): DecisionResult {
  return decide({
    agent: { id: 'a', name: 'a', status: 'ACTIVE', permissions: null },
    resource: { id: 'r', name: 'r', classification: 'INTERNAL' },
    ...{ action, recordsAffected, destination: null, findings: [], containsSensitiveData: null },
    ...{ hasOpenAnomaly: false, atMs, settings: SETTINGS, policies: REVIEWED },
  });
}

/** Settles acts in their order, as one batch does. */
function batchOf(acts: readonly Act[], rules: readonly BudgetRule[], before: number): DecisionResult[] {
  const budgets = compileBudgets(rules);
  const counts = new Map<string, number>();
  const usedOf = ({ name }: Counter) => counts.get(name) ?? before;
  return acts.map((act) => {
    const result = asked(act);
    const bound = { agentId: 'a', resourceId: 'r', destination: null, call: null, sandbox: false };
    const whole = { ...act, ...bound, hasOpenAnomaly: false, timeZone: 'UTC' };
    const standing = standingOf(result, whole, { grants: undefined, budgets });
    if (standing === null) return result;
    const settled = settle(result, standing, usedOf, false);
    for (const { counter, amount } of settled.spends) counts.set(counter.name, usedOf(counter) + amount);
    return settled.result;
  });
}

const READ: Act = { action: 'READ_DATA', recordsAffected: 5, atMs: START_MS };
const SPEC = { name: 'b', measure: 'COUNT', limit: 1, window: 'HOUR', per: 'AGENT', action: 'READ' } as const;

describe('acts of one batch', () => {
  it('see those before them, and begin anew at the end of the window', () => {
    const moments = [START_MS, HOUR_MS - 1 + START_MS, START_MS + HOUR_MS, START_MS + HOUR_MS + 1];
    const acts = moments.map((atMs) => ({ ...READ, atMs }));
    const settled = batchOf(acts, [testBudget({ ...SPEC, onExceed: 'REVIEW' }, 'b')], 0);
    expect(settled.map(({ decision }) => decision)).toEqual(['ALLOW', 'REVIEW', 'ALLOW', 'REVIEW']);
    expect(settled[1]?.budget?.resetsAt).toBe(new Date(START_MS + HOUR_MS).toISOString());
  });

  it('count from the moment of the budget on', () => {
    const late = { ...testBudget({ ...SPEC, onExceed: 'BLOCK' }, 'b'), sinceMs: START_MS + 1 };
    const acts = [READ, READ, { ...READ, atMs: START_MS + 1 }, { ...READ, atMs: START_MS + 2 }];
    expect(batchOf(acts, [late], 0).map(({ decision }) => decision)).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'BLOCK']);
  });
});

const STRICTNESS = { ALLOW: 0, REVIEW: 1, BLOCK: 2 };
const ACTS = fc.record({
  action: fc.constantFrom('READ_DATA', 'DELETE_DATA', 'EXPORT_DATA'),
  recordsAffected: fc.option(fc.integer({ min: 0, max: 9 })),
  atMs: fc.integer({ min: START_MS, max: START_MS + 2 * HOUR_MS }),
});
const BUDGETS = fc.record({
  name: fc.uuid(),
  measure: fc.constantFrom(...BUDGET_MEASURES),
  limit: fc.integer({ min: 1, max: 20 }),
  window: fc.constant('HOUR' as const),
  per: fc.constantFrom(...BUDGET_SCOPES),
  action: fc.constantFrom(...ACTION_FAMILIES),
  onExceed: fc.constantFrom(...BUDGET_OUTCOMES),
  mode: fc.constantFrom(...POLICY_MODES),
});

it('gets no weaker decision by any budgets, however full they are, so that they break no claim of a least one', () => {
  fc.assert(
    fc.property(
      fc.array(ACTS, { maxLength: 12 }),
      fc.array(BUDGETS, { maxLength: 4 }),
      fc.integer({ min: 0, max: 20 }),
      (acts, specs, before) => {
        const rules = specs.map((spec) => testBudget(spec, spec.name));
        for (const [place, settled] of batchOf(acts, rules, before).entries()) {
          const first = asked(acts[place] ?? READ);
          expect(STRICTNESS[settled.decision]).toBeGreaterThanOrEqual(STRICTNESS[first.decision]);
          expect(STRICTNESS[settled.evaluatedDecision]).toBeGreaterThanOrEqual(STRICTNESS[first.evaluatedDecision]);
          if (settled.decision === first.decision) continue;
          const by = specs.find(({ name }) => name === settled.budget?.name);
          expect(by).toMatchObject({ mode: 'ENFORCE', onExceed: settled.decision });
        }
      },
    ),
  );
});
