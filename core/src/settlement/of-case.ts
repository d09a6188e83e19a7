// SPDX-License-Identifier: Apache-2.0
/** Settles a test case by the counts that it states. Grants are of real acts, so that none is given here. */
import type { BudgetSpec, PolicyTestCase } from '@svc/contract';
import { type BudgetRule, compileBudgets } from '../budgets/index.ts';
import type { DecisionResult, DecisionSettings, SettledAct } from '../decision/index.ts';
import { settle, standingOf } from './settle.ts';

/** A budget of a test: each of its windows counts from its first moment. */
export function testBudget(spec: BudgetSpec, id: string): BudgetRule {
  return { id, spec, series: 1, sinceMs: Number.NEGATIVE_INFINITY, raised: null };
}

type SettleCase = (asked: DecisionResult, testCase: PolicyTestCase, act: SettledAct) => DecisionResult;

export function caseSettler(
  rules: readonly BudgetRule[],
  { timeZone, enforcement }: Pick<DecisionSettings, 'timeZone' | 'enforcement'>,
): SettleCase {
  const budgets = compileBudgets(rules);
  return (asked, { input, given }, act) => {
    const whole = {
      ...act,
      action: input.action,
      destination: input.destination ?? null,
      recordsAffected: input.recordsAffected ?? null,
      ...{ call: null, sandbox: false, hasOpenAnomaly: false, timeZone },
    };
    const standing = standingOf(asked, whole, { grants: undefined, budgets });
    if (standing === null) return asked;
    const used = given?.budgets ?? {};
    const usedOf = ({ of }: { of: string }) => {
      const name = budgets.byId.get(of)?.spec.name ?? '';
      return Object.hasOwn(used, name) ? (used[name] ?? 0) : 0;
    };
    return settle(asked, standing, usedOf, enforcement === 'MONITOR').result;
  };
}
