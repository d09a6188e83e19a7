/**
 * Conditions in one normal form. A conjunction is a set of situations, ranges of records and risk, agents, findings
 * asked for, and unions, of which each must hold. Nested `allOf` groups dissolve into it; what can never match is null;
 * what always matches leaves no trace. All the cost of the way a condition was written is paid once, when compiling.
 */
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
  readonly contents: readonly number[];
  readonly unions: readonly Union[];
}

/** An `anyOf` group of two members or more: matches when at least one does. */
export interface Union {
  /** A set of situations outside which no member matches. */
  readonly reach: number;
  readonly members: readonly Conjunction[];
}

/**
 * What an event must have at least one of for a member to match. Members are listed under it, so that those whose lead
 * an event lacks are never looked at. A part that leads nowhere has the value that no event reaches.
 */
export interface Lead {
  readonly agentIds: ReadonlySet<string> | null;
  readonly recordsMin: number;
  readonly recordsMax: number;
  readonly content: number;
  readonly riskMin: number;
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

/**
 * The lead of a conjunction in one situation, or in any for null: what most events lack comes first. Null when it asks
 * for nothing that could be one.
 */
export function leadIn(conjunction: Conjunction, situation: number | null): Lead | null {
  if (conjunction.agentIds !== null) return { ...NO_LEAD, agentIds: conjunction.agentIds };
  return leadBesideAgents(conjunction, situation);
}

/** The same for a conjunction whose own agents are known to be met. */
export function leadBesideAgents(conjunction: Conjunction, situation: number | null): Lead | null {
  const { recordsMin, recordsMax, contents, riskMin, unions } = conjunction;
  const [content] = contents;
  if (recordsMin !== NO_RECORDS_MIN) return { ...NO_LEAD, recordsMin };
  if (recordsMax !== NO_RECORDS_MAX) return { ...NO_LEAD, recordsMax };
  if (content !== undefined) return { ...NO_LEAD, content };
  if (riskMin > NO_RISK_MIN) return { ...NO_LEAD, riskMin };
  for (const union of unions) {
    const lead = leadOfAny(union.members, situation);
    if (lead !== null) return lead;
  }
  return null;
}

/** The lead of a union: those of all its members that can match, joined. Null when one of them has none. */
function leadOfAny(members: readonly Conjunction[], situation: number | null): Lead | null {
  const agentIds = new Set<string>();
  let { recordsMin, recordsMax, content, riskMin } = NO_LEAD;
  for (const member of members) {
    if (situation !== null && !containsSituation(member.situations, situation)) continue;
    const lead = leadIn(member, situation);
    if (lead === null) return null;
    for (const agentId of lead.agentIds ?? []) agentIds.add(agentId);
    recordsMin = Math.min(recordsMin, lead.recordsMin);
    recordsMax = Math.max(recordsMax, lead.recordsMax);
    content |= lead.content;
    riskMin = Math.min(riskMin, lead.riskMin);
  }
  return { agentIds: agentIds.size === 0 ? null : agentIds, recordsMin, recordsMax, content, riskMin };
}

/** A lead that no event has. */
const NO_LEAD: Lead = {
  agentIds: null,
  recordsMin: Number.POSITIVE_INFINITY,
  recordsMax: Number.NEGATIVE_INFINITY,
  content: 0,
  riskMin: Number.POSITIVE_INFINITY,
};
