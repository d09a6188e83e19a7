// SPDX-License-Identifier: Apache-2.0
/** The counts that one batch reads and changes. */
import type { Counter } from '@svc/core/budgets';
import type { Spend } from '@svc/core/settlement';
import type { PendingRecord } from './pending-record.ts';

/** @returns undefined where it is not known */
export type CountOf = (name: string) => number | undefined;

/** A row of `svc.counters`. */
export interface CounterRow {
  name: string;
  of: string;
  sandbox: boolean;
  bucket: string;
  window_start: Date;
  window_end: Date | null;
  used: number;
}

/** The counts that the records of a batch are settled by, each once. */
export function counterNames(records: readonly PendingRecord[]): readonly string[] {
  const names = new Set<string>();
  for (const { counters } of records) for (const { name } of counters) names.add(name);
  return [...names];
}

export class Counts {
  readonly #before: CountOf;
  readonly changed = new Map<string, CounterRow>();

  /** @param before counts at the head that the batch is linked to */
  constructor(before: CountOf) {
    this.#before = before;
  }

  readonly usedOf = ({ name }: Counter): number => {
    const used = this.changed.get(name)?.used ?? this.#before(name);
    if (used === undefined) throw new Error('a batch by a count that was not read');
    return used;
  };

  add(spends: readonly Spend[]): void {
    for (const { counter, amount } of spends) {
      const { name, of, sandbox, bucket, windowStartMs, windowEndMs } = counter;
      this.changed.set(name, {
        name,
        of,
        sandbox,
        bucket,
        window_start: new Date(windowStartMs),
        window_end: windowEndMs === null ? null : new Date(windowEndMs),
        used: this.usedOf(counter) + amount,
      });
    }
  }
}
