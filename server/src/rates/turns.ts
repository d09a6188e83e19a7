/** Work that runs few at once, the rest in order of arrival: for each key, and with a bound on what waits. */
import { ApiError } from '../errors/index.ts';

export interface TurnLimits {
  /** Work of one key under way at once. */
  atOnceMax: number;
  waitingPerKeyMax: number;
  /** Waiting work of all keys. */
  waitingMax: number;
  retryAfterSeconds: number;
}

export interface Turns {
  /** Runs the work when it is its turn. @throws ApiError 503 when too much is waiting, or the error of the work */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

export function createTurns(limits: TurnLimits): Turns {
  const lines = new Map<string, Line>();
  let waiting = 0;

  async function enter(line: Line): Promise<void> {
    if (line.underWay < limits.atOnceMax) {
      line.underWay += 1;
      return;
    }
    if (line.waiting.length >= limits.waitingPerKeyMax || waiting >= limits.waitingMax) {
      const message = 'Too many requests like this one are waiting; try again in a moment.';
      throw new ApiError('unavailable', { message, retryAfterSeconds: limits.retryAfterSeconds });
    }
    waiting += 1;
    await new Promise<void>((resolve) => {
      line.waiting.push(resolve);
    });
    waiting -= 1;
  }

  /** A turn is handed on, so that new work never overtakes work that waits. */
  function leave(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(key);
  }

  return {
    async run(key, work) {
      const line = lines.get(key) ?? { underWay: 0, waiting: [] };
      lines.set(key, line);
      await enter(line);
      try {
        return await work();
      } finally {
        leave(key, line);
      }
    },
  };
}
