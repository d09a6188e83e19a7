/**
 * An index over conjunctions. Each member is listed under its lead (agents, a bound on records, findings, a risk
 * score), so that members whose lead an event lacks are not looked at one by one. A union's lead can have several
 * parts: such a member is listed under each, and may be found more than once.
 */
import type { Probe } from './facts.ts';
import { type Conjunction, type Lead, leadOf, NO_RECORDS_MAX, NO_RECORDS_MIN, NO_RISK_MIN } from './normal-form.ts';
import { containsSituation } from './situation.ts';

/** Tells whether the event has what a conjunction asks besides situations and its own agents. */
export type Test = (probe: Probe) => boolean;

/** Members by number, which is their place in the list that was indexed. */
export interface MemberIndex {
  readonly situations: Int32Array;
  readonly tests: readonly Test[];
  /** By agent in lower case, in ascending order; null when no member is led by agents. */
  readonly byAgent: ReadonlyMap<string, readonly number[]> | null;
  readonly groups: Groups;
}

/** Members by all leads but agents. */
export interface Groups {
  readonly byRecordsMin: BoundGroup;
  readonly byRecordsMax: BoundGroup;
  readonly byContent: readonly ContentGroup[];
  readonly byRiskMin: BoundGroup;
  /** Members without a lead, in ascending order. */
  readonly others: readonly number[];
  readonly isEmpty: boolean;
}

/** Members in the order of a bound, beginning with the one that most events pass. */
interface BoundGroup {
  readonly bounds: readonly number[];
  readonly members: readonly number[];
}

/** Members by the set of findings that they ask for. */
interface ContentGroup {
  readonly content: number;
  readonly members: readonly number[];
}

export function indexMembers(conjunctions: readonly Conjunction[]): MemberIndex {
  const leads = conjunctions.map(leadOf);
  return {
    situations: Int32Array.from(conjunctions, (conjunction) => conjunction.situations),
    tests: conjunctions.map(testOf),
    byAgent: groupByAgent(leads),
    groups: groupByLead(leads),
  };
}

/** Whether any member matches. */
export function someMemberMatches(index: MemberIndex, probe: Probe): boolean {
  return scanAgent(index, probe, null) || scanGroups(index, index.groups, probe, null);
}

/** The same groups without the members that are not kept. */
export function narrowGroups(groups: Groups, keeps: (member: number) => boolean): Groups {
  return withEmptiness({
    byRecordsMin: narrowBounds(groups.byRecordsMin, keeps),
    byRecordsMax: narrowBounds(groups.byRecordsMax, keeps),
    byContent: groups.byContent
      .map(({ content, members }) => ({ content, members: members.filter(keeps) }))
      .filter(({ members }) => members.length > 0),
    byRiskMin: narrowBounds(groups.byRiskMin, keeps),
    others: groups.others.filter(keeps),
  });
}

/**
 * Tests the members led by the event's agent. With a list, appends each that matches and returns false; without one,
 * returns true at the first.
 */
export function scanAgent(index: MemberIndex, probe: Probe, found: number[] | null): boolean {
  const named = index.byAgent?.get(probe.agentId);
  return named !== undefined && scanMembers(index, named, named.length, probe, found);
}

/** Tests every member of the groups whose lead the event has, with the same answer as `scanAgent`. */
export function scanGroups(index: MemberIndex, groups: Groups, probe: Probe, found: number[] | null): boolean {
  const { byRecordsMin, byRecordsMax, byRiskMin, others } = groups;
  const { records, riskScore, content } = probe;
  if (scanMembers(index, byRecordsMin.members, countUntil(byRecordsMin.bounds, records, 1), probe, found)) return true;
  if (scanMembers(index, byRecordsMax.members, countUntil(byRecordsMax.bounds, records, -1), probe, found)) return true;
  for (const group of groups.byContent) {
    if ((group.content & content) === 0) continue;
    if (scanMembers(index, group.members, group.members.length, probe, found)) return true;
  }
  if (scanMembers(index, byRiskMin.members, countUntil(byRiskMin.bounds, riskScore, 1), probe, found)) return true;
  return scanMembers(index, others, others.length, probe, found);
}

/** Tests the first `count` of the listed members. */
function scanMembers(
  index: MemberIndex,
  listed: readonly number[],
  count: number,
  probe: Probe,
  found: number[] | null,
): boolean {
  for (let i = 0; i < count; i += 1) {
    const member = listed[i] as number;
    if (!containsSituation(index.situations[member] as number, probe.situation)) continue;
    if (!(index.tests[member] as Test)(probe)) continue;
    if (found === null) return true;
    found.push(member);
  }
  return false;
}

/**
 * How many bounds the value satisfies, by binary search: it reaches ascending ones (direction 1) or does not exceed
 * descending ones (direction -1). 0 for NaN, the unknown number of records.
 */
function countUntil(bounds: readonly number[], value: number, direction: 1 | -1): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) * direction <= value * direction) low = middle + 1;
    else high = middle;
  }
  return low;
}

function groupByAgent(leads: readonly (Lead | null)[]): ReadonlyMap<string, readonly number[]> | null {
  const groups = new Map<string, number[]>();
  for (const [member, lead] of leads.entries()) {
    if (lead === null || lead.agentIds === null) continue;
    for (const agentId of lead.agentIds) append(groups, agentId, member);
  }
  return groups.size === 0 ? null : groups;
}

function groupByLead(leads: readonly (Lead | null)[]): Groups {
  const contents = new Map<number, number[]>();
  const others: number[] = [];
  for (const [member, lead] of leads.entries()) {
    if (lead === null) others.push(member);
    else if (lead.content !== 0) append(contents, lead.content, member);
  }
  return withEmptiness({
    byRecordsMin: groupByBound(leads, (lead) => lead.recordsMin, 1),
    byRecordsMax: groupByBound(leads, (lead) => lead.recordsMax, -1),
    byContent: [...contents].map(([content, members]) => ({ content, members })),
    byRiskMin: groupByBound(leads, (lead) => lead.riskMin, 1),
    others,
  });
}

function groupByBound(leads: readonly (Lead | null)[], boundOf: (lead: Lead) => number, direction: 1 | -1): BoundGroup {
  const pairs: { readonly bound: number; readonly member: number }[] = [];
  for (const [member, lead] of leads.entries()) {
    if (lead !== null && Number.isFinite(boundOf(lead))) pairs.push({ bound: boundOf(lead), member });
  }
  pairs.sort((left, right) => (left.bound - right.bound) * direction);
  return { bounds: pairs.map(({ bound }) => bound), members: pairs.map(({ member }) => member) };
}

function narrowBounds(group: BoundGroup, keeps: (member: number) => boolean): BoundGroup {
  const bounds: number[] = [];
  const members: number[] = [];
  for (const [place, member] of group.members.entries()) {
    if (!keeps(member)) continue;
    bounds.push(group.bounds[place] as number);
    members.push(member);
  }
  return { bounds, members };
}

function withEmptiness(groups: Omit<Groups, 'isEmpty'>): Groups {
  const bounded = groups.byRecordsMin.members.length + groups.byRecordsMax.members.length;
  const isEmpty = bounded + groups.byContent.length + groups.byRiskMin.members.length + groups.others.length === 0;
  return { ...groups, isEmpty };
}

function append<Key>(groups: Map<Key, number[]>, key: Key, member: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [member]);
  else group.push(member);
}

const MATCHES: Test = () => true;

/** A conjunction's own agents need no test: it is listed under them and nowhere else. */
function testOf(conjunction: Conjunction): Test {
  const { recordsMin, recordsMax, riskMin, contents, unions } = conjunction;
  const tests: Test[] = [];
  if (recordsMin !== NO_RECORDS_MIN) tests.push((probe) => probe.records >= recordsMin);
  if (recordsMax !== NO_RECORDS_MAX) tests.push((probe) => probe.records <= recordsMax);
  if (riskMin > NO_RISK_MIN) tests.push((probe) => probe.riskScore >= riskMin);
  for (const content of contents) tests.push((probe) => (probe.content & content) !== 0);
  for (const union of unions) tests.push(union.matches);
  return every(tests);
}

function every(tests: readonly Test[]): Test {
  const [first = MATCHES, second = MATCHES] = tests;
  if (tests.length <= 1) return first;
  if (tests.length === 2) return (probe) => first(probe) && second(probe);
  return (probe) => {
    for (const test of tests) {
      if (!test(probe)) return false;
    }
    return true;
  };
}
