// SPDX-License-Identifier: Apache-2.0
/**
 * A part of a policy set, compiled once and evaluated for every decision: see policy-set.ts. Its policies come by rank,
 * and the first that matches decides. For each of the 480 situations a cell is made when the first event falls into it.
 * It holds the policies that match every event there (their outcome is ready-made). It also groups those that depend on
 * the rest of the event. Policies that name agents are listed by agent for the whole part. An evaluation thus touches
 * only policies that can match. With none of these it costs the same whether the part holds 1 policy or 2,000.
 */
import type { DecisionWord, PolicyMode, PolicySpec } from '@svc/contract';
import { type Approvals, approvalsOf } from '../approvals/index.ts';
import { type Approver, approversFrom } from '../approvers/index.ts';
import { conjunctionOfPolicy } from './conjunction.ts';
import { type PolicyFacts, type Probe, probeOf } from './facts.ts';
import { leadInCell } from './lead.ts';
import { testOf } from './matcher.ts';
import {
  type Groups,
  groupByLead,
  indexMembers,
  type LedMember,
  type MemberIndex,
  narrowGroups,
  scanGroups,
} from './member-index.ts';
import { type Conjunction, isCertainIn } from './normal-form.ts';
import { cellOf, containsSituation, SITUATIONS } from './situation.ts';

/** A stored policy: the specification's fields and its id. */
export type IdentifiedPolicy = PolicySpec & { readonly id: string };

/** The part of a matching policy that the rest of a decision needs. */
export interface MatchedPolicy {
  readonly id: string;
  readonly name: string;
  readonly decision: DecisionWord;
  readonly mode: PolicyMode;
  readonly approvers: readonly Approver[];
  /** Whether its review may be passed on to other roles. */
  readonly escalates: boolean;
  readonly approvals: Approvals;
}

/** The outcome of a set of policies for one event. The same object may answer another event: never change it. */
export interface PolicyOutcome {
  /** Every policy that matches, enforced or monitored, by rank. */
  readonly matchedPolicyIds: readonly string[];
  /** The deciding policy among those in mode ENFORCE; null when none of them matches. */
  readonly enforced: MatchedPolicy | null;
  /** The deciding policy among all; null when none matches. */
  readonly evaluated: MatchedPolicy | null;
  /** Whether a policy in mode MONITOR matches. */
  readonly isMonitored: boolean;
}

/** A compiled part. Its cells fill as events come, and it counts evaluations; no answer depends on either. */
export interface CompiledPart {
  readonly ranked: readonly MatchedPolicy[];
  readonly index: MemberIndex;
  readonly cells: (Cell | null)[];
  evaluations: number;
}

interface Cell {
  readonly certain: readonly number[];
  readonly certainOutcome: PolicyOutcome;
  /** Policies with the same lead in every cell. */
  readonly groups: Groups;
  /** Policies with a lead in this cell only, or with none. */
  readonly ownGroups: Groups;
}

/** No policy matches. */
export const NO_POLICY_MATCHES: PolicyOutcome = Object.freeze({
  matchedPolicyIds: Object.freeze([]),
  enforced: null,
  evaluated: null,
  isMonitored: false,
});

/** @param policies enabled ones, by rank. No reference to them is kept, so they may change afterwards. */
export function compilePart(policies: readonly IdentifiedPolicy[]): CompiledPart {
  const ranked: MatchedPolicy[] = [];
  const conjunctions: Conjunction[] = [];
  for (const policy of policies) {
    const conjunction = conjunctionOfPolicy(policy);
    if (conjunction === null) continue;
    conjunctions.push(conjunction);
    ranked.push(matchedPolicyOf(policy));
  }
  return {
    ranked,
    index: indexMembers(conjunctions, conjunctions.map(testOf)),
    cells: new Array<Cell | null>(SITUATIONS.length).fill(null),
    evaluations: 0,
  };
}

/** The matching policies of the part, and the deciding one. @throws RangeError on a word unknown to the contract */
export function evaluatePart(policies: CompiledPart, facts: PolicyFacts): PolicyOutcome {
  const cellNumber = cellOf(facts);
  let cell = policies.cells[cellNumber];
  if (cell === null || cell === undefined) {
    cell = cellFor(policies, cellNumber);
    policies.cells[cellNumber] = cell;
  }
  if (cell.groups.isEmpty && cell.ownGroups.isEmpty) return cell.certainOutcome;
  policies.evaluations += 1;
  const found = conditionalMatches(policies.index, cell, probeOf(facts, cellNumber, policies.evaluations));
  if (found.length === 0) return cell.certainOutcome;
  return outcomeOf(policies.ranked, cell.certain.length === 0 ? found : merged(cell.certain, found));
}

/** Members that depend on more than the situation, in ascending order. */
function conditionalMatches(index: MemberIndex, cell: Cell, probe: Probe): number[] {
  const found: number[] = [];
  scanGroups(index, cell.groups, probe, found);
  if (!cell.ownGroups.isEmpty) scanGroups(index, cell.ownGroups, probe, found);
  return found.sort((left, right) => left - right);
}

/** Splits the policies that can match in a cell into those that always do and those that may. */
function cellFor({ index, ranked }: CompiledPart, cellNumber: number): Cell {
  const situation = SITUATIONS[cellNumber] as number;
  const isPossible = (member: number): boolean => containsSituation(index.situations[member] as number, situation);
  const certain: number[] = [];
  const others: LedMember[] = [];
  // A policy that matches a whole cell has no lead: an event of the cell lacks nothing that it asks for.
  for (const member of index.groups.others) {
    if (!isPossible(member)) continue;
    const conjunction = index.conjunctions[member] as Conjunction;
    if (isCertainIn(conjunction, situation)) certain.push(member);
    else others.push({ member, lead: leadInCell(conjunction, situation) });
  }
  return {
    certain,
    certainOutcome: frozen(outcomeOf(ranked, certain)),
    groups: narrowGroups({ ...index.groups, others: [] }, isPossible),
    ownGroups: groupByLead(others),
  };
}

/** The outcome of these members, given by rank. */
function outcomeOf(ranked: readonly MatchedPolicy[], members: readonly number[]): PolicyOutcome {
  if (members.length === 0) return NO_POLICY_MATCHES;
  const matchedPolicyIds: string[] = [];
  let enforced: MatchedPolicy | null = null;
  let isMonitored = false;
  for (const member of members) {
    const policy = ranked[member] as MatchedPolicy;
    matchedPolicyIds.push(policy.id);
    if (policy.mode === 'MONITOR') isMonitored = true;
    else enforced ??= policy;
  }
  return { matchedPolicyIds, enforced, evaluated: ranked[members[0] as number] as MatchedPolicy, isMonitored };
}

/** Many answers share an outcome, so the reader of one must not change it. */
function frozen(outcome: PolicyOutcome): PolicyOutcome {
  Object.freeze(outcome.matchedPolicyIds);
  return Object.freeze(outcome);
}

/** Merges two ascending lists without common members. */
function merged(left: readonly number[], right: readonly number[]): number[] {
  const whole: number[] = [];
  let leftAt = 0;
  for (const member of right) {
    while (leftAt < left.length && (left[leftAt] as number) < member) {
      whole.push(left[leftAt] as number);
      leftAt += 1;
    }
    whole.push(member);
  }
  for (; leftAt < left.length; leftAt += 1) whole.push(left[leftAt] as number);
  return whole;
}

function matchedPolicyOf(policy: IdentifiedPolicy): MatchedPolicy {
  return Object.freeze({
    id: policy.id,
    name: policy.name,
    decision: policy.decision,
    mode: policy.mode ?? 'ENFORCE',
    approvers: Object.freeze(approversFrom(policy.approverRoles, policy.approverGroups)),
    escalates: policy.escalate ?? true,
    approvals: Object.freeze(approvalsOf(policy.approvals)),
  });
}
