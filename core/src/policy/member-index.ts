/**
 * An index over conjunctions. Each member is listed under the one thing it asks for that most events lack (its agents,
 * a bound on records, findings, a risk score), so that members which cannot match are not looked at one by one.
 */
import type { Probe } from './facts.ts';
import { type Conjunction, NO_RECORDS_MAX, NO_RECORDS_MIN, NO_RISK_MIN } from './normal-form.ts';
import { containsSituation } from './situation.ts';

/** Tells whether the event has what a conjunction asks besides situations and agents. */
export type Test = (probe: Probe) => boolean;

/** Members by number, which is their place in the list that was indexed. */
export interface Members {
  readonly situations: Int32Array;
  readonly tests: readonly Test[];
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

/** Groups of members that name no agents. */
export interface Groups {
  readonly byRecordsMin: BoundGroup;
  readonly byRecordsMax: BoundGroup;
  readonly byContent: readonly ContentGroup[];
  readonly byRiskMin: BoundGroup;
  readonly others: readonly number[];
  readonly isEmpty: boolean;
}

/** Members that name agents, in ascending order, by agent in lower case. */
export type AgentGroups = ReadonlyMap<string, readonly number[]>;

export interface MemberIndex {
  readonly members: Members;
  readonly agents: AgentGroups | null;
  readonly groups: Groups;
}

export function indexMembers(conjunctions: readonly Conjunction[]): MemberIndex {
  const everyone = conjunctions.map((_, member) => member);
  return {
    members: compileMembers(conjunctions),
    agents: groupByAgent(conjunctions),
    groups: groupMembers(
      conjunctions,
      everyone.filter((member) => conjunctions[member]?.agentIds === null),
    ),
  };
}

/** Whether any member matches. */
export function someMemberMatches(index: MemberIndex, probe: Probe): boolean {
  const named = index.agents?.get(probe.agentId);
  if (named !== undefined && scanMembers(index.members, named, named.length, probe, null)) return true;
  return scanGroups(index.members, index.groups, probe, null);
}

export function compileMembers(conjunctions: readonly Conjunction[]): Members {
  return {
    situations: Int32Array.from(conjunctions, (conjunction) => conjunction.situations),
    tests: conjunctions.map(testOf),
  };
}

/** Lists the members that name agents under each of them; null when none does. */
export function groupByAgent(conjunctions: readonly Conjunction[]): AgentGroups | null {
  const groups = new Map<string, number[]>();
  for (const [member, { agentIds }] of conjunctions.entries()) {
    if (agentIds === null) continue;
    for (const agentId of agentIds) append(groups, agentId, member);
  }
  return groups.size === 0 ? null : groups;
}

/** Groups the chosen members, which are given in ascending order and name no agents. */
export function groupMembers(conjunctions: readonly Conjunction[], chosen: readonly number[]): Groups {
  const recordsMin: [number, number][] = [];
  const recordsMax: [number, number][] = [];
  const riskMin: [number, number][] = [];
  const contents = new Map<number, number[]>();
  const others: number[] = [];
  for (const member of chosen) {
    const conjunction = conjunctions[member] as Conjunction;
    const [content] = conjunction.contents;
    if (conjunction.recordsMin !== NO_RECORDS_MIN) recordsMin.push([conjunction.recordsMin, member]);
    else if (conjunction.recordsMax !== NO_RECORDS_MAX) recordsMax.push([conjunction.recordsMax, member]);
    else if (content !== undefined) append(contents, content, member);
    else if (conjunction.riskMin > NO_RISK_MIN) riskMin.push([conjunction.riskMin, member]);
    else others.push(member);
  }
  return {
    byRecordsMin: boundGroup(recordsMin.sort(([left], [right]) => left - right)),
    byRecordsMax: boundGroup(recordsMax.sort(([left], [right]) => right - left)),
    byContent: [...contents].map(([content, members]) => ({ content, members })),
    byRiskMin: boundGroup(riskMin.sort(([left], [right]) => left - right)),
    others,
    isEmpty: chosen.length === 0,
  };
}

/**
 * Tests every member of the groups that can match. With a list, appends each that does, in no particular order, and
 * returns false; without one, returns true at the first.
 */
export function scanGroups(members: Members, groups: Groups, probe: Probe, found: number[] | null): boolean {
  const { byRecordsMin, byRecordsMax, byRiskMin, others } = groups;
  if (scanMembers(members, byRecordsMin.members, countAtMost(byRecordsMin.bounds, probe.records), probe, found)) {
    return true;
  }
  if (scanMembers(members, byRecordsMax.members, countAtLeast(byRecordsMax.bounds, probe.records), probe, found)) {
    return true;
  }
  for (const group of groups.byContent) {
    if ((group.content & probe.content) === 0) continue;
    if (scanMembers(members, group.members, group.members.length, probe, found)) return true;
  }
  if (scanMembers(members, byRiskMin.members, countAtMost(byRiskMin.bounds, probe.riskScore), probe, found)) {
    return true;
  }
  return scanMembers(members, others, others.length, probe, found);
}

/** Tests the first `count` of the listed members, with the same answer as `scanGroups`. */
export function scanMembers(
  members: Members,
  listed: readonly number[],
  count: number,
  probe: Probe,
  found: number[] | null,
): boolean {
  for (let i = 0; i < count; i += 1) {
    const member = listed[i] as number;
    if (!containsSituation(members.situations[member] as number, probe.situation)) continue;
    if (!(members.tests[member] as Test)(probe)) continue;
    if (found === null) return true;
    found.push(member);
  }
  return false;
}

/** How many of the ascending bounds the value reaches; 0 for NaN. Binary search. */
function countAtMost(bounds: readonly number[], value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the descending bounds the value does not exceed; 0 for NaN. Binary search. */
function countAtLeast(bounds: readonly number[], value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) >= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function append<Key>(groups: Map<Key, number[]>, key: Key, member: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [member]);
  else group.push(member);
}

function boundGroup(pairs: readonly [number, number][]): BoundGroup {
  return { bounds: pairs.map(([bound]) => bound), members: pairs.map(([, member]) => member) };
}

const MATCHES: Test = () => true;

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
