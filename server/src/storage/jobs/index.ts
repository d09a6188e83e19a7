// SPDX-License-Identifier: Apache-2.0
/**
 * Owns periodic tasks: a timer, an advisory lock and a row with each last run. All processes carry the same tasks. One
 * process runs a task at a time, and together they run it as often as one alone would. Tasks of each process for itself
 * have a timer alone. A process runs few tasks at once, so that they leave connections to others. A task without work
 * sleeps until there are news, or a while. Refuses to know what a task means.
 */
import type pg from 'pg';
import { busyFor, createSharedWork, placesOfOne } from '../../platform/shares/index.ts';
import { type Metrics, StepClock } from '../metrics/index.ts';
import { type News, SLEEP_MS } from '../news/index.ts';
import { runTask, type TaskOutcome } from './run-task.ts';
import type { Task } from './task.ts';

export type { Task } from './task.ts';

/** The reporter of failed tasks. */
interface TaskLog {
  error(fields: object, message: string): void;
}

export interface Jobs {
  /** Ends the timers, aborts running tasks, and waits for them. */
  stop(): Promise<void>;
}

/** One holds the lock of a task, and one does its work. Tasks that hold all the locks would wait for each other. */
const CONNECTIONS_PER_TASK = 2;
const CONNECTIONS_FOR_OTHERS = 4;

interface JobsOptions {
  pool: pg.Pool;
  news: Pick<News, 'hearAll' | 'isListening'>;
  log: TaskLog;
  metrics: Metrics;
}

/** Each task first runs one period from now. */
export function startJobs({ pool, news, log, metrics }: JobsOptions, tasks: readonly Task[]): Jobs {
  const { taskRuns, taskSeconds } = metrics;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Map<string, () => void>();
  const asleep = new Set<Task>();
  let newsHeard = 0;
  const connections = Math.max(pool.options.max - CONNECTIONS_FOR_OTHERS, CONNECTIONS_PER_TASK);
  const atOnceMax = Math.floor(connections / CONNECTIONS_PER_TASK);
  const work = createSharedWork(placesOfOne(atOnceMax, tasks.length), busyFor(0));

  async function inTurn(task: Task): Promise<TaskOutcome> {
    // A task of the process itself holds no lock, and may go on for as long as a receiver is slow.
    if (task.isOfEachProcess === true) return await runTask(pool, task, stopping.signal);
    const leave = await work.begin(task.name);
    try {
      return stopping.signal.aborted ? { kind: 'passed' } : await runTask(pool, task, stopping.signal);
    } finally {
      leave();
    }
  }

  /** News that come while it is asked count: their work may be younger than the answer. */
  async function maySleep(task: Task): Promise<boolean> {
    if (task.waits === undefined || stopping.signal.aborted || !news.isListening()) return false;
    const before = newsHeard;
    const waits = await task.waits().catch(() => true);
    return !waits && newsHeard === before;
  }

  const endHearing = news.hearAll(() => {
    newsHeard += 1;
    for (const task of [...asleep]) {
      timers.get(task.name)?.();
      schedule(task);
    }
  });

  /** Measured from the end of one run to the next, so that a task never overtakes itself. */
  function schedule(task: Task, sleeps = false): void {
    if (sleeps) asleep.add(task);
    else asleep.delete(task);
    const endWait = pool.clock.after(sleeps ? SLEEP_MS : task.everyMs, () => {
      asleep.delete(task);
      const clock = new StepClock();
      const run = inTurn(task)
        .then((outcome) => {
          if (outcome.kind === 'passed') return;
          clock.endAll(taskSeconds);
          taskRuns[outcome.kind === 'ran' ? 'succeeded' : 'failed'].add();
          if (outcome.kind === 'failed') log.error({ task: task.name, ...faultOf(outcome.error) }, 'a task failed');
        })
        .catch((error: unknown) => {
          log.error({ task: task.name, ...faultOf(error) }, 'a task could not be started');
        })
        .then(() => maySleep(task))
        .then((sleeps) => {
          running.delete(run);
          if (!stopping.signal.aborted) schedule(task, sleeps);
        });
      running.add(run);
    });
    timers.set(task.name, endWait);
  }

  for (const task of tasks) schedule(task);
  return {
    async stop() {
      stopping.abort();
      endHearing();
      for (const endWait of timers.values()) endWait();
      await Promise.all(running);
    },
  };
}

/** Names and codes only: the message of a driver may quote values. */
function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: 'unknown' };
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { fault: error.name, code: (error as { code?: unknown }).code, stack };
}
