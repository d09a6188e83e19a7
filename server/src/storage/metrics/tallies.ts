// SPDX-License-Identifier: Apache-2.0
/**
 * Plain counters held by reference: counting needs no label look-up. The text is formatted only when /metrics is
 * scraped.
 */

/** A counter. */
export class Counter {
  value = 0;

  add(more = 1): void {
    this.value += more;
  }
}

/** A histogram: the number of values at most each bound. */
export class Histogram {
  /** The bounds, ascending. */
  readonly bounds: readonly number[];
  /** The number of values in each bucket alone, and last of those above all bounds. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let place = 0;
    while (place < bounds.length && value > (bounds[place] as number)) place += 1;
    counts[place] = (counts[place] as number) + 1;
    this.sum += value;
  }
}

/** Measures the durations of consecutive steps. */
export class StepClock {
  readonly #startedMs = performance.now();
  #lastMs = this.#startedMs;

  /** Seconds since the end of the step before. */
  end(step: Histogram): void {
    const nowMs = performance.now();
    step.observe((nowMs - this.#lastMs) / 1_000);
    this.#lastMs = nowMs;
  }

  /** Seconds since the beginning of the first step. */
  endAll(whole: Histogram): void {
    whole.observe((performance.now() - this.#startedMs) / 1_000);
  }
}
