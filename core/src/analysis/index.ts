// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the questions about a policy set whose answer holds for every event. They are claims, policies that never
 * decide, differences of two sets, the access of an agent, and ways out of a refusal. An answer is exact, or there is
 * none within the budget. It refuses to know the compiled matcher and the decision path, so that each checks the other.
 */
import type { DecisionWord } from '@svc/contract';
import { type AccessArea, accessOf } from './access.ts';
import { type Budget, type Budgeted, withinBudget } from './budget.ts';
import { type Claim, type ClaimResult, conditionsOfClaims, proveClaims } from './claims.ts';
import { type Change, differenceOf } from './difference.ts';
import type { AnalysisWorld } from './dimensions.ts';
import { conditionsOf, type DecisionKind, openOrganization, openSet } from './organization.ts';
import type { AnalysedPolicy } from './outcome.ts';
import { type DeadCause, examineSet, type SetFindings, type Shadower, shadowersOf, standingOf } from './shadows.ts';

export type { AccessArea } from './access.ts';
export { ALTERNATIVES_MAX, type Alternative, alternatives } from './alternatives.ts';
export type { AgentName, Area, Choice } from './area.ts';
export { ANALYSIS_CELLS_MAX, ANALYSIS_MS_MAX, type Budget, type Budgeted } from './budget.ts';
export type { Claim, ClaimResult, Support } from './claims.ts';
export type { Change, ChangedArea, SideOfChange } from './difference.ts';
export type { AnalysisWorld } from './dimensions.ts';
export type { DecisionKind } from './organization.ts';
export type { AnalysedPolicy } from './outcome.ts';
export type { DeadCause, DeadPolicy, Mergeable, Named, NeedlessField, SetFindings, Shadower } from './shadows.ts';
export { QUESTIONS_MAX, type WayOut, type WaysOut, waysOut } from './ways-out.ts';
export type { Witness, WitnessInput } from './witness.ts';

type Policies = readonly AnalysedPolicy[];

/** Proves or refutes each claim, in their order. */
export function prove(world: AnalysisWorld, policies: Policies, claims: readonly Claim[], budget: Budget) {
  return withinBudget((): ClaimResult[] => {
    const opened = openOrganization(
      world,
      [...conditionsOf([...policies, ...(world.budgets ?? [])]), ...conditionsOfClaims(claims)],
      budget,
    );
    return proveClaims(opened, openSet(opened, policies), claims);
  });
}

/** A claim under the set after a change, and before it where the change does not keep it. */
export interface ClaimOfChange {
  readonly after: ClaimResult;
  /** null: the set after the change keeps the claim. */
  readonly before: ClaimResult | null;
}

/** Proves each claim about the set after a change. One that it refutes is asked of the set before, too. */
export function proveChange(
  world: AnalysisWorld,
  { before, after }: { before: Policies; after: Policies },
  claims: readonly Claim[],
  budget: Budget,
): Budgeted<ClaimOfChange[]> {
  return withinBudget(() => {
    const matched = [...before, ...after, ...(world.budgets ?? [])];
    const conditions = [...conditionsOf(matched), ...conditionsOfClaims(claims)];
    const opened = openOrganization(world, conditions, budget);
    const results = proveClaims(opened, openSet(opened, after), claims);
    const broken = claims.filter((_, index) => results[index]?.counterexample !== null);
    const earlier = broken.length === 0 ? [] : proveClaims(opened, openSet(opened, before), broken);
    const beforeOf = new Map(broken.map((claim, index) => [claim, earlier[index] ?? null]));
    return results.map((result, index) => ({ after: result, before: beforeOf.get(claims[index] as Claim) ?? null }));
  });
}

/** Policies and fields of the set that do nothing, or that nothing can reach. */
export function examine(world: AnalysisWorld, policies: Policies, budget: Budget): Budgeted<SetFindings> {
  return withinBudget(() => {
    const opened = openOrganization(world, conditionsOf(policies), budget);
    return examineSet(opened, openSet(opened, policies));
  });
}

/** The policies that keep this one from ever deciding; the answer is null when it is not shadowed. */
export function shadowers(
  world: AnalysisWorld,
  policies: Policies,
  policyId: string,
  budget: Budget,
): Budgeted<Shadower[] | null> {
  return withinBudget(() => {
    const opened = openOrganization(world, conditionsOf(policies), budget);
    return shadowersOf(opened, openSet(opened, policies), policyId);
  });
}

export interface Standing {
  readonly finding: DeadCause | 'WITHOUT_EFFECT' | null;
  /** The policies that keep a shadowed one from deciding. */
  readonly shadowers: readonly Shadower[];
}

/** The effect of one policy in its set. */
export function standing(world: AnalysisWorld, policies: Policies, policyId: string, budget: Budget) {
  return withinBudget((): Standing => {
    const opened = openOrganization(world, conditionsOf(policies), budget);
    const set = openSet(opened, policies);
    const finding = standingOf(opened, set, policyId);
    return { finding, shadowers: finding === 'SHADOWED' ? (shadowersOf(opened, set, policyId) ?? []) : [] };
  });
}

/** Every event whose outcome the second set changes. */
export function difference(
  world: AnalysisWorld,
  before: Policies,
  after: Policies,
  of: DecisionKind,
  budget: Budget,
): Budgeted<Change[]> {
  return withinBudget(() => {
    const opened = openOrganization(world, [...conditionsOf(before), ...conditionsOf(after)], budget);
    return differenceOf(opened, openSet(opened, before), openSet(opened, after), of);
  });
}

/** The events of one agent that get this decision. */
export function access(
  world: AnalysisWorld,
  policies: Policies,
  agentId: string,
  decision: DecisionWord,
  budget: Budget,
): Budgeted<AccessArea[]> {
  return withinBudget(() => {
    // Named in a condition, the agent has a value of its own.
    const opened = openOrganization(world, [...conditionsOf(policies), { agentIds: [agentId] }], budget);
    return accessOf(opened, openSet(opened, policies), agentId, decision, 'decision');
  });
}
