// SPDX-License-Identifier: Apache-2.0
/** The rules that a decision may have been made under. One clock decides: that of the process that changes and asks. */

export interface Timeline<State> {
  /** Makes a change and notes when it was sent and acknowledged, one change at a time. */
  change(state: State, make: () => Promise<void>): Promise<void>;
  /**
   * The rules that a request with these times may have been decided under. They are the last state acknowledged before
   * it was sent, or one under way before it was answered.
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
