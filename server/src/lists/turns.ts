/** Turns: for each key a bounded number of pieces of work at once, and a bounded line of others behind them. */

export interface Turns {
  /**
   * Waits for a turn.
   * @returns the end of the turn, which may be called more than once; null when the line is full
   */
  take(key: string): Promise<(() => void) | null>;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** @param atOnceMax turns of one key at once @param waitingMax callers of one key in the line behind them */
export function createTurns(atOnceMax: number, waitingMax = 0): Turns {
  const lanes = new Map<string, Lane>();

  function leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next === undefined) lane.running -= 1;
    else next();
    if (lane.running === 0) lanes.delete(key);
  }

  return {
    async take(key) {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] };
      if (lane.running >= atOnceMax) {
        if (lane.waiting.length >= waitingMax) return null;
        // A caller that leaves hands its turn over: the number of running ones stays.
        await new Promise<void>((resolve) => lane.waiting.push(resolve));
      } else {
        lane.running += 1;
        lanes.set(key, lane);
      }
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        leave(key, lane);
      };
    },
  };
}
