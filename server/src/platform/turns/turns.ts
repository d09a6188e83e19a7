// SPDX-License-Identifier: Apache-2.0
/** One line for the long work of one event loop, with pauses in which small requests are served. */
import { ApiError } from '../errors/index.ts';
import { Places, SHARED_PLACES } from '../shares/index.ts';

/** The work of a turn takes at most this part of the event loop's time while others wait behind it. */
const SHARE_MAX = 1 / 3;
/** Steps go on for this long in one turn; the last of them may pass it. */
const TURN_MS = 3;
const RETRY_AFTER_SECONDS = 1;

/** Work that pauses after each bounded step. */
type Steps<Result> = Iterator<void, Result, void>;

export interface Turns {
  /**
   * Owners have their turns one after the other, and each owner's in the order of asking.
   * @param owner an organization, or another word for what asks
   * @returns resolves when the turn begins. The work up to the next `await` belongs to it. A full line gives up the
   *   newest turn of the holder with most of them for one who has fewer. Then it rejects with the same 503.
   * @throws ApiError 503 when too many wait
   */
  take(owner: string): Promise<void>;
  /**
   * Runs the first steps at once, and in turns what they leave. Everything waits for its turn while the owner does.
   * @param isHeavy true where one step may take longer than a turn: then the first waits for its turn too
   * @throws ApiError 503 when too many wait
   */
  run<Result>(owner: string, steps: Steps<Result>, isHeavy?: boolean): Result | Promise<Result>;
}

/** A process has one event loop, and so one line for it. */
export const TURNS = createTurns();

/** @param nowMs replaced by tests */
export function createTurns(nowMs: () => number = () => performance.now()): Turns {
  const line = new Places<Waiting>(SHARED_PLACES.turns);
  let isTaken = false;

  const next = (): void => {
    const first = line.shift();
    isTaken = first !== undefined;
    if (first === undefined) return;
    // One turn is taken at a time, which `isTaken` says.
    line.leave(first.place);
    const beganMs = nowMs();
    first.job.begin();
    // The work is done after this function and before the next turn, which then knows how long that took.
    setImmediate(() => setTimeout(next, (nowMs() - beganMs) * (1 / SHARE_MAX - 1)));
  };

  const take = (owner: string): Promise<void> => {
    const { promise, ...job } = waiting();
    const { place, displaced } = line.push(owner, job);
    if (place !== 'waits') throw busy();
    displaced?.refuse(busy());
    if (!isTaken) {
      isTaken = true;
      setImmediate(next);
    }
    return promise;
  };

  /** @returns null when the time was over before the last step */
  const runSome = <Result>(steps: Steps<Result>): { value: Result } | null => {
    const untilMs = nowMs() + TURN_MS;
    do {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
    } while (nowMs() < untilMs);
    return null;
  };

  const runInTurns = async <Result>(owner: string, steps: Steps<Result>): Promise<Result> => {
    for (;;) {
      await take(owner);
      const done = runSome(steps);
      if (done !== null) return done.value;
    }
  };

  return {
    take,
    run(owner, steps, isHeavy = false) {
      const done = isHeavy || line.waits(owner) ? null : runSome(steps);
      return done === null ? runInTurns(owner, steps) : done.value;
    },
  };
}

interface Waiting {
  begin(): void;
  refuse(error: ApiError): void;
}

function waiting(): Waiting & { promise: Promise<void> } {
  let job: Waiting = { begin: () => {}, refuse: () => {} };
  const promise = new Promise<void>((begin, refuse) => {
    job = { begin, refuse };
  });
  return { ...job, promise };
}

function busy(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too many large requests are waiting; do not run the action, try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
