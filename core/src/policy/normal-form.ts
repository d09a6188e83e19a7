/**
 * Conditions in one normal form. A conjunction is a set of situations, ranges of records and risk, agents, findings
 * asked for, and unions, of which each must hold. Nested `allOf` groups dissolve into it; what can never match is null;
 * what always matches leaves no trace. All the cost of the way a condition was written is paid once, when compiling.
 */
import type { Lead } from './lead.ts';
import { containsSituation, containsUnknownDestination, EVERY_SITUATION } from './situation.ts';

/** Matches when every part does. */
export interface Conjunction {
  /** A set of situations; never an empty one. */
  readonly situations: number;
  /** Lower-cased and never empty; null when any agent will do. */
  readonly agentIds: ReadonlySet<string> | null;
  /** -Infinity when nothing is asked; any other value needs the number of records to be known. */
  readonly recordsMin: number;
  /** Infinity when nothing is asked; any other value needs the number of records to be known. */
  readonly recordsMax: number;
  /** 0 when nothing is asked: every score is at least that. */
  readonly riskMin: number;
  /** Of each of these sets of findings at least one must have been found. */
  readonly contents: ReadonlySet<number>;
  readonly unions: readonly Union[];
  /** The lead of its unions or bounds, its own agents aside; null when nothing that it asks for could be one. */
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

/** A conjunction without its lead, as it is while it is built. */
export type Asked = Omit<Conjunction, 'leadBesideAgents'>;

/** Whether every event matches. */
export function matchesAlways(conjunction: Asked): boolean {
  return conjunction.situations === EVERY_SITUATION && !asksMoreThanSituations(conjunction);
}

/** Whether it asks for more than its set of situations. */
export function asksMoreThanSituations(conjunction: Asked): boolean {
  return conjunction.agentIds !== null || conjunction.unions.length > 0 || asksForValues(conjunction);
}

/** Whether it asks for records, risk or findings, which no cell settles. */
export function asksForValues(conjunction: Asked): boolean {
  return (
    conjunction.recordsMin !== NO_RECORDS_MIN ||
    conjunction.recordsMax !== NO_RECORDS_MAX ||
    conjunction.riskMin > NO_RISK_MIN ||
    conjunction.contents.size > 0
  );
}

/** Whether it matches every event of this situation. False means: not known before the event is. */
export function isCertainIn(conjunction: Conjunction, situation: number): boolean {
  if (conjunction.agentIds !== null || asksForValues(conjunction)) return false;
  if (!containsSituation(conjunction.situations, situation)) return false;
  return conjunction.unions.every(({ members }) => members.some((member) => isCertainIn(member, situation)));
}

/** Whether some event that matches would not if its number of records were unknown. */
export function asksForRecords({ recordsMin, recordsMax, unions }: Conjunction): boolean {
  if (recordsMin !== NO_RECORDS_MIN || recordsMax !== NO_RECORDS_MAX) return true;
  return unions.some((union) => union.members.some(asksForRecords));
}

/** Whether some event that matches would not if its destination were unknown. */
export function asksForDestination({ situations, unions }: Conjunction): boolean {
  return !containsUnknownDestination(situations) || unions.some(({ members }) => members.some(asksForDestination));
}
