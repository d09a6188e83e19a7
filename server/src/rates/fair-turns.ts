/** Work that runs few at once. The rest waits in a fair line: who has a reserved place comes before strangers. */
import { ApiError } from '../errors/index.ts';
import { FairLine } from './fair-line.ts';

export interface FairTurnLimits {
  /** Work under way at once, of everybody. */
  atOnceMax: number;
  /** Waiting work of strangers, and as much again of those with a reserved place. */
  waitingMax: number;
  waitingPerOwnerMax: number;
  retryAfterSeconds: number;
}

interface Owner {
  key: string;
  /** Waits in a line of its own that no crowd of strangers fills. */
  isReserved: boolean;
}

export interface FairTurns {
  /** Runs the work when it is its turn. @throws ApiError 503 when too much is waiting, or the error of the work */
  run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
  refuse(): void;
}

export function createFairTurns(limits: FairTurnLimits): FairTurns {
  const bounds = { ...limits, runningPerOwnerMax: Number.POSITIVE_INFINITY };
  const reserved = new FairLine<Waiting>(bounds);
  const strangers = new FairLine<Waiting>(bounds);
  let underWay = 0;

  const busy = () => {
    const message = 'Too many requests like this one are waiting; try again in a moment.';
    return new ApiError('unavailable', { message, retryAfterSeconds: limits.retryAfterSeconds });
  };

  function dispatch(): void {
    while (underWay < limits.atOnceMax) {
      const next = takeFrom(reserved) ?? takeFrom(strangers);
      if (next === undefined) return;
      underWay += 1;
      next.begin();
    }
  }

  return {
    async run({ key, isReserved }, work) {
      await new Promise<void>((begin, reject) => {
        const line = isReserved ? reserved : strangers;
        const { place, displaced } = line.push(key, { begin, refuse: () => reject(busy()) });
        displaced?.refuse();
        if (place === 'waits') dispatch();
        else reject(busy());
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        dispatch();
      }
    },
  };
}

/** How many of one owner run is not counted here. */
function takeFrom(line: FairLine<Waiting>): Waiting | undefined {
  const next = line.shift();
  if (next !== undefined) line.end(next.owner);
  return next?.job;
}
