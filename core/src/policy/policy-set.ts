// SPDX-License-Identifier: Apache-2.0
/**
 * A whole policy set. Policies are ranked: strictest decision first, then name by code point. The first matching policy
 * by rank decides. A set is compiled in parts of bounded size, each a range of ranks. Compiling and evaluating it can
 * pause after every part. Most sets are one part.
 */
import type { DecisionWord, PolicyCondition } from '@svc/contract';
import { compareCodePoints } from '../code-point-order/index.ts';
import {
  type CompiledPart,
  compilePart,
  evaluatePart,
  type IdentifiedPolicy,
  NO_POLICY_MATCHES,
  type PolicyOutcome,
} from './compile.ts';
import type { PolicyFacts } from './facts.ts';

/**
 * Conditions and items of their lists in one part: a few milliseconds of work for the worst of them. One policy is
 * never divided.
 */
export const PART_WEIGHT_MAX = 2_000;

/** A compiled set. No answer depends on what its parts keep. */
export interface CompiledPolicies {
  /** Policies given, disabled ones included. */
  readonly policyCount: number;
  /** By rank: every policy of a part comes before those of the next. Never empty. */
  readonly parts: readonly CompiledPart[];
  /** Conditions and items of lists in the heaviest part: more than `PART_WEIGHT_MAX` where one policy has more. */
  readonly weightMax: number;
}

/** Work that pauses after each bounded step. Its caller decides when the next one begins. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Compiles policies whose schema and depth have been checked. It keeps no reference to the given objects. */
export function compilePolicies(policies: readonly IdentifiedPolicy[]): CompiledPolicies {
  return atOnce(compileInSteps(policies));
}

/** The same, with a pause after each part. */
export function* compileInSteps(policies: readonly IdentifiedPolicy[]): Steps<CompiledPolicies> {
  const ranked = policies.filter((policy) => policy.enabled !== false).sort(compareRank);
  const parts: CompiledPart[] = [];
  let next: IdentifiedPolicy[] = [];
  let weight = 0;
  let weightMax = 0;
  for (const policy of ranked) {
    const added = weightOf(policy.condition);
    if (next.length > 0 && weight + added > PART_WEIGHT_MAX) {
      parts.push(compilePart(next));
      yield;
      next = [];
      weight = 0;
    }
    next.push(policy);
    weight += added;
    weightMax = Math.max(weightMax, weight);
  }
  parts.push(compilePart(next));
  return { policyCount: policies.length, parts, weightMax };
}

/** The policies that match the event, and the deciding one. Throws a RangeError on a word unknown to the contract. */
export function evaluatePolicies({ parts }: CompiledPolicies, facts: PolicyFacts): PolicyOutcome {
  let outcome = NO_POLICY_MATCHES;
  for (const part of parts) outcome = joined(outcome, evaluatePart(part, facts));
  return outcome;
}

/** The same, with a pause after each part but the last. */
export function* evaluateInSteps({ parts }: CompiledPolicies, facts: PolicyFacts): Steps<PolicyOutcome> {
  let outcome = NO_POLICY_MATCHES;
  for (const [place, part] of parts.entries()) {
    if (place > 0) yield;
    outcome = joined(outcome, evaluatePart(part, facts));
  }
  return outcome;
}

/** Both outcomes, of which the first has the higher ranks. */
function joined(first: PolicyOutcome, second: PolicyOutcome): PolicyOutcome {
  if (first === NO_POLICY_MATCHES) return second;
  if (second === NO_POLICY_MATCHES) return first;
  return {
    matchedPolicyIds: [...first.matchedPolicyIds, ...second.matchedPolicyIds],
    enforced: first.enforced ?? second.enforced,
    evaluated: first.evaluated,
    isMonitored: first.isMonitored || second.isMonitored,
  };
}

/** The number of conditions in it, itself included, and of items in their lists. The caller has checked its depth. */
function weightOf(condition: PolicyCondition = {}): number {
  const { agentIds = [], dlpTypes = [], lgpdCategories = [], allOf = [], anyOf = [] } = condition;
  let weight = 1 + agentIds.length + dlpTypes.length + lgpdCategories.length;
  for (const part of allOf) weight += weightOf(part);
  for (const part of anyOf) weight += weightOf(part);
  return weight;
}

const STRICTNESS: Readonly<Record<DecisionWord, number>> = { ALLOW: 0, REVIEW: 1, BLOCK: 2 };

/** Names are unique in an organization; the id keeps the order total for sets that are not. */
function compareRank(left: IdentifiedPolicy, right: IdentifiedPolicy): number {
  return (
    STRICTNESS[right.decision] - STRICTNESS[left.decision] ||
    compareCodePoints(left.name, right.name) ||
    compareCodePoints(left.id, right.id)
  );
}
