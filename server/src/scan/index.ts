/**
 * Owns scanning content without holding up the event loop: short content here, long content in a bounded pool of
 * worker threads. Refuses to keep anything: content goes in, and only the set of types comes back.
 */
import { availableParallelism } from 'node:os';
import type { DlpType } from '@svc/contract';
import { Piscina } from 'piscina';
import { ApiError } from '../errors/index.ts';
import { ShortScans } from './short-scans.ts';

/** Shorter content is scanned in less time than handing it over takes. */
const SCANNED_HERE_CHARACTERS_MAX = 8_000;
/** At about 5 ms each, the last in line waits for about a second. */
const WAITING_MAX = 200;
const SCANNED_WITHIN_MS = 5_000;
const RETRY_AFTER_SECONDS = 1;

export interface Scanner {
  /**
   * The found types, each once, in the order of the contract.
   * @throws ApiError 503 when too much long content waits: the action is not decided, and so not allowed
   */
  scan(content: string): Promise<readonly DlpType[]>;
  /** Long content that waits for a thread. */
  waiting(): number;
  close(): Promise<void>;
}

export function createScanner(): Scanner {
  const pool = new Piscina<string, DlpType[]>({
    // It loads the built scan, even when the service runs from sources: a worker thread runs JavaScript only.
    filename: new URL('../../bin/scan-worker.cjs', import.meta.url).href,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: WAITING_MAX,
    // The thread gets neither the process's environment, which may hold keys, nor its options.
    env: {},
    execArgv: [],
  });
  // A thread that dies fails its current scan, and is replaced.
  pool.on('error', () => {});
  const shortScans = new ShortScans();
  return {
    scan(content) {
      if (content.length <= SCANNED_HERE_CHARACTERS_MAX) return shortScans.scan(content);
      if (pool.queueSize >= WAITING_MAX) return Promise.reject(busy());
      return pool.run(content, { signal: AbortSignal.timeout(SCANNED_WITHIN_MS) }).catch((error: Error) => {
        throw error.name === 'AbortError' ? busy() : new ApiError('internal_error', { cause: error });
      });
    },
    waiting: () => pool.queueSize,
    close: () => pool.destroy(),
  };
}

function busy(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too much long content is being scanned; do not run the action, try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
