// SPDX-License-Identifier: Apache-2.0
/** Counts of budgets and grants, as they follow from decisions, approvals and reported outcomes. */

import { RECORDS_AFFECTED_MAX } from '@svc/contract';
import { budgetClaims, type CompiledBudgets, type Counter, type CounterReference } from '../budgets/index.ts';
import type { JsonValue } from '../canonical-json/index.ts';
import type { PolicyFacts } from '../policy/index.ts';
import { type Spend, settleApproval, settleOutcome } from '../settlement/index.ts';
import { wholeNumber } from './values.ts';

/** A decision that waits for people, as budgets see it. */
interface Waiting {
  readonly facts: PolicyFacts;
  readonly act: {
    readonly resourceId: string;
    readonly sandbox: boolean;
    readonly atMs: number;
    readonly timeZone: string;
    /** The organization is in monitor mode. */
    readonly isWatched: boolean;
  };
}

/** An allowed act whose records are counted. */
interface Counted {
  readonly counted: readonly CounterReference[];
  records: number;
}

export interface StandingCounts {
  usedOf(counter: Counter): number;
  add(spends: readonly Spend[]): void;
  /** @param recordsAffected as counted */
  keep(eventId: string, counted: readonly CounterReference[], recordsAffected: number | null): void;
  wait(eventId: string, waiting: Waiting): void;
  approve(eventId: string, budgets: CompiledBudgets): void;
  /** The review ended without an approval. */
  end(eventId: string): void;
  report(eventId: string, recordsAffected: JsonValue | undefined): void;
  /** Windows that ended a day before are met by no later decision. */
  dropEnded(nowMs: number): void;
  /** Length of all as JSON, about. */
  characters(): number;
}

/** About what each takes in memory. */
const CHARACTERS_OF_WAITING = 1_000;
const CHARACTERS_OF_COUNTED = 400;
const CHARACTERS_OF_COUNT = 300;
/** Counts are looked through for ended windows when so many more have come. */
const COUNTS_BETWEEN_ENDS = 10_000;
const DAY_MS = 86_400_000;

export function openStandingCounts(): StandingCounts {
  const counts = new Map<string, { used: number; windowEndMs: number | null }>();
  const waiting = new Map<string, Waiting>();
  const allowed = new Map<string, Counted>();
  let sizeAtLastEnd = 0;

  const usedOf = ({ name }: Counter): number => counts.get(name)?.used ?? 0;
  function add(spends: readonly Spend[]): void {
    for (const { counter, amount } of spends) {
      counts.set(counter.name, { used: usedOf(counter) + amount, windowEndMs: counter.windowEndMs });
    }
  }
  function keep(eventId: string, counted: readonly CounterReference[], records: number | null): void {
    if (counted.length > 0) allowed.set(eventId, { counted, records: records ?? 0 });
  }

  return {
    usedOf,
    add,
    keep,
    wait: (eventId, one) => waiting.set(eventId, one),
    approve(eventId, budgets) {
      const one = waiting.get(eventId);
      if (one === undefined) return;
      waiting.delete(eventId);
      const { spends, counted } = settleApproval(budgetClaims(budgets, one.facts, one.act), usedOf, one.act.isWatched);
      add(spends);
      keep(eventId, counted, one.facts.recordsAffected);
    },
    end: (eventId) => waiting.delete(eventId),
    report(eventId, recordsAffected) {
      const one = allowed.get(eventId);
      const records = wholeNumber(recordsAffected, RECORDS_AFFECTED_MAX);
      if (one === undefined || records === null) return;
      add(settleOutcome(one.counted, one.records, records));
      one.records = Math.max(one.records, records);
    },
    dropEnded(nowMs) {
      if (counts.size + allowed.size - sizeAtLastEnd < COUNTS_BETWEEN_ENDS) return;
      const isOver = (endMs: number | null) => endMs !== null && endMs < nowMs - DAY_MS;
      for (const [name, { windowEndMs }] of counts) if (isOver(windowEndMs)) counts.delete(name);
      for (const [id, { counted }] of allowed) if (counted.every(([, endMs]) => isOver(endMs))) allowed.delete(id);
      sizeAtLastEnd = counts.size + allowed.size;
    },
    characters: () =>
      waiting.size * CHARACTERS_OF_WAITING + allowed.size * CHARACTERS_OF_COUNTED + counts.size * CHARACTERS_OF_COUNT,
  };
}
