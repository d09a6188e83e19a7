// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the one bound on what a caller waits for: the steps of a request share it, and each gets what is left. Refuses
 * to know the steps.
 */
import { ApiError } from '../errors/index.ts';

/** Callers of our client library give up after 10 seconds. */
const ANSWERED_WITHIN_MS = 8_000;

/** Work on policies takes as long as it takes; this is the longest that a timer can be. */
const AS_LONG_AS_IT_TAKES_MS = 2 ** 31 - 1;

/** Reading a body, and calls to others, are outside of it. */
export class TimeLeft {
  #leftMs: number;

  constructor(leftMs = ANSWERED_WITHIN_MS) {
    this.#leftMs = leftMs;
  }

  /** For requests that have bounds of their own. */
  static asLongAsItTakes(): TimeLeft {
    return new TimeLeft(AS_LONG_AS_IT_TAKES_MS);
  }

  /**
   * The result of the work, when it comes in time. Late work goes on: a commit that was sent is looked up all the same.
   * @throws ApiError 503 when the time is over, or the error of the work
   */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ApiError('unavailable')), Math.max(this.#leftMs, 0));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startedMs;
    }
  }
}
