// SPDX-License-Identifier: Apache-2.0
/** A periodic task. */
export interface Task {
  /** Names its lock and its row; it never changes. */
  name: string;
  everyMs: number;
  /** A task of the process itself: each process runs it, without lock and row. */
  isOfEachProcess?: boolean;
  /**
   * Safe to run twice and to interrupt anywhere. After an abort it ends soon.
   * @returns the remaining work, when known, in its own unit
   */
  run(signal: AbortSignal): Promise<unknown>;
}
