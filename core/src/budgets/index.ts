// SPDX-License-Identifier: Apache-2.0
/**
 * Owns budgets: which of them an act falls under, the count that it would take a place of, and whether there is room.
 * It refuses to know where counts are kept, and what becomes of a decision for which there is no room.
 */
import type {
  BudgetMeasure,
  BudgetOutcome,
  BudgetScope,
  BudgetSpec,
  BudgetWindow,
  PolicyMode,
  PolicySpec,
} from '@svc/contract';
import { type Approvals, approvalsOf } from '../approvals/index.ts';
import { type Approver, approversFrom } from '../approvers/index.ts';
import { windowOf } from '../local-time/index.ts';
import { type CompiledPolicies, compilePolicies, evaluatePolicies, type PolicyFacts } from '../policy/index.ts';

export { checkBudget } from './check.ts';
export { budgetDocument, isSameBudget, type NormalizedBudget, normalizeBudget } from './normalize.ts';

/** A stored budget. */
export interface BudgetRule {
  readonly id: string;
  readonly spec: BudgetSpec;
  /** The number of the count: it goes up when measure, window or per change. */
  readonly series: number;
  /** The moment from which that series counts, in epoch milliseconds. */
  readonly sinceMs: number;
  /** More room in one window; null without it. */
  readonly raised: { readonly windowStartMs: number; readonly amount: number } | null;
}

export interface CompiledBudgets {
  readonly byId: ReadonlyMap<string, BudgetRule>;
  /** Enabled ones as policies: strictest first, then by name. Null when there are none. */
  readonly matcher: CompiledPolicies | null;
}

export const NO_BUDGETS: CompiledBudgets = Object.freeze({ byId: new Map(), matcher: null });

export function compileBudgets(rules: readonly BudgetRule[]): CompiledBudgets {
  const enabled = rules.filter(({ spec }) => spec.enabled !== false);
  if (enabled.length === 0) return rules.length === 0 ? NO_BUDGETS : { byId: byId(rules), matcher: null };
  const policies = enabled.map(({ id, spec: { name, action, resource, condition, onExceed } }) => ({
    id,
    name,
    action,
    resource: resource ?? null,
    ...(condition !== undefined && { condition }),
    decision: onExceed,
  }));
  return { byId: byId(rules), matcher: compilePolicies(policies) };
}

/** Enabled and disabled ones as policies, where policies are read: the decision of each where it is full. */
export function budgetPolicies(
  rules: Iterable<Pick<BudgetRule, 'id' | 'spec'>>,
): (PolicySpec & { readonly id: string })[] {
  return [...rules].map(
    ({ id, spec: { measure: _measure, limit: _limit, window: _window, per: _per, onExceed, ...spec } }) => ({
      ...spec,
      id,
      decision: onExceed,
    }),
  );
}

const byId = (rules: readonly BudgetRule[]) => new Map(rules.map((rule) => [rule.id, rule]));

/** One count, of a budget or of a grant. Its name tells it from every other one of its organization. */
export interface Counter<End extends number | null = number | null> {
  readonly name: string;
  /** The budget or the grant. */
  readonly of: string;
  readonly sandbox: boolean;
  /** The agent, the resource, both or nothing, as `per` says. */
  readonly bucket: string;
  readonly windowStartMs: number;
  /** Null for a count without an end. */
  readonly windowEndMs: End;
}

/** A count as it is kept with an event, to be raised later: its name, and the end of its window. */
export type CounterReference = readonly [name: string, windowEndMs: number];

export const referenceOf = ({ name, windowEndMs }: Counter<number>): CounterReference => [name, windowEndMs];

/** The count of a budget that a reference names. */
export function counterOf([name, windowEndMs]: CounterReference): Counter<number> {
  const [of = '', , kind, startMs, ...bucket] = name.split('.');
  const sandbox = kind === 'test';
  return { name, of, sandbox, bucket: bucket.join('.'), windowStartMs: Number(startMs), windowEndMs };
}

/** A budget that an act falls under. */
export interface BudgetClaim {
  readonly id: string;
  readonly name: string;
  readonly window: BudgetWindow;
  readonly measure: BudgetMeasure;
  readonly mode: PolicyMode;
  readonly onExceed: BudgetOutcome;
  readonly approvers: readonly Approver[];
  readonly approvals: Approvals;
  readonly counter: Counter<number>;
  /** The room of its window, raised as it may be. */
  readonly limit: number;
  /** The part that the act takes; null when it counts records and the act does not say how many. */
  readonly amount: number | null;
}

/** The facts about an act that policies do not read. */
export interface BudgetedAct {
  readonly resourceId: string;
  readonly sandbox: boolean;
  /** When it was decided, in epoch milliseconds. */
  readonly atMs: number;
  readonly timeZone: string;
}

const NO_CLAIMS: readonly BudgetClaim[] = Object.freeze([]);

/** The enabled budgets that the act falls under: strictest first, then by name. */
export function budgetClaims(
  { byId: rules, matcher }: CompiledBudgets,
  facts: PolicyFacts,
  act: BudgetedAct,
): readonly BudgetClaim[] {
  if (matcher === null) return NO_CLAIMS;
  const { matchedPolicyIds } = evaluatePolicies(matcher, facts);
  if (matchedPolicyIds.length === 0) return NO_CLAIMS;
  return matchedPolicyIds.flatMap((id) => {
    const rule = rules.get(id);
    return rule === undefined || act.atMs < rule.sinceMs ? [] : [claimOf(rule, facts, act)];
  });
}

function claimOf(rule: BudgetRule, facts: PolicyFacts, act: BudgetedAct): BudgetClaim {
  const { id, spec, raised } = rule;
  const { startMs, endMs } = windowOf(act.atMs, spec.window, act.timeZone);
  const bucket = BUCKETS[spec.per](facts.agentId, act.resourceId);
  const room = raised !== null && raised.windowStartMs === startMs ? raised.amount : 0;
  return {
    id,
    name: spec.name,
    window: spec.window,
    measure: spec.measure,
    mode: spec.mode ?? 'ENFORCE',
    onExceed: spec.onExceed,
    approvers: approversFrom(spec.approverRoles, spec.approverGroups),
    approvals: approvalsOf(spec.approvals),
    counter: {
      name: `${id}.${rule.series}.${act.sandbox ? 'test' : 'live'}.${startMs}.${bucket}`,
      of: id,
      sandbox: act.sandbox,
      bucket,
      windowStartMs: startMs,
      windowEndMs: endMs,
    },
    limit: spec.limit + room,
    amount: spec.measure === 'COUNT' ? 1 : facts.recordsAffected,
  };
}

const BUCKETS: Readonly<Record<BudgetScope, (agentId: string, resourceId: string) => string>> = {
  ORGANIZATION: () => '',
  AGENT: (agentId) => agentId,
  RESOURCE: (_, resourceId) => resourceId,
  AGENT_AND_RESOURCE: (agentId, resourceId) => `${agentId} ${resourceId}`,
};

/** @param used what the window has let through so far */
export const hasRoom = ({ amount, limit }: BudgetClaim, used: number): boolean =>
  amount !== null && used + amount <= limit;
