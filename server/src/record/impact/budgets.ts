// SPDX-License-Identifier: Apache-2.0
/**
 * The acts that proposed budgets would have stopped: stored LIVE events in the order of time, counted in memory. An act
 * counts that was let through, or that a budget of that time stopped. Approvals are not guessed.
 */
import type { BudgetImpact, BudgetSpec } from '@svc/contract';
import { budgetClaims, compileBudgets, hasRoom } from '@svc/core/budgets';
import type { PolicyFacts, Steps } from '@svc/core/policy';
import { testBudget } from '@svc/core/settlement';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type ActRow, factsOf, SELECT_ACTS, type Span } from './stored-facts.ts';

const BATCH_EVENTS_MAX = 1_000;

interface BudgetEvaluation {
  snapshot: OrganizationSnapshot;
  specs: readonly BudgetSpec[];
  days: number;
  span: Span;
  /** No batch begins after it, by `performance.now()`. */
  untilMs: number;
}

/** @returns null when it was stopped by the signal */
export async function evaluateBudgets(
  reads: pg.Pool,
  { snapshot, specs, days, span, untilMs }: BudgetEvaluation,
  signal: AbortSignal,
): Promise<BudgetImpact | null> {
  const { organizationId } = snapshot;
  const counting = countingOf(snapshot, specs);
  let [events, afterSeq, at] = [0, span.lowestSeq - 1, span.from];
  let isComplete = false;
  while (!isComplete && performance.now() < untilMs) {
    if (signal.aborted) return null;
    const values = [organizationId, afterSeq, span.from, BATCH_EVENTS_MAX];
    const rows = await inTransaction(reads, [organizationId], (transaction) =>
      transaction.query<ActRow>(SELECT_ACTS, values),
    );
    await TURNS.run(`impact ${organizationId}`, counting.add(rows));
    events += rows.length;
    isComplete = rows.length < BATCH_EVENTS_MAX;
    const last = rows.at(-1);
    afterSeq = last?.seq ?? afterSeq;
    at = last?.created_at ?? at;
  }
  const to = isComplete ? reads.clock.now() : at;
  return {
    ...{ days, from: span.from.toISOString(), to: to.toISOString(), complete: isComplete, events },
    budgets: counting.result(),
  };
}

function countingOf({ settings }: OrganizationSnapshot, specs: readonly BudgetSpec[]) {
  // Each by itself: what one stops, another one would not have counted.
  const all = specs.map((spec, place) => ({
    name: spec.name,
    compiled: compileBudgets([testBudget({ ...spec, enabled: true }, `${place}`)]),
    used: new Map<string, number>(),
    full: new Set<string>(),
    stopped: 0,
  }));
  function* add(rows: readonly ActRow[]): Steps<void> {
    for (const [place, row] of rows.entries()) {
      if (row.is_allowed) for (const one of all) count(one, factsOf(row), row);
      if (place % 100 === 99) yield;
    }
  }
  const count = (
    one: (typeof all)[number],
    facts: PolicyFacts,
    { resource_id: resourceId, created_at: at }: ActRow,
  ) => {
    const act = { resourceId, sandbox: false, atMs: at.getTime(), timeZone: settings.timeZone };
    const [claim] = budgetClaims(one.compiled, facts, act);
    if (claim === undefined) return;
    const { name } = claim.counter;
    const used = one.used.get(name) ?? 0;
    one.used.set(name, used);
    if (hasRoom(claim, used)) one.used.set(name, used + (claim.amount ?? 0));
    else {
      one.stopped += 1;
      one.full.add(name);
    }
  };
  return {
    add,
    result: () =>
      all.map(({ name, used, full, stopped }) => ({ name, stopped, counts: used.size, fullCounts: full.size })),
  };
}
