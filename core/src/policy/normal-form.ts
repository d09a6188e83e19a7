/**
 * Conditions in one normal form. A conjunction is a set of situations, ranges of records and risk, agents, findings
 * asked for, and unions, of which each must hold. Nested `allOf` groups dissolve into it; what can never match is null;
 * what always matches leaves no trace. All the cost of the way a condition was written is paid once, when compiling.
 */
import type { Probe } from './facts.ts';
import { EVERY_SITUATION } from './situation.ts';

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
  readonly contents: readonly number[];
  readonly unions: readonly Union[];
}

/** A compiled `anyOf` group: matches when at least one member does. */
export interface Union {
  /** A set of situations outside which no member matches. */
  readonly reach: number;
  /** Whether it matches every event of this cell. False means: not known before the event is. */
  readonly isCertain: (cell: number) => boolean;
  readonly matches: (probe: Probe) => boolean;
}

export const NO_RECORDS_MIN = Number.NEGATIVE_INFINITY;
export const NO_RECORDS_MAX = Number.POSITIVE_INFINITY;
export const NO_RISK_MIN = 0;

/** Whether every event matches. */
export function matchesAlways(conjunction: Conjunction): boolean {
  return conjunction.situations === EVERY_SITUATION && !asksMoreThanSituations(conjunction);
}

/** Whether it asks for more than its set of situations. */
export function asksMoreThanSituations(conjunction: Conjunction): boolean {
  return conjunction.agentIds !== null || conjunction.unions.length > 0 || asksForValues(conjunction);
}

/** Whether it asks for records, risk or findings, which no cell settles. */
export function asksForValues(conjunction: Conjunction): boolean {
  return (
    conjunction.recordsMin !== NO_RECORDS_MIN ||
    conjunction.recordsMax !== NO_RECORDS_MAX ||
    conjunction.riskMin > NO_RISK_MIN ||
    conjunction.contents.length > 0
  );
}
