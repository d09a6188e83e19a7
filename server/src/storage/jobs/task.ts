// SPDX-License-Identifier: Apache-2.0
/** A periodic task. */
export interface Task {
  /** Names its row; it never changes. */
  name: string;
  everyMs: number;
  /**
   * Whether it has work before a sleep would end. Without any, it sleeps until there are news. A task that cannot say
   * runs in each of its periods.
   */
  waits?(): Promise<boolean>;
  /** A task of the process itself: each process runs it, without a row. */
  isOfEachProcess?: boolean;
  /**
   * The task runs again without waiting for its period, until a run leaves nothing: the rest can be done at once. Each
   * run gets nearer to the end, and gives every organization its turn.
   */
  goesOn?: boolean;
  /**
   * Safe to run twice and to interrupt anywhere. After an abort it ends soon.
   * @returns the remaining work, when known, in its own unit
   */
  run(signal: AbortSignal): Promise<unknown>;
}
