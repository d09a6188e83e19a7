// SPDX-License-Identifier: Apache-2.0
/** Work that waits for a place, runs in it, and gives it back. */
import { ApiError } from '../errors/index.ts';
import { type Place, type PlaceLimits, Places } from './places.ts';

/** The cause of a refusal. `all` and `holder`: too much waits, in all or of its holder. `gone`: its caller has left. */
export type Refusal = 'all' | 'holder' | 'gone';

interface Asked {
  /** It waits in a line of its own, which comes first and which no crowd of others fills. */
  isReserved?: boolean;
  /** Work that still waits when it aborts is not begun. */
  signal?: AbortSignal | undefined;
}

export interface SharedWork {
  /** Waits for a place. @returns gives it back; it may be called more than once @throws the refusal */
  begin(key: string, asked?: Asked): Promise<() => void>;
  /** @param key an organization, or another word for what asks @throws the refusal, or the error of the work */
  run<Result>(key: string, work: () => Promise<Result>, asked?: Asked): Promise<Result>;
  waiting(): number;
  /** Refuses everything that waits. */
  close(): void;
}

interface Waiting {
  begin(end: () => void): void;
  refuse(reason: Refusal): void;
}

/** @param refused the error of work that is not begun */
export function createSharedWork(limits: PlaceLimits, refused: (reason: Refusal) => Error): SharedWork {
  const places = new Places<Waiting>(limits);

  function dispatch(): void {
    for (let next = places.shift(); next !== undefined; next = places.shift()) next.job.begin(endOf(next.place));
  }

  const endOf = (place: Place) => () => {
    places.leave(place);
    dispatch();
  };

  async function wait(key: string, { isReserved = false, signal }: Asked): Promise<() => void> {
    let leaveLine = () => {};
    try {
      return await new Promise<() => void>((resolve, reject) => {
        const job: Waiting = { begin: resolve, refuse: (reason) => reject(refused(reason)) };
        leaveLine = () => {
          if (places.remove(key, job)) job.refuse('gone');
        };
        signal?.addEventListener('abort', leaveLine, { once: true });
        const { place, displaced } = places.push(key, job, isReserved);
        displaced?.refuse('all');
        if (place === 'waits') dispatch();
        else job.refuse(place);
      });
    } finally {
      signal?.removeEventListener('abort', leaveLine);
    }
  }

  async function begin(key: string, asked: Asked = {}): Promise<() => void> {
    if (asked.signal?.aborted === true) throw refused('gone');
    // Waiting work has no place to take now, so only the own line is respected.
    const free = places.waits(key) ? null : places.enter(key);
    return free === null ? await wait(key, asked) : endOf(free);
  }

  return {
    begin,
    async run(key, work, asked) {
      const end = await begin(key, asked);
      try {
        return await work();
      } finally {
        end();
      }
    },
    waiting: () => places.waiting,
    close() {
      for (const job of places.clear()) job.refuse('all');
    },
  };
}

/** For callers who may ask again. @returns 503, which names the seconds to wait */
export function busyFor(retryAfterSeconds: number): () => ApiError {
  const message = 'Too many requests like this one are waiting; try again in a moment.';
  return () => new ApiError('unavailable', { message, retryAfterSeconds });
}
