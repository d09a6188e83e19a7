/** Brings conditions into the normal form. */
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import { contentOfCategories, contentOfTypes } from './facts.ts';
import {
  asksForValues,
  type Conjunction,
  matchesAlways,
  NO_RECORDS_MAX,
  NO_RECORDS_MIN,
  NO_RISK_MIN,
  type Union,
} from './normal-form.ts';
import {
  EVERY_SITUATION,
  isEmptySet,
  situationsOfAction,
  situationsOfDestinationText,
  situationsOfHours,
  situationsOfResource,
  situationsOfSensitivity,
  situationsOfSide,
} from './situation.ts';

/** The normal form of a policy's action, resource and condition; null when it can never match. */
export function conjunctionOfPolicy(policy: Pick<PolicySpec, 'action' | 'resource' | 'condition'>): Conjunction | null {
  const draft = draftOf({});
  draft.situations = situationsOfAction(policy.action) & situationsOfResource(policy.resource);
  return absorb(draft, conjunctionOf(policy.condition ?? {})) ? draft : null;
}

/** The normal form of one condition; null when it can never match. The caller has checked the depth of its groups. */
function conjunctionOf(condition: PolicyCondition): Conjunction | null {
  const draft = draftOf(condition);
  if (canNeverMatch(draft)) return null;
  for (const part of condition.allOf ?? []) {
    if (!absorb(draft, conjunctionOf(part))) return null;
  }
  if (condition.anyOf !== undefined && !absorbUnion(draft, condition.anyOf)) return null;
  return draft;
}

/** A conjunction under construction: it owns its lists, so that 20,000 parts are absorbed in linear time. */
interface Draft {
  situations: number;
  agentIds: ReadonlySet<string> | null;
  recordsMin: number;
  recordsMax: number;
  riskMin: number;
  contents: number[];
  unions: Union[];
}

/** The condition's own fields, groups aside. */
function draftOf(condition: PolicyCondition): Draft {
  const contents: number[] = [];
  if (condition.dlpTypes !== undefined) contents.push(contentOfTypes(condition.dlpTypes));
  if (condition.lgpdCategories !== undefined) contents.push(contentOfCategories(condition.lgpdCategories));
  return {
    situations: situationsOfCondition(condition),
    agentIds: condition.agentIds === undefined ? null : new Set(condition.agentIds.map((id) => id.toLowerCase())),
    recordsMin: condition.minRecords ?? NO_RECORDS_MIN,
    recordsMax: condition.maxRecords ?? NO_RECORDS_MAX,
    riskMin: condition.minRiskScore ?? NO_RISK_MIN,
    contents,
    unions: [],
  };
}

function situationsOfCondition(condition: PolicyCondition): number {
  let situations = EVERY_SITUATION;
  if (condition.action !== undefined) situations &= situationsOfAction(condition.action);
  if (condition.destination !== undefined) situations &= situationsOfSide(condition.destination);
  if (condition.destinationContains !== undefined) {
    situations &= situationsOfDestinationText(condition.destinationContains);
  }
  if (condition.containsSensitiveData !== undefined) {
    situations &= situationsOfSensitivity(condition.containsSensitiveData);
  }
  if (condition.outsideBusinessHours !== undefined) situations &= situationsOfHours(condition.outsideBusinessHours);
  return situations;
}

/** Adds what a part asks. False when the two can never match together. */
function absorb(draft: Draft, part: Conjunction | null): boolean {
  if (part === null) return false;
  draft.situations &= part.situations;
  draft.agentIds = commonAgents(draft.agentIds, part.agentIds);
  draft.recordsMin = Math.max(draft.recordsMin, part.recordsMin);
  draft.recordsMax = Math.min(draft.recordsMax, part.recordsMax);
  draft.riskMin = Math.max(draft.riskMin, part.riskMin);
  for (const content of part.contents) {
    if (!draft.contents.includes(content)) draft.contents.push(content);
  }
  for (const union of part.unions) draft.unions.push(union);
  return !canNeverMatch(draft);
}

/** Adds a group of alternatives: those that can never match are dropped, and one that always does settles the group. */
function absorbUnion(draft: Draft, alternatives: readonly PolicyCondition[]): boolean {
  const members: Conjunction[] = [];
  for (const alternative of alternatives) {
    const member = conjunctionOf(alternative);
    if (member === null) continue;
    if (matchesAlways(member)) return true;
    for (const one of alternativesOf(member)) members.push(one);
  }
  const [first] = members;
  if (first === undefined) return false;
  if (members.length === 1) return absorb(draft, first);
  let reach = 0;
  for (const member of members) reach |= member.situations;
  draft.situations &= reach;
  draft.unions.push({ reach, members });
  return !canNeverMatch(draft);
}

/** A member that is nothing but a group of alternatives dissolves into the group around it. */
function alternativesOf(member: Conjunction): readonly Conjunction[] {
  const [union] = member.unions;
  if (union === undefined || member.unions.length > 1 || member.situations !== union.reach) return [member];
  return member.agentIds !== null || asksForValues(member) ? [member] : union.members;
}

function canNeverMatch(draft: Draft): boolean {
  return (
    isEmptySet(draft.situations) ||
    draft.agentIds?.size === 0 ||
    draft.recordsMin > draft.recordsMax ||
    draft.contents.includes(0)
  );
}

function commonAgents(left: ReadonlySet<string> | null, right: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (left === null || right === null) return left ?? right;
  const [smaller, larger] = left.size <= right.size ? [left, right] : [right, left];
  return new Set([...smaller].filter((id) => larger.has(id)));
}
