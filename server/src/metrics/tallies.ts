/**
 * Numbers that are counted while requests run. A tally is a plain number in a plain object: whoever counts holds the
 * very one, and no label is looked up. What is told of them is put together when somebody asks.
 */

/** Something that happened so many times. */
export class Counter {
  value = 0;

  add(more = 1): void {
    this.value += more;
  }
}

/** How values spread over buckets: how many were at most each bound. */
export class Histogram {
  /** Ascending. */
  readonly bounds: readonly number[];
  /** Values of each bucket alone, and behind the last bound those above all. */
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

/** Tells how long each of the steps took that follow one another. */
export class StepClock {
  readonly #startedMs = performance.now();
  #lastMs = this.#startedMs;

  /** Since the end of the step before, in seconds. */
  end(step: Histogram): void {
    const nowMs = performance.now();
    step.observe((nowMs - this.#lastMs) / 1_000);
    this.#lastMs = nowMs;
  }

  /** Since the first of them began. */
  endAll(whole: Histogram): void {
    whole.observe((performance.now() - this.#startedMs) / 1_000);
  }
}
