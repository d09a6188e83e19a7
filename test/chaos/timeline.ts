/** Which rules a decision may have been made under, told by one clock: that of the process which changes and asks. */

export interface Timeline<State> {
  /** Makes a change and notes when it was sent and acknowledged. One at a time. */
  change(state: State, make: () => Promise<void>): Promise<void>;
  /**
   * What a request that was sent and answered at these moments may have been decided under: the last state that had
   * been acknowledged when it was sent, or one that was on its way before it was answered.
   */
  possible(sentAtMs: number, answeredAtMs: number): State[];
  changes(): number;
}

interface Change<State> {
  state: State;
  sentAtMs: number;
  acknowledgedAtMs: number;
}

export function createTimeline<State>(initial: State): Timeline<State> {
  const changes: Change<State>[] = [{ state: initial, sentAtMs: -Infinity, acknowledgedAtMs: -Infinity }];
  return {
    async change(state, make) {
      const change = { state, sentAtMs: performance.now(), acknowledgedAtMs: Infinity };
      changes.push(change);
      await make();
      change.acknowledgedAtMs = performance.now();
    },
    possible(sentAtMs, answeredAtMs) {
      const current = changes.findLastIndex(({ acknowledgedAtMs }) => acknowledgedAtMs <= sentAtMs);
      return changes.slice(current).flatMap((change) => (change.sentAtMs <= answeredAtMs ? [change.state] : []));
    },
    changes: () => changes.length - 1,
  };
}
