// SPDX-License-Identifier: Apache-2.0
/**
 * A clock that a test moves, only ever forward. By itself it goes on with the machine's; one that stands moves by the
 * test alone. A move calls at once everything that waits on it and is due by then.
 */
import type { Clock } from '../../../server/src/platform/clock/index.ts';

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A number of milliseconds, or a text such as `25h` or `300ms`. */
export type Duration = number | `${number}${keyof typeof UNITS_MS}`;

interface Wait {
  dueMs: number;
  end(): void;
  call(): void;
}

export class TestClock implements Clock {
  readonly #waits = new Set<Wait>();
  readonly #machineMs: () => number;
  #aheadMs = 0;

  constructor(machineMs: () => number = Date.now) {
    this.#machineMs = machineMs;
  }

  /** For cases about a single millisecond. */
  static standingAt(ms: number): TestClock {
    return new TestClock(() => ms);
  }

  readonly nowMs = (): number => this.#machineMs() + this.#aheadMs;

  readonly now = (): Date => new Date(this.nowMs());

  after(waitMs: number, call: () => void): () => void {
    const wait: Wait = {
      dueMs: this.nowMs() + waitMs,
      end: () => {
        clearTimeout(timer);
        this.#waits.delete(wait);
      },
      call: () => {
        wait.end();
        call();
      },
    };
    const timer = this.#machineMs === Date.now ? setTimeout(wait.call, waitMs) : undefined;
    this.#waits.add(wait);
    return wait.end;
  }

  /** A move over many periods calls once, as a machine that slept would. */
  every(periodMs: number, call: () => void): () => void {
    let end = () => {};
    const again = () => {
      end = this.after(periodMs, () => {
        again();
        call();
      });
    };
    again();
    return () => end();
  }

  move(by: Duration): void {
    const byMs = typeof by === 'number' ? by : durationMs(by);
    if (!(byMs >= 0 && Number.isFinite(byMs))) throw new Error(`a clock only moves forward, not by ${by}`);
    this.#aheadMs += Math.round(byMs);
    const nowMs = this.nowMs();
    const due = [...this.#waits].filter(({ dueMs }) => dueMs <= nowMs).sort((one, other) => one.dueMs - other.dueMs);
    for (const wait of due) if (this.#waits.has(wait)) wait.call();
  }

  /** Shows the machine's time again: a service that several files share begins each of them with it. */
  reset(): void {
    this.#aheadMs = 0;
  }

  /** Moves to a moment that is not over yet. */
  moveTo(ms: number): void {
    this.move(ms - this.nowMs());
  }
}

function durationMs(text: string): number {
  const [, count, unit] = /^([\d.]+)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new Error(`${text} is no duration: write 25h, 10m or 300ms`);
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

let latest = new TestClock();

/** The time of the service that was opened last: the devices of its people show it. */
export const clockOfDevices = (): TestClock => latest;

export function showOnDevices(clock: TestClock): void {
  latest = clock;
}
