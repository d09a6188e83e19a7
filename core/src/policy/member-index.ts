// SPDX-License-Identifier: Apache-2.0
/**
 * An index over conjunctions. Each member is listed under its lead: agents, a bound on records, findings or a risk
 * score. An event visits only the members whose lead it has. A union's lead can have several parts. Such a member is
 * listed under each, and still tested once per event. Without that, 32 nested groups would be tested 4 to the power of
 * 32 times.
 */
import type { Probe } from './facts.ts';
import { leadOf } from './lead.ts';
import type { Conjunction, Lead } from './normal-form.ts';
import { containsSituation } from './situation.ts';

/** Tells whether the event meets the demands of a conjunction besides situations and its own agents. */
export type Test = (probe: Probe) => boolean;

/** Members by number, which is their place in the indexed list. */
export interface MemberIndex {
  readonly conjunctions: readonly Conjunction[];
  readonly situations: Int32Array;
  readonly tests: readonly Test[];
  readonly groups: Groups;
  /** By member, the number of the evaluation that tested it last. */
  readonly testedIn: Float64Array;
}

/** A member and the lead under which it is listed. */
export interface LedMember {
  readonly member: number;
  readonly lead: Lead | null;
}

/** Members by lead. */
export interface Groups {
  /** By agent in lower case; null when no member is led by agents. */
  readonly byAgent: ReadonlyMap<string, AgentGroup> | null;
  readonly byRecordsMin: BoundGroup;
  readonly byRecordsMax: BoundGroup;
  readonly byContent: readonly ContentGroup[];
  readonly byRiskMin: BoundGroup;
  /** Members without a lead, in ascending order. */
  readonly others: readonly number[];
  readonly isEmpty: boolean;
}

/** Members led by one agent. */
interface AgentGroup {
  readonly members: number[];
  /** The same by their other demands, made when a long list is first needed. */
  groups: Groups | null;
}

/** Members in the order of a bound, beginning with the one that most events pass. */
interface BoundGroup {
  readonly bounds: readonly number[];
  readonly members: readonly number[];
}

/** Members by the set of findings that they demand. */
interface ContentGroup {
  readonly content: number;
  readonly members: readonly number[];
}

/** Up to this many members of one agent are tested one by one, which takes less than searching groups. */
const AGENT_MEMBERS_UNGROUPED_MAX = 16;

/** Indexes conjunctions, each with its test. */
export function indexMembers(conjunctions: readonly Conjunction[], tests: readonly Test[]): MemberIndex {
  return {
    conjunctions,
    situations: Int32Array.from(conjunctions, (conjunction) => conjunction.situations),
    tests,
    groups: groupByLead(conjunctions.map((conjunction, member) => ({ member, lead: leadOf(conjunction) }))),
    testedIn: new Float64Array(conjunctions.length),
  };
}

/** Lists members, given in ascending order, under their leads. */
export function groupByLead(led: readonly LedMember[]): Groups {
  const contents = new Map<number, number[]>();
  const others: number[] = [];
  for (const { member, lead } of led) {
    if (lead === null) others.push(member);
    else if (lead.content !== 0) append(contents, lead.content, member);
  }
  return withEmptiness({
    byAgent: groupByAgent(led),
    byRecordsMin: groupByBound(led, (lead) => lead.recordsMin, 1),
    byRecordsMax: groupByBound(led, (lead) => lead.recordsMax, -1),
    byContent: [...contents].map(([content, members]) => ({ content, members })),
    byRiskMin: groupByBound(led, (lead) => lead.riskMin, 1),
    others,
  });
}

/** The same groups with only the kept members. Groups led by agents are shared and kept whole. */
export function narrowGroups(groups: Groups, keeps: (member: number) => boolean): Groups {
  return withEmptiness({
    byAgent: groups.byAgent,
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
 * Tests each member whose lead the event has, once. With a list, it appends each match and returns false. Without one,
 * it returns true at the first match.
 */
export function scanGroups(index: MemberIndex, groups: Groups, probe: Probe, found: number[] | null): boolean {
  const { byRecordsMin, byRecordsMax, byRiskMin, others } = groups;
  const { records, riskScore, content } = probe;
  const named = groups.byAgent?.get(probe.agentId);
  if (named !== undefined && scanAgent(index, named, probe, found)) return true;
  if (scanMembers(index, byRecordsMin.members, countUntil(byRecordsMin.bounds, records, 1), probe, found)) return true;
  if (scanMembers(index, byRecordsMax.members, countUntil(byRecordsMax.bounds, records, -1), probe, found)) return true;
  for (const group of groups.byContent) {
    if ((group.content & content) === 0) continue;
    if (scanMembers(index, group.members, group.members.length, probe, found)) return true;
  }
  if (scanMembers(index, byRiskMin.members, countUntil(byRiskMin.bounds, riskScore, 1), probe, found)) return true;
  return scanMembers(index, others, others.length, probe, found);
}

function scanAgent(index: MemberIndex, group: AgentGroup, probe: Probe, found: number[] | null): boolean {
  const { members } = group;
  if (members.length <= AGENT_MEMBERS_UNGROUPED_MAX) return scanMembers(index, members, members.length, probe, found);
  group.groups ??= groupByLead(members.map((member) => ({ member, lead: leadOfNamed(index, member) })));
  return scanGroups(index, group.groups, probe, found);
}

/**
 * The other demands of a member. A member whose agents stand in a union has none, because the matching alternative is
 * unknown.
 */
function leadOfNamed(index: MemberIndex, member: number): Lead | null {
  const conjunction = index.conjunctions[member] as Conjunction;
  const lead = conjunction.agentIds === null ? null : conjunction.leadBesideAgents;
  // A second map of agents for each agent would grow without measure.
  return lead?.agentIds === null ? lead : null;
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
    if (index.testedIn[member] === probe.evaluation) continue;
    index.testedIn[member] = probe.evaluation;
    if (!(index.tests[member] as Test)(probe)) continue;
    if (found === null) return true;
    found.push(member);
  }
  return false;
}

/**
 * The number of bounds that the value satisfies, by binary search. It reaches ascending ones (direction 1) or does not
 * exceed descending ones (direction -1). 0 for NaN, the unknown number of records.
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

function groupByAgent(led: readonly LedMember[]): ReadonlyMap<string, AgentGroup> | null {
  const groups = new Map<string, AgentGroup>();
  for (const { member, lead } of led) {
    if (lead === null || lead.agentIds === null) continue;
    for (const agentId of lead.agentIds) {
      const group = groups.get(agentId);
      if (group === undefined) groups.set(agentId, { members: [member], groups: null });
      else if (group.members.at(-1) !== member) group.members.push(member);
    }
  }
  return groups.size === 0 ? null : groups;
}

function groupByBound(led: readonly LedMember[], boundOf: (lead: Lead) => number, direction: 1 | -1): BoundGroup {
  const pairs: { readonly bound: number; readonly member: number }[] = [];
  for (const { member, lead } of led) {
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
  const { byAgent, byRecordsMin, byRecordsMax, byContent, byRiskMin, others } = groups;
  const lists = [byRecordsMin.members, byRecordsMax.members, byContent, byRiskMin.members, others];
  return { ...groups, isEmpty: byAgent === null && lists.every((list) => list.length === 0) };
}

function append<Key>(groups: Map<Key, number[]>, key: Key, member: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [member]);
  else group.push(member);
}
