// SPDX-License-Identifier: Apache-2.0
/**
 * Brings conditions into the normal form. Each condition is read once. Parts of `allOf` are read into the conjunction
 * around them. Lists pass from a dissolved group to the outer group without being copied item by item.
 */
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import { contentOfCategories, contentOfTypes } from './facts.ts';
import { leadBesideAgentsOf } from './lead.ts';
import {
  asksForValues,
  type Conjunction,
  matchesAlways,
  NO_RECORDS_MAX,
  NO_RECORDS_MIN,
  NO_RISK_MIN,
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
  const draft = emptyDraft();
  draft.situations = situationsOfAction(policy.action) & situationsOfResource(policy.resource);
  return addCondition(draft, policy.condition ?? {}) ? finished(draft) : null;
}

/** A conjunction under construction: it owns its lists. */
interface Draft {
  situations: number;
  agentIds: ReadonlySet<string> | null;
  recordsMin: number;
  recordsMax: number;
  riskMin: number;
  contents: Set<number>;
  unions: DraftUnion[];
}

interface DraftUnion {
  readonly reach: number;
  readonly members: Conjunction[];
}

/** The alternatives of a group: its own as drafts, and the finished members of groups that dissolved into it. */
interface Alternatives {
  readonly drafts: Draft[];
  finished: Conjunction[];
  reach: number;
}

function emptyDraft(): Draft {
  return {
    situations: EVERY_SITUATION,
    agentIds: null,
    recordsMin: NO_RECORDS_MIN,
    recordsMax: NO_RECORDS_MAX,
    riskMin: NO_RISK_MIN,
    contents: new Set(),
    unions: [],
  };
}

function finished(draft: Draft): Conjunction {
  return { ...draft, leadBesideAgents: leadBesideAgentsOf(draft) };
}

/** Adds the demands of a condition. False when it can never match. The caller has checked the depth of its groups. */
function addCondition(draft: Draft, condition: PolicyCondition): boolean {
  addFields(draft, condition);
  if (canNeverMatch(draft)) return false;
  for (const part of condition.allOf ?? []) {
    if (!addCondition(draft, part)) return false;
  }
  return condition.anyOf === undefined || addUnion(draft, condition.anyOf);
}

/** Adds the condition's own fields, without its groups. */
function addFields(draft: Draft, condition: PolicyCondition): void {
  draft.situations &= situationsOfCondition(condition);
  if (condition.agentIds !== undefined) {
    draft.agentIds = commonAgents(draft.agentIds, new Set(condition.agentIds.map((id) => id.toLowerCase())));
  }
  draft.recordsMin = Math.max(draft.recordsMin, condition.minRecords ?? NO_RECORDS_MIN);
  draft.recordsMax = Math.min(draft.recordsMax, condition.maxRecords ?? NO_RECORDS_MAX);
  draft.riskMin = Math.max(draft.riskMin, condition.minRiskScore ?? NO_RISK_MIN);
  if (condition.dlpTypes !== undefined) draft.contents.add(contentOfTypes(condition.dlpTypes));
  if (condition.lgpdCategories !== undefined) draft.contents.add(contentOfCategories(condition.lgpdCategories));
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

/** Adds a group of alternatives. Impossible ones are dropped, and one that always matches settles the group. */
function addUnion(draft: Draft, group: readonly PolicyCondition[]): boolean {
  const alternatives: Alternatives = { drafts: [], finished: [], reach: 0 };
  for (const condition of group) {
    const alternative = emptyDraft();
    if (!addCondition(alternative, condition)) continue;
    if (matchesAlways(alternative)) return true;
    addAlternative(alternatives, alternative);
  }
  const { drafts, reach } = alternatives;
  const [only] = drafts;
  if (alternatives.finished.length === 0) {
    if (only === undefined) return false;
    if (drafts.length === 1) return absorb(draft, only);
  }
  draft.situations &= reach;
  draft.unions.push({ reach, members: joined(alternatives.finished, drafts.map(finished)) });
  return !canNeverMatch(draft);
}

/** An alternative that consists of a group alone dissolves into the outer group. */
function addAlternative(alternatives: Alternatives, alternative: Draft): void {
  const [union] = alternative.unions;
  alternatives.reach |= alternative.situations;
  if (union === undefined || !isUnionAlone(alternative)) alternatives.drafts.push(alternative);
  else alternatives.finished = joined(alternatives.finished, union.members);
}

function isUnionAlone(draft: Draft): boolean {
  const [union] = draft.unions;
  if (union === undefined || draft.unions.length > 1 || draft.situations !== union.reach) return false;
  return draft.agentIds === null && !asksForValues(draft);
}

/** Adds the demands of a part, and takes its lists over. False when the two can never match together. */
function absorb(draft: Draft, part: Draft): boolean {
  draft.situations &= part.situations;
  draft.agentIds = commonAgents(draft.agentIds, part.agentIds);
  draft.recordsMin = Math.max(draft.recordsMin, part.recordsMin);
  draft.recordsMax = Math.min(draft.recordsMax, part.recordsMax);
  draft.riskMin = Math.max(draft.riskMin, part.riskMin);
  const [larger, smaller] = draft.contents.size < part.contents.size ? [part, draft] : [draft, part];
  for (const content of smaller.contents) larger.contents.add(content);
  draft.contents = larger.contents;
  draft.unions = joined(draft.unions, part.unions);
  return !canNeverMatch(draft);
}

/** Joins both lists in one of them, in any order. The shorter is moved, so that a list is not copied at every level. */
function joined<Item>(left: Item[], right: Item[]): Item[] {
  const [longer, shorter] = left.length < right.length ? [right, left] : [left, right];
  for (const item of shorter) longer.push(item);
  return longer;
}

function canNeverMatch(draft: Draft): boolean {
  return (
    isEmptySet(draft.situations) ||
    draft.agentIds?.size === 0 ||
    draft.recordsMin > draft.recordsMax ||
    draft.contents.has(0)
  );
}

function commonAgents(left: ReadonlySet<string> | null, right: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (left === null || right === null) return left ?? right;
  const [smaller, larger] = left.size <= right.size ? [left, right] : [right, left];
  return new Set([...smaller].filter((id) => larger.has(id)));
}
