// SPDX-License-Identifier: Apache-2.0
/** A pool of worker threads behind a fair line. */
import { Piscina } from 'piscina';
import { createSharedWork, type PlaceLimits, type Refusal } from '../shares/index.ts';
import { createMeter, readMeter, threadOf } from './meter.ts';
import type { Task } from './run-job.ts';

const WATCHED_EVERY_MS = 50;
const WARMING_ROUNDS_MAX = 100;

export interface ThreadsOptions<Job> {
  /** Path of a CommonJS file that exports the computation as a function of `Task`. */
  file: string;
  /** One thread for each place. */
  places: PlaceLimits;
  /** The time on the clock from the start of a job; its thread is ended then. */
  withinMs: number;
  /** The processor's time of one job; its thread is ended then. */
  processorMsMax: number;
  /** The heap of one thread; a job that needs more fails. */
  heapMegabytesMax: number;
  /** Run once in each thread before the first job. */
  warmUp: Job;
}

/**
 * A job that was not done. `all` and `holder`: too many wait, in all or of its holder. `gone`: its caller has left.
 * `time`: its thread did not end in time, which a busy machine may explain. `processor`: it took more of the
 * processor's time, or memory, than it may.
 */
export class ThreadsRefused extends Error {
  override name = 'ThreadsRefused';
  readonly reason: Refusal | 'time' | 'processor';

  constructor(reason: ThreadsRefused['reason'], cause?: unknown) {
    super(`a job was refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

interface Asked {
  /** It waits in a line of its own, which comes first. */
  isReserved?: boolean;
  /** It ends the job when its caller has gone: a waiting one is not begun, and the thread of a running one is ended. */
  signal?: AbortSignal | undefined;
}

export interface Threads<Job, Result> {
  /** @param key an organization @throws ThreadsRefused, or the error of the computation */
  run(key: string, job: Job, asked?: Asked): Promise<Result>;
  /** Resolves when every thread has run the warm-up. @throws the error of starting one */
  warm(): Promise<void>;
  waiting(): number;
  /** Threads started so far; it grows when one ended and was replaced. */
  started(): number;
  close(): Promise<void>;
}

/** Threads start with the first job, or when they are warmed. */
export function createThreads<Job, Result>(options: ThreadsOptions<Job>): Threads<Job, Result> {
  const work = createSharedWork(options.places, (reason) => new ThreadsRefused(reason));
  let opened: Piscina<Task<Job>, Result> | null = null;
  let started = 0;
  const pool = () => {
    opened ??= openPool<Job, Result>(options, () => {
      started += 1;
    });
    return opened;
  };
  return {
    run: (key, job, asked = {}) => work.run(key, () => runWatched(pool(), options, job, asked.signal), asked),
    warm: () => warmAll(pool(), options),
    waiting: work.waiting,
    started: () => started,
    async close() {
      work.close();
      await opened?.destroy();
    },
  };
}

function openPool<Job, Result>(
  { file, places, heapMegabytesMax }: ThreadsOptions<Job>,
  onStart: () => void,
): Piscina<Task<Job>, Result> {
  const pool = new Piscina<Task<Job>, Result>({
    // It loads built files, even when the service runs from sources: a worker thread runs JavaScript only.
    filename: file,
    minThreads: places.atOnceMax,
    maxThreads: places.atOnceMax,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    // The thread gets neither the process's environment, which may hold keys, nor its options.
    env: {},
    execArgv: [],
  });
  pool.on('workerCreate', onStart);
  // A thread that dies fails its current job, and is replaced.
  pool.on('error', () => {});
  return pool;
}

/** Each round gives every idle thread a job; a thread that starts late is reached in a later round. */
async function warmAll<Job, Result>(
  pool: Piscina<Task<Job>, Result>,
  { places: { atOnceMax: count }, warmUp }: ThreadsOptions<Job>,
): Promise<void> {
  const warm = new Set<number>();
  const warmOne = async (): Promise<void> => {
    const meter = createMeter();
    await pool.run({ job: warmUp, meter });
    warm.add(threadOf(meter));
  };
  for (let round = 0; warm.size < count; round += 1) {
    if (round === WARMING_ROUNDS_MAX) throw new Error('the worker threads did not start');
    await Promise.all(Array.from({ length: count }, warmOne));
  }
}

/** Ends the thread of a job that takes too long. */
async function runWatched<Job, Result>(
  pool: Piscina<Task<Job>, Result>,
  { withinMs, processorMsMax }: ThreadsOptions<Job>,
  job: Job,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const meter = createMeter();
  const ended = new AbortController();
  let reason: ThreadsRefused['reason'] = 'time';
  const handedOverMs = performance.now();
  // A thread that starts, or is replaced, loads its file first: that is no time of the job.
  let beganMs: number | null = null;
  const watch = setInterval(() => {
    const nowMs = performance.now();
    if (threadOf(meter) !== 0) beganMs ??= nowMs;
    const processorMs = beganMs === null ? 0 : (readMeter(meter) ?? nowMs - beganMs);
    if (processorMs > processorMsMax) reason = 'processor';
    else if (nowMs - handedOverMs <= withinMs) return;
    ended.abort();
  }, WATCHED_EVERY_MS);
  const leave = () => {
    reason = 'gone';
    ended.abort();
  };
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted === true) leave();
  try {
    return await pool.run({ job, meter }, { signal: ended.signal });
  } catch (error) {
    if (ended.signal.aborted) throw new ThreadsRefused(reason, error);
    if (isOutOfMemory(error)) throw new ThreadsRefused('processor', error);
    throw error;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', leave);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
