/** What is done from time to time. */
export interface Task {
  /** Names its lock and its row; it never changes. */
  name: string;
  everyMs: number;
  /** It is about the process that runs it: each runs it by itself, without lock and row. */
  isOfEachProcess?: boolean;
  /**
   * Safe to be run twice and to be cut off anywhere. Aborted, it ends soon.
   * @returns a number when it knows how much is left to do, in its own unit
   */
  run(signal: AbortSignal): Promise<unknown>;
}
