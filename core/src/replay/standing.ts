// SPDX-License-Identifier: Apache-2.0
/** Grants and budgets as the entries of a chain tell them, and what follows from them. */
import { type BudgetRule, type CompiledBudgets, compileBudgets } from '../budgets/index.ts';
import type { JsonObject, JsonValue } from '../canonical-json/index.ts';
import type { DecisionResult } from '../decision/index.ts';
import type { GrantedAct, GrantRule } from '../grants/index.ts';
import { settle, standingOf } from '../settlement/index.ts';
import { openRecords, type Records } from './records.ts';
import { openStandingCounts } from './standing-counts.ts';
import { readBudget, readGrant } from './standing-values.ts';
import type { IsPolicy } from './values.ts';

/** The part of an audit entry that standing rules follow from. */
export interface StandingEntry {
  readonly kind: string;
  readonly at: string;
  readonly subject: { readonly id: string };
  readonly metadata: JsonObject;
}

interface SettledAct extends GrantedAct {
  readonly eventId: string;
  readonly timeZone: string;
  /** The organization is in monitor mode. */
  readonly isWatched: boolean;
}

export interface StandingRules {
  /** The kind of a rule that this build cannot read; null when it can read all. */
  unreadable(): 'budget' | 'grant' | null;
  /** The outcome by grants and budgets, which is counted. Null where a count is not known. */
  settled(result: DecisionResult, act: SettledAct): DecisionResult | null;
  /** A decision could not be decided again: whether it was counted is not known. */
  lose(): void;
  fold(entry: StandingEntry): void;
  /** Length of all as JSON, about. */
  characters(): number;
}

/** From the first of these entries on, each decision may change the next one. */
export const isStandingKind = (kind: string): boolean => kind.startsWith('budget.') || kind.startsWith('grant.');

/** Entries about decisions that change counts. */
const CONSEQUENCES = new Set([
  ...['review.approved', 'review.denied', 'review.expired'],
  ...['outcome.reported', 'outcome.amended'],
]);
export const isConsequenceKind = (kind: string): boolean => CONSEQUENCES.has(kind);

export function openStanding(isPolicy: IsPolicy): StandingRules {
  const budgets: Records<BudgetRule> = openRecords((id, raw) => readBudget(id, raw, isPolicy));
  const grants: Records<GrantRule> = openRecords(readGrant);
  const counts = openStandingCounts();
  let compiled: CompiledBudgets | null = null;
  let byAgent: Map<string, GrantRule[]> | null = null;
  let isLost = false;

  const budgetRules = (): CompiledBudgets => {
    compiled ??= compileBudgets(budgets.readable());
    return compiled;
  };
  const grantsOf = (agentId: string): readonly GrantRule[] | undefined => {
    byAgent ??= groupedByAgent(grants.readable());
    return byAgent.get(agentId);
  };

  return {
    unreadable: () => (budgets.hasUnreadable() ? 'budget' : grants.hasUnreadable() ? 'grant' : null),
    settled(asked, act) {
      counts.dropEnded(act.atMs);
      const standing = standingOf(asked, act, { grants: grantsOf(act.agentId), budgets: budgetRules() });
      if (standing !== null && isLost) return null;
      const settled = standing === null ? null : settle(asked, standing, counts.usedOf, act.isWatched);
      const result = settled?.result ?? asked;
      counts.add(settled?.spends ?? []);
      counts.keep(act.eventId, settled?.counted ?? [], act.recordsAffected);
      if (result.decision === 'REVIEW' && budgets.size() > 0) counts.wait(act.eventId, { facts: asked.facts, act });
      return result;
    },
    lose() {
      isLost ||= budgets.size() + grants.size() > 0;
    },
    fold(entry) {
      const { kind, subject, metadata } = entry;
      if (kind.startsWith('budget.')) {
        foldBudget(budgets, entry);
        compiled = null;
      } else if (kind.startsWith('grant.')) {
        foldGrant(grants, entry);
        byAgent = null;
      } else if (kind === 'review.approved') counts.approve(subject.id, budgetRules());
      else if (kind.startsWith('review.')) counts.end(subject.id);
      else counts.report(subject.id, metadata.recordsAffected);
    },
    characters: () => budgets.characters() + grants.characters() + counts.characters(),
  };
}

function groupedByAgent(grants: readonly GrantRule[]): Map<string, GrantRule[]> {
  const byAgent = new Map<string, GrantRule[]>();
  for (const grant of grants) byAgent.set(grant.agentId, [...(byAgent.get(grant.agentId) ?? []), grant]);
  return byAgent;
}

/** A change of one of these begins a new count. */
const SERIES_FIELDS = ['measure', 'window', 'per'] as const;

function foldBudget(budgets: Records<BudgetRule>, { kind, at, subject: { id }, metadata }: StandingEntry): void {
  const before = budgets.raw(id);
  const after = told(metadata);
  if (kind === 'budget.created') budgets.create(id, { ...after, series: 1, since: at });
  else if (kind === 'budget.deleted') budgets.remove(id);
  else if (kind === 'budget.raised') budgets.update(id, { raised: raisedBy(before?.raised, metadata) });
  else if (kind === 'budget.updated' && before !== undefined) {
    const { series: number, since, raised = null } = before;
    const isNew = SERIES_FIELDS.some((field) => after[field] !== before[field]);
    const count = isNew ? { series: Number(number) + 1, since: at, raised: null } : { series: number, since, raised };
    // The entry tells the budget whole.
    budgets.create(id, { ...after, ...(count as JsonObject) });
  }
}

function foldGrant(grants: Records<GrantRule>, { kind, subject: { id }, metadata }: StandingEntry): void {
  if (kind === 'grant.created') grants.create(id, metadata);
  else if (kind === 'grant.ended') grants.remove(id);
}

function told({ after }: JsonObject): JsonObject {
  return after !== null && typeof after === 'object' && !Array.isArray(after) ? (after as JsonObject) : {};
}

/** Raises of one window add up. */
function raisedBy(before: JsonValue | undefined, { amount = null, windowStart = null }: JsonObject): JsonObject {
  const earlier = before !== null && typeof before === 'object' ? (before as JsonObject) : {};
  const isSame =
    earlier.windowStart === windowStart && typeof earlier.amount === 'number' && typeof amount === 'number';
  return { amount: isSame ? (earlier.amount as number) + (amount as number) : amount, windowStart };
}
