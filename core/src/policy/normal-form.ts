// SPDX-License-Identifier: Apache-2.0
/**
 * Conditions in one normal form. A conjunction is a set of situations, ranges of records and risk, agents, demanded
 * findings, and unions, all of which must hold. Nested `allOf` groups dissolve into it. A condition that can never
 * match is null, and one that always matches leaves no trace. Compiling pays all the cost of the way a condition was
 * written.
 */
import { containsSituation, containsUnknownDestination, EVERY_SITUATION } from './situation.ts';

/** The values of a conjunction's lead, see lead.ts. A part without a lead has a value that no event reaches. */
export interface Lead {
  /** In lower case, with possible repetitions; null when no agent leads here. */
  readonly agentIds: Iterable<string> | null;
  /** The number of groups through which the agents rose. */
  readonly levelsRisen: number;
  readonly recordsMin: number;
  readonly recordsMax: number;
  readonly content: number;
  readonly riskMin: number;
}

/** Matches when every part does. */
export interface Conjunction {
  /** A set of situations; never an empty one. */
  readonly situations: number;
  /** Lower-cased and never empty; null when any agent matches. */
  readonly agentIds: ReadonlySet<string> | null;
  /** -Infinity without a demand; any other value needs a known number of records. */
  readonly recordsMin: number;
  /** Infinity without a demand; any other value needs a known number of records. */
  readonly recordsMax: number;
  /** 0 without a demand: every score is at least that. */
  readonly riskMin: number;
  /** At least one finding of each of these sets is demanded. */
  readonly contents: ReadonlySet<number>;
  readonly unions: readonly Union[];
  /** The lead of its unions or bounds, without its own agents; null when no demand can be one. */
  readonly leadBesideAgents: Lead | null;
}

/** An `anyOf` group of two members or more: matches when at least one does. */
export interface Union {
  /** A set of situations outside which no member matches. */
  readonly reach: number;
  readonly members: readonly Conjunction[];
}

export const NO_RECORDS_MIN = Number.NEGATIVE_INFINITY;
export const NO_RECORDS_MAX = Number.POSITIVE_INFINITY;
export const NO_RISK_MIN = 0;

/** A conjunction under construction, without its lead. */
export type Asked = Omit<Conjunction, 'leadBesideAgents'>;

/** True when every event matches. */
export function matchesAlways(conjunction: Asked): boolean {
  return conjunction.situations === EVERY_SITUATION && !asksMoreThanSituations(conjunction);
}

/** True when it demands more than its set of situations. */
export function asksMoreThanSituations(conjunction: Asked): boolean {
  return conjunction.agentIds !== null || conjunction.unions.length > 0 || asksForValues(conjunction);
}

/** True when it demands records, risk or findings, which no cell settles. */
export function asksForValues(conjunction: Asked): boolean {
  return (
    conjunction.recordsMin !== NO_RECORDS_MIN ||
    conjunction.recordsMax !== NO_RECORDS_MAX ||
    conjunction.riskMin > NO_RISK_MIN ||
    conjunction.contents.size > 0
  );
}

/** True when it matches every event of this situation. False means that only the event can tell. */
export function isCertainIn(conjunction: Conjunction, situation: number): boolean {
  if (conjunction.agentIds !== null || asksForValues(conjunction)) return false;
  if (!containsSituation(conjunction.situations, situation)) return false;
  return conjunction.unions.every(({ members }) => members.some((member) => isCertainIn(member, situation)));
}

/** True when some matching event would not match with an unknown number of records. */
export function asksForRecords({ recordsMin, recordsMax, unions }: Conjunction): boolean {
  if (recordsMin !== NO_RECORDS_MIN || recordsMax !== NO_RECORDS_MAX) return true;
  return unions.some((union) => union.members.some(asksForRecords));
}

/** True when some matching event would not match with an unknown destination. */
export function asksForDestination({ situations, unions }: Conjunction): boolean {
  return !containsUnknownDestination(situations) || unions.some(({ members }) => members.some(asksForDestination));
}
