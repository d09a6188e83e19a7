// SPDX-License-Identifier: Apache-2.0
/**
 * Leads: values of which an event must have at least one for a conjunction to match. Members of an index are listed
 * under their leads, so that an event visits only those whose lead it has. Each conjunction makes its lead once from
 * the leads of its parts, so all leads together cost as much as the condition is long. Only lists of agents have a
 * length: they rise through a few groups, and then lead no further.
 */
import { type Asked, type Conjunction, type Lead, NO_RECORDS_MAX, NO_RECORDS_MIN, NO_RISK_MIN } from './normal-form.ts';
import { containsSituation } from './situation.ts';

/** The number of groups through which agents may rise. Each agent is listed once per group. */
const AGENT_LEVELS_MAX = 3;

/** A lead that no event has. */
const NO_LEAD: Lead = {
  agentIds: null,
  levelsRisen: 0,
  recordsMin: Number.POSITIVE_INFINITY,
  recordsMax: Number.NEGATIVE_INFINITY,
  content: 0,
  riskMin: Number.POSITIVE_INFINITY,
};

/** The lead in any situation, beginning with the value that most events lack. Null when there is none. */
export function leadOf(conjunction: Conjunction): Lead | null {
  if (conjunction.agentIds !== null) return { ...NO_LEAD, agentIds: conjunction.agentIds };
  return conjunction.leadBesideAgents;
}

/** The lead of a conjunction whose own agents already match. Its members have their leads. */
export function leadBesideAgentsOf(asked: Asked): Lead | null {
  const lead = leadOfValues(asked);
  if (lead !== null) return lead;
  for (const { members } of asked.unions) {
    const joined = leadOfAny(members);
    if (joined !== null) return joined;
  }
  return null;
}

/**
 * The lead in one situation, where fewer alternatives are left; null where agents would lead. A map of agents for each
 * of the 480 cells would be large, and making one took longer than it saves.
 */
export function leadInCell(conjunction: Conjunction, situation: number): Lead | null {
  if (conjunction.agentIds !== null) return null;
  const lead = leadOfValues(conjunction);
  if (lead !== null) return lead;
  for (const { members } of conjunction.unions) {
    const joined = leadOfAnyInCell(members, situation);
    if (joined !== null) return joined;
  }
  return null;
}

function leadOfValues({ recordsMin, recordsMax, contents, riskMin }: Asked): Lead | null {
  const [content] = contents;
  if (recordsMin !== NO_RECORDS_MIN) return { ...NO_LEAD, recordsMin };
  if (recordsMax !== NO_RECORDS_MAX) return { ...NO_LEAD, recordsMax };
  if (content !== undefined) return { ...NO_LEAD, content };
  return riskMin > NO_RISK_MIN ? { ...NO_LEAD, riskMin } : null;
}

/** The joined leads of all members. Null when one has none, or has agents that rose far enough. */
function leadOfAny(members: readonly Conjunction[]): Lead | null {
  let joined = NO_LEAD;
  const lists: Iterable<string>[] = [];
  for (const member of members) {
    const lead = leadOf(member);
    if (lead === null || lead.levelsRisen === AGENT_LEVELS_MAX) return null;
    if (lead.agentIds !== null) lists.push(lead.agentIds);
    joined = joinedLead(joined, lead);
  }
  if (lists.length === 0) return joined;
  const agentIds: string[] = [];
  for (const list of lists) {
    for (const agentId of list) agentIds.push(agentId);
  }
  return { ...joined, agentIds, levelsRisen: joined.levelsRisen + 1 };
}

/** The same in one situation, for the members that can match there. */
function leadOfAnyInCell(members: readonly Conjunction[], situation: number): Lead | null {
  let joined = NO_LEAD;
  for (const member of members) {
    if (!containsSituation(member.situations, situation)) continue;
    const lead = leadInCell(member, situation);
    if (lead === null) return null;
    joined = joinedLead(joined, lead);
  }
  return joined;
}

/** Either lead, without agents. */
function joinedLead(left: Lead, right: Lead): Lead {
  return {
    agentIds: null,
    levelsRisen: Math.max(left.levelsRisen, right.levelsRisen),
    recordsMin: Math.min(left.recordsMin, right.recordsMin),
    recordsMax: Math.max(left.recordsMax, right.recordsMax),
    content: left.content | right.content,
    riskMin: Math.min(left.riskMin, right.riskMin),
  };
}
