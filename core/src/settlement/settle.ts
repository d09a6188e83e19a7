// SPDX-License-Identifier: Apache-2.0
/** Grants, then budgets, and everything that they count. */
import type { DecisionWord } from '@svc/contract';
import { ONE_APPROVAL } from '../approvals/index.ts';
import {
  type BudgetClaim,
  budgetClaims,
  type CompiledBudgets,
  type Counter,
  type CounterReference,
  counterOf,
  hasRoom,
  referenceOf,
} from '../budgets/index.ts';
import type { DecisionResult } from '../decision/index.ts';
import { counterOfGrant, type GrantedAct, type GrantRule, matchingGrants } from '../grants/index.ts';

/** Everything that may still change a decision. */
export interface Standing {
  /** Grants that let the act through while they have uses left, the first of them before the others. */
  readonly grants: readonly GrantRule[];
  /** Budgets that it falls under: strictest first, then by name. */
  readonly budgets: readonly BudgetClaim[];
}

/** @returns null where neither a grant nor a budget can change the decision, or counts it */
export function standingOf(
  result: DecisionResult,
  act: GrantedAct & { readonly timeZone: string },
  rules: { readonly grants: readonly GrantRule[] | undefined; readonly budgets: CompiledBudgets },
): Standing | null {
  if (result.decision === 'BLOCK') return null;
  const grants = matchingGrants(rules.grants, result, act);
  if (result.decision === 'REVIEW' && grants.length === 0) return null;
  const budgets = budgetClaims(rules.budgets, result.facts, act);
  return grants.length === 0 && budgets.length === 0 ? null : { grants, budgets };
}

/** The counts that it is settled by. */
export const countersOf = ({ grants, budgets }: Standing): readonly Counter[] => [
  ...grants.map(counterOfGrant),
  ...budgets.map(({ counter }) => counter),
];

export interface Spend {
  readonly counter: Counter;
  readonly amount: number;
}

export interface Settled {
  readonly result: DecisionResult;
  /** Added to counts with the record of the decision. */
  readonly spends: readonly Spend[];
  /** Counts of records, which go up when the act turns out to affect more than it said. */
  readonly counted: readonly CounterReference[];
}

const NOTHING_COUNTED = { spends: [], counted: [] } as const;

/**
 * @param usedOf a count before this decision
 * @param isWatched the organization is in monitor mode
 */
export function settle(
  asked: DecisionResult,
  { grants, budgets }: Standing,
  usedOf: (counter: Counter) => number,
  isWatched: boolean,
): Settled {
  const grant = grants.find((one) => one.usesMax === null || usedOf(counterOfGrant(one)) < one.usesMax);
  const result = grant === undefined ? asked : granted(asked, grant, usedOf(counterOfGrant(grant)));
  if (result.decision !== 'ALLOW') return { result, ...NOTHING_COUNTED };
  const full = budgets.filter((budget) => !hasRoom(budget, usedOf(budget.counter)));
  const refusing = isWatched ? undefined : full.find(({ mode }) => mode === 'ENFORCE');
  if (refusing !== undefined) {
    return { result: refusedBy(result, refusing, usedOf(refusing.counter)), ...NOTHING_COUNTED };
  }
  const watching = full[0];
  const { spends, counted } = spent(budgets);
  return {
    result: watching === undefined ? result : watchedBy(result, watching, usedOf(watching.counter)),
    spends: grant === undefined ? spends : [...spends, { counter: counterOfGrant(grant), amount: 1 }],
    counted,
  };
}

/** Everything that budgets count of an act that is let through. */
function spent(budgets: readonly BudgetClaim[]): Omit<Settled, 'result'> {
  return {
    spends: budgets.flatMap(({ counter, amount }) => (amount ? [{ counter, amount }] : [])),
    counted: budgets.flatMap(({ measure, counter }) => (measure === 'RECORDS' ? [referenceOf(counter)] : [])),
  };
}

/** An approval, as budgets see it. */
export interface SettledApproval extends Omit<Settled, 'result'> {
  /** The budget that blocks, and has no room; null for none. Then nothing is counted. */
  readonly refusing: BudgetClaim | null;
}

/** A REVIEW that is approved is counted, beyond the limit where it has to be, unless a budget blocks. */
export function settleApproval(
  budgets: readonly BudgetClaim[],
  usedOf: (counter: Counter) => number,
  isWatched: boolean,
): SettledApproval {
  const blocking = budgets.find(
    (budget) => budget.onExceed === 'BLOCK' && budget.mode === 'ENFORCE' && !hasRoom(budget, usedOf(budget.counter)),
  );
  return blocking === undefined || isWatched
    ? { refusing: null, ...spent(budgets) }
    : { refusing: blocking, ...NOTHING_COUNTED };
}

/** More records than were counted go up in the same counts, and fewer never down. */
export function settleOutcome(
  counted: readonly CounterReference[],
  recordsBefore: number,
  recordsAffected: number | null,
): readonly Spend[] {
  const amount = (recordsAffected ?? 0) - recordsBefore;
  return amount > 0 ? counted.map((reference) => ({ counter: counterOf(reference), amount })) : [];
}

function granted(asked: DecisionResult, { id, untilMs, usesMax }: GrantRule, used: number): DecisionResult {
  const until = new Date(untilMs).toISOString();
  const [first = '', ...others] = asked.reasons;
  const asker = first.endsWith(DECIDES_REVIEW) ? first.slice(0, -DECIDES_REVIEW.length) : 'The organization';
  return {
    ...asked,
    decision: 'ALLOW',
    evaluatedDecision: asked.evaluatedDecision === 'REVIEW' ? 'ALLOW' : asked.evaluatedDecision,
    cause: { ...asked.cause, by: 'GRANT', threshold: null },
    approvers: [],
    escalates: true,
    approvals: ONE_APPROVAL,
    grant: { id, until, usesLeft: usesMax === null ? null : usesMax - used - 1 },
    reasons: [`${asker} asks for a review, which the grant ${id} answers until ${until}.`, ...others],
  };
}

const DECIDES_REVIEW = ' decides REVIEW.';

/** No numbers: they are for people, and for callers where the organization tells them. */
function refusedBy(result: DecisionResult, budget: BudgetClaim, used: number): DecisionResult {
  const { onExceed } = budget;
  const isReview = onExceed === 'REVIEW';
  const isStricter = STRICTNESS[result.evaluatedDecision] > STRICTNESS[onExceed];
  return {
    ...result,
    decision: onExceed,
    evaluatedDecision: isStricter ? result.evaluatedDecision : onExceed,
    policy: null,
    cause: {
      by: 'BUDGET',
      threshold: null,
      underFullEnforcement: isStricter ? result.cause.underFullEnforcement : null,
    },
    approvers: isReview ? budget.approvers : [],
    escalates: true,
    approvals: isReview ? budget.approvals : ONE_APPROVAL,
    grant: null,
    budget: told(budget, used),
    reasons: [`${sentenceOf(budget)} decides ${onExceed}.`, ...withoutDecider(result)],
  };
}

/** Only the evaluated decision moves. */
function watchedBy(result: DecisionResult, budget: BudgetClaim, used: number): DecisionResult {
  const { onExceed, mode } = budget;
  if (STRICTNESS[result.evaluatedDecision] >= STRICTNESS[onExceed]) return result;
  const underFullEnforcement = { decision: onExceed, by: 'BUDGET', policy: null, threshold: null } as const;
  const isWatched = mode === 'MONITOR' ? ', which is in monitor mode,' : '';
  const sentence = `${sentenceOf(budget)}${isWatched} would decide ${onExceed} under full enforcement.`;
  const decider = result.reasons.length - withoutDecider(result).length;
  return {
    ...result,
    evaluatedDecision: onExceed,
    monitored: true,
    cause: { ...result.cause, underFullEnforcement },
    budget: told(budget, used),
    reasons: [...result.reasons.slice(0, decider), sentence, ...result.reasons.slice(decider)],
  };
}

const STRICTNESS: Readonly<Record<DecisionWord, number>> = { ALLOW: 0, REVIEW: 1, BLOCK: 2 };

/** The first sentence is that of the decider, where something decided. */
function withoutDecider({ cause, reasons }: DecisionResult): readonly string[] {
  return cause.by === 'NOTHING' || cause.by === 'MODE' ? reasons : reasons.slice(1);
}

const sentenceOf = ({ name, amount, counter }: BudgetClaim): string =>
  amount === null
    ? `The budget "${name}", which counts records that the act does not tell,`
    : `The budget "${name}", which has no room until ${new Date(counter.windowEndMs).toISOString()},`;

const told = ({ id, name, window, counter, limit }: BudgetClaim, used: number): DecisionResult['budget'] => ({
  id,
  name,
  window,
  resetsAt: new Date(counter.windowEndMs).toISOString(),
  limit,
  used,
});
