// SPDX-License-Identifier: Apache-2.0
/** Claims about every event: proved, or refuted by an event that breaks them. */
import type { DecisionWord, PolicyCondition, PolicyResource } from '@svc/contract';
import { ConditionReader } from './conditions.ts';
import { minimalCover } from './minimal-cover.ts';
import { FALSE } from './operations.ts';
import {
  type DecisionKind,
  decidingList,
  type Opened,
  type OpenedSet,
  permittedOutcome,
  wholeOutcome,
} from './organization.ts';
import { type AnalysedPolicy, byRank, classesOf, isOfClass, type RankedPolicy } from './outcome.ts';
import { pointOf, registeredAgents, type Witness, witnessAt } from './witness.ts';

export interface Claim {
  readonly name: string;
  /** The decision that the claim is about; in a monitoring organization, only the evaluated one says something. */
  readonly of: DecisionKind;
  /** The decisions that no event may get. */
  readonly never: readonly DecisionWord[];
  /** A REVIEW that asks for fewer people is ruled out, too; left out: none is. */
  readonly approvalsMin?: number;
  /** The events that the claim is about. */
  readonly when: PolicyCondition;
  readonly resource?: PolicyResource | null;
  /** `any` includes agents that will be registered later. */
  readonly agents: 'any' | 'registered';
  /** Events that it is not about. */
  readonly unless?: PolicyCondition;
}

/** `enforcement`: the organization is in monitor mode, which answers ALLOW. */
export type Support = 'permissions' | 'risk' | 'enforcement';

export interface ClaimResult {
  readonly name: string;
  readonly isProved: boolean;
  /** No event is meant: nothing is proved, and nothing refuted. */
  readonly isVacuous: boolean;
  /** An event that breaks the claim; null when none does. */
  readonly counterexample: Witness | null;
  /** An event that escapes a proved claim by leaving out records or destination. */
  readonly evasion: Witness | null;
  /** Policies that hold a proved claim together with what it leans on; without any one of them it is not held. */
  readonly heldBy: readonly { readonly id: string; readonly name: string }[];
  /** The things that a proved claim needs beside policies. */
  readonly leansOn: readonly Support[];
}

/** The conditions of claims, which dimensions have to know. */
export function conditionsOfClaims(claims: readonly Claim[]): PolicyCondition[] {
  return claims.flatMap(({ when, unless }) => (unless === undefined ? [when] : [when, unless]));
}

/** Answers the claims in their order. */
export function proveClaims(opened: Opened, set: OpenedSet, claims: readonly Claim[]): ClaimResult[] {
  const evading = new ConditionReader(opened.diagram, opened.dimensions, 'matches');
  const outcomes = new Map<DecisionKind, Outcomes>();
  return claims.map((claim) => {
    const known = outcomes.get(claim.of) ?? outcomesOf(opened, set, claim.of);
    outcomes.set(claim.of, known);
    opened.diagram.checkTime();
    return proveClaim(opened, set, claim, known, evading);
  });
}

/** The classes of outcomes that no event of the claim may get. */
const ruledOut = ({ never, approvalsMin }: Claim): number[] => classesOf(never, approvalsMin);

interface Outcomes {
  readonly permitted: number;
  readonly whole: number;
}

function outcomesOf(opened: Opened, set: OpenedSet, of: DecisionKind): Outcomes {
  const permitted = permittedOutcome(opened, set, of);
  return { permitted, whole: wholeOutcome(opened, permitted) };
}

const UNPROVED = { isProved: false, isVacuous: false, counterexample: null, evasion: null, heldBy: [], leansOn: [] };

function proveClaim(
  opened: Opened,
  set: OpenedSet,
  claim: Claim,
  { permitted, whole }: Outcomes,
  evading: ConditionReader,
): ClaimResult {
  const { diagram } = opened;
  const { name } = claim;
  const meant = eventsOf(opened, claim, opened.reader);
  if (meant === FALSE) return { ...UNPROVED, name, isVacuous: true };
  const never = ruledOut(claim);
  const broken = diagram.isOneOf(whole, never);
  const breaking = diagram.and(meant, broken);
  if (breaking !== FALSE) {
    return { ...UNPROVED, name, counterexample: witnessAt(opened, set, pointOf(opened, breaking)) };
  }
  const full = fullBudget(opened, set, claim, diagram.and(meant, diagram.isOneOf(whole, ALLOWED)));
  if (full !== null) return { ...UNPROVED, name, counterexample: full };
  const escaping = diagram.and(eventsOf(opened, claim, evading), broken);
  return {
    name,
    isProved: true,
    isVacuous: false,
    counterexample: null,
    evasion: escaping === FALSE ? null : witnessAt(opened, set, pointOf(opened, escaping)),
    heldBy: heldBy(opened, set, claim, meant),
    leansOn: leansOn(opened, set, claim, meant, permitted),
  };
}

const ALLOWED = classesOf(['ALLOW']);

/**
 * An allowed event that a full budget decides as the claim rules out. Budgets tighten an ALLOW alone, so they break no
 * claim that rules out ALLOW.
 */
function fullBudget(opened: Opened, set: OpenedSet, claim: Claim, allowed: number): Witness | null {
  const { diagram, reader, world } = opened;
  const { budgets = [], settings } = world;
  if (allowed === FALSE || (claim.of === 'decision' && settings.enforcement === 'MONITOR')) return null;
  const never = ruledOut(claim);
  const ofClaim = budgets.filter(
    (budget) =>
      budget.enabled !== false &&
      (claim.of === 'evaluatedDecision' || budget.mode !== 'MONITOR') &&
      isOfClass(budget, never),
  );
  for (const budget of ofClaim.toSorted(byRank)) {
    const breaking = diagram.and(allowed, reader.policy(budget));
    if (breaking === FALSE) continue;
    const { id, name, decision, mode } = budget;
    const by = { id, name, decision, isWatched: mode === 'MONITOR' };
    return { ...witnessAt(opened, set, pointOf(opened, breaking)), budget: by };
  }
  return null;
}

/** Events that the claim is about and that can happen. */
function eventsOf(opened: Opened, claim: Claim, reader: ConditionReader): number {
  const { diagram } = opened;
  const asked = diagram.and(reader.condition(claim.when), reader.resource(claim.resource));
  const kept = claim.unless === undefined ? asked : diagram.without(asked, opened.reader.condition(claim.unless));
  const events = diagram.and(kept, opened.possible);
  return claim.agents === 'registered' ? diagram.and(events, registeredAgents(opened)) : events;
}

/** The policies that, with what the claim leans on, keep every event that is meant from the decisions it rules out. */
function heldBy(opened: Opened, set: OpenedSet, claim: Claim, meant: number) {
  const holding = holdingParts(opened, decidingList(opened, set, claim.of), claim);
  const cover = minimalCover(opened.diagram, meant, holding);
  return cover.map(({ policy }): Pick<AnalysedPolicy, 'id' | 'name'> => ({ id: policy.id, name: policy.name }));
}

/** For each policy that decides otherwise than the claim rules out: the events where nothing stricter is ruled out. */
function holdingParts({ diagram }: Opened, list: readonly RankedPolicy[], claim: Claim): RankedPolicy[] {
  const parts: RankedPolicy[] = [];
  const never = ruledOut(claim);
  const weaker: number[] = [];
  let before = FALSE;
  for (const { policy, region } of list) {
    if (isOfClass(policy, never)) {
      weaker.push(region);
      continue;
    }
    if (weaker.length > 0) before = diagram.or(before, diagram.fold(diagram.or, weaker.splice(0), FALSE));
    parts.push({ policy, region: diagram.without(region, before) });
  }
  return parts;
}

/** The claim would not hold without these: permissions, or the outcome where no policy matches. */
function leansOn(opened: Opened, set: OpenedSet, claim: Claim, meant: number, permitted: number): Support[] {
  const { diagram, refused } = opened;
  const supports: Support[] = [];
  const never = ruledOut(claim);
  if (diagram.meets(meant, diagram.isOneOf(permitted, never))) supports.push('permissions');
  const matched = diagram.fold(
    diagram.or,
    decidingList(opened, set, claim.of).map(({ region }) => region),
    FALSE,
  );
  if (diagram.without(diagram.without(meant, matched), refused) === FALSE) return supports;
  const isWatched = claim.of === 'decision' && opened.world.settings.enforcement === 'MONITOR';
  return [...supports, isWatched ? 'enforcement' : 'risk'];
}
