// SPDX-License-Identifier: Apache-2.0
/**
 * Owns periodic tasks: a timer, and a row with each last run and the lease of one under way. All processes carry the
 * same tasks. One process runs a task at a time, and together they run it as often as one alone would. Tasks of each
 * process for itself have a timer alone. A process runs few tasks at once, so that they leave connections to others. A
 * task without work sleeps until there are news, or a while, and one with a backlog goes on at once. Refuses to know
 * what a task means.
 */
import type pg from 'pg';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import { busyFor, createSharedWork, placesOfOne, type SharedWork } from '../../platform/shares/index.ts';
import { type Metrics, StepClock } from '../metrics/index.ts';
import { type News, SLEEP_MS } from '../news/index.ts';
import { runTask, type TaskOutcome } from './run-task.ts';
import type { Task } from './task.ts';

export type { Task } from './task.ts';

export interface Jobs {
  /** Ends the timers, aborts running tasks, and waits for them. */
  stop(): Promise<void>;
}

/** Left to requests, and to the leases of tasks: each takes one for a moment. */
const CONNECTIONS_FOR_OTHERS = 4;
/** A run whose lease is held elsewhere is looked for again when it has passed. */
const LOOK_AGAIN_MS = 50;

interface JobsOptions {
  pool: pg.Pool;
  news: Pick<News, 'hearAll' | 'isListening'>;
  log: OutageLog;
  metrics: Metrics;
  leaseMs?: number;
}

/** Each task first runs one period from now. */
export function startJobs({ pool, news, log, metrics, leaseMs }: JobsOptions, tasks: readonly Task[]): Jobs {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Map<string, () => void>();
  const asleep = new Set<Task>();
  let newsHeard = 0;
  const report = createReport(metrics, log);
  // The work of a task takes one connection at a time, and its lease holds none.
  const atOnceMax = Math.max(pool.options.max - CONNECTIONS_FOR_OTHERS, 1);
  const work = createSharedWork(placesOfOne(atOnceMax, tasks.length), busyFor(0));
  const runInTurn = (task: Task) => inTurn(work, task, () => runTask(pool, task, stopping.signal, leaseMs));

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
      asleep.delete(task);
      schedule(task);
    }
  });

  /**
   * Runs the task again while it has something left that can be done at once. Each run takes a place of its own, so
   * that other tasks get theirs.
   * @returns the wait until the next attempt: a task whose holder died is taken over when its lease has passed
   */
  async function attempt(task: Task): Promise<number> {
    for (;;) {
      const clock = new StepClock();
      const outcome = await runInTurn(task).catch((error: unknown): TaskOutcome => ({ kind: 'failed', error }));
      report(task.name, outcome, clock);
      const isLeft = outcome.kind === 'ran' && task.goesOn === true && (outcome.backlog ?? 0) > 0;
      if (isLeft && !stopping.signal.aborted) continue;
      const leasedMs = outcome.kind === 'passed' ? outcome.leasedMs : null;
      return leasedMs === null ? task.everyMs : Math.min(task.everyMs, leasedMs + LOOK_AGAIN_MS);
    }
  }

  /** Measured from the end of one run to the next, so that a task never overtakes itself. */
  function schedule(task: Task, waitMs = task.everyMs): void {
    const endWait = pool.clock.after(waitMs, () => {
      asleep.delete(task);
      const run = attempt(task).then(async (nextMs) => {
        const sleeps = await maySleep(task);
        running.delete(run);
        if (stopping.signal.aborted) return;
        if (sleeps) asleep.add(task);
        schedule(task, sleeps ? SLEEP_MS : nextMs);
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

/** Tasks of the process itself wait for no turn: they may go on for as long as a receiver is slow. */
async function inTurn<Result>(work: SharedWork, task: Task, run: () => Promise<Result>): Promise<Result> {
  if (task.isOfEachProcess === true) return await run();
  const leave = await work.begin(task.name);
  return await run().finally(leave);
}

/** Counts runs, and tells a task that fails once an outage. */
function createReport(
  { taskRuns, taskSeconds }: Metrics,
  log: OutageLog,
): (task: string, outcome: TaskOutcome, clock: StepClock) => void {
  const outages = new Outages(log);
  return (task, outcome, clock) => {
    if (outcome.kind === 'passed') return;
    clock.endAll(taskSeconds);
    taskRuns[outcome.kind === 'ran' ? 'succeeded' : 'failed'].add();
    if (outcome.kind === 'failed') outages.failed(task, outcome.error, { task }, 'a task failed');
    else outages.worked(task, { task }, 'a task works again');
  };
}
