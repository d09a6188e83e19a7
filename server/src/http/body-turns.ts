/**
 * Whose turn it is among large bodies: one is read in a turn of the event loop, so that small requests wait for one of
 * them and not for all that came at once. It knows nothing of what is in them.
 */
import { Refusal } from '../refusal.ts';

/** Smaller bodies are read in less time than a turn takes. */
const LARGE_BODY_BYTES_MIN = 16_384;
/** At about 0.2 ms each, the last in line waits for a fifth of a second; they hold at most 200 MB. */
const WAITING_MAX = 1_000;
const RETRY_AFTER_SECONDS = 1;

export interface BodyTurns {
  /**
   * @param bytes length of a body that has arrived
   * @returns null when it may be read at once, else resolves when it may be
   * @throws Refusal 503 when too many wait
   */
  take(bytes: number): Promise<void> | null;
}

/** There is one event loop in a process, and so one line for it. */
export const BODY_TURNS = createBodyTurns();

export function createBodyTurns(): BodyTurns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (begin === undefined) return;
    // Other sockets are served before the one after it.
    setImmediate(next);
    begin();
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

function busy(): Refusal {
  return new Refusal('unavailable', {
    message: 'Too many large requests are waiting; do not run the action, try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
