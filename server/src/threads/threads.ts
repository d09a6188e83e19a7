/** A pool of worker threads behind a fair line. */
import { Piscina } from 'piscina';
import { FairLine, type LineLimits } from '../rates/index.ts';
import { createMeter, readMeter, threadOf } from './meter.ts';
import type { Task } from './run-job.ts';

const WATCHED_EVERY_MS = 50;
const WARMING_ROUNDS_MAX = 100;

export interface ThreadsOptions<Job> extends LineLimits {
  /** Path of a CommonJS file that exports the computation as a function of `Task`. */
  file: string;
  count: number;
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
 * A job that was not done. `all` and `owner`: too many wait, in all or of its owner. `time`: its thread did not end in
 * time, which a busy machine may explain. `processor`: it took more of the processor's time, or memory, than it may.
 */
export class ThreadsRefused extends Error {
  override name = 'ThreadsRefused';
  readonly reason: 'all' | 'owner' | 'time' | 'processor';

  constructor(reason: ThreadsRefused['reason'], cause?: unknown) {
    super(`a job was refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface Threads<Job, Result> {
  /** @throws ThreadsRefused, or the error of the computation */
  run(owner: string, job: Job): Promise<Result>;
  /** Resolves when every thread has run the warm-up. @throws the error of starting one */
  warm(): Promise<void>;
  waiting(): number;
  /** Threads started so far; it grows when one ended and was replaced. */
  started(): number;
  close(): Promise<void>;
}

interface Waiting<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Threads start with the first job, or when they are warmed. */
export function createThreads<Job, Result>(options: ThreadsOptions<Job>): Threads<Job, Result> {
  const { count } = options;
  const line = new FairLine<Waiting<Job, Result>>(options);
  let opened: Piscina<Task<Job>, Result> | null = null;
  let running = 0;
  let started = 0;
  const pool = () => {
    opened ??= openPool<Job, Result>(options, () => {
      started += 1;
    });
    return opened;
  };

  const dispatch = (): void => {
    while (running < count) {
      const next = line.shift();
      if (next === undefined) return;
      running += 1;
      const { job, resolve, reject } = next.job;
      void runWatched(pool(), options, job)
        .then(resolve, reject)
        .finally(() => {
          running -= 1;
          line.end(next.owner);
          dispatch();
        });
    }
  };

  return {
    run(owner, job) {
      return new Promise<Result>((resolve, reject) => {
        const { place, displaced } = line.push(owner, { job, resolve, reject });
        displaced?.reject(new ThreadsRefused('all'));
        if (place === 'waits') dispatch();
        else reject(new ThreadsRefused(place));
      });
    },
    warm: () => warmAll(pool(), options),
    waiting: () => line.waiting,
    started: () => started,
    async close() {
      for (const { reject } of line.clear()) reject(new ThreadsRefused('all'));
      await opened?.destroy();
    },
  };
}

function openPool<Job, Result>(
  { file, count, heapMegabytesMax }: ThreadsOptions<Job>,
  onStart: () => void,
): Piscina<Task<Job>, Result> {
  const pool = new Piscina<Task<Job>, Result>({
    // It loads built files, even when the service runs from sources: a worker thread runs JavaScript only.
    filename: file,
    minThreads: count,
    maxThreads: count,
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
  { count, warmUp }: ThreadsOptions<Job>,
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
  try {
    return await pool.run({ job, meter }, { signal: ended.signal });
  } catch (error) {
    if (ended.signal.aborted) throw new ThreadsRefused(reason, error);
    if (isOutOfMemory(error)) throw new ThreadsRefused('processor', error);
    throw error;
  } finally {
    clearInterval(watch);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
