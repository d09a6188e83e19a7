/**
 * The turns of large bodies: they are read one by one, with pauses in which small requests are served. Small requests
 * thus wait for one large body, and not for all that came at once. It does not know their content.
 */
import { ApiError } from '../errors/index.ts';

/** Smaller bodies take less time to read than a turn. */
const LARGE_BODY_BYTES_MIN = 16_384;
/** A large body takes at most this part of the event loop's time while others wait behind it. */
const SHARE_MAX = 1 / 3;
/**
 * At about 0.2 ms each, and a pause of a millisecond, the last in line waits for over a second. Together they hold 200
 * MB.
 */
const WAITING_MAX = 1_000;
const RETRY_AFTER_SECONDS = 1;

export interface BodyTurns {
  /**
   * @param bytes length of a body that has arrived
   * @returns null when it may be read at once, else resolves when it may be
   * @throws ApiError 503 when too many wait
   */
  take(bytes: number): Promise<void> | null;
}

/** A process has one event loop, and so one line for it. */
export const BODY_TURNS = createBodyTurns();

export function createBodyTurns(): BodyTurns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (begin === undefined) return;
    const beganMs = performance.now();
    begin();
    // The body is read after this function and before the next turn, which then knows how long that took.
    setImmediate(() => setTimeout(next, (performance.now() - beganMs) * (1 / SHARE_MAX - 1)));
  };
  return {
    take(bytes) {
      if (bytes < LARGE_BODY_BYTES_MIN) return null;
      if (waiting.length >= WAITING_MAX) throw busy();
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (isTaken) return;
        isTaken = true;
        setImmediate(next);
      });
    },
  };
}

function busy(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too many large requests are waiting; do not run the action, try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
