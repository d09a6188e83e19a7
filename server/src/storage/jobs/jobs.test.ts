// SPDX-License-Identifier: Apache-2.0
/** Guarantee: one process at a time runs a task, all together keep its period, and it stops with its process. */

import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { TestClock } from '#harness/clock';
import type { TestDatabase } from '#harness/postgres';
import { mailOf } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { createNews, SLEEP_MS, WORK } from '../news/index.ts';
import { startJobs, type Task } from './index.ts';
import { runTask } from './run-task.ts';

let database: TestDatabase;
let pools: [pg.Pool, pg.Pool];
beforeAll(async () => {
  database = await openEmptyDatabase();
  const pool = () => createPool({ connectionString: database.connectionString }, 3);
  pools = [pool(), pool()];
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));
beforeEach(async () => {
  await readRows(database, 'DELETE FROM svc.task_runs');
});

const silent = pino({ level: 'silent' });
const common = { log: silent, metrics: createMetrics(), news: { hearAll: () => () => {}, isListening: () => false } };
const never = new AbortController().signal;
const taskOf = (run: Task['run'], everyMs = 60_000): Task => ({ name: 'test', everyMs, run });
const runRows = () => readRows(database, 'SELECT name, finished_at, succeeded FROM svc.task_runs');

/** Work that lasts until it is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Work that lasts until it is released. */
function held() {
  let letGo = () => {};
  const done = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { done, letGo: () => letGo() };
}

describe('one run', () => {
  it('is noted, and not repeated within its period by any process', async () => {
    const run = vi.fn(async () => {});
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => runTask(pools[index % 2] as pg.Pool, taskOf(run), never)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'ran')).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(1);
    expect((await runTask(pools[0], taskOf(run), never)).kind).toBe('passed');
    expect(await runRows()).toEqual([{ name: 'test', finished_at: expect.any(Date), succeeded: true }]);
  });

  it('keeps other processes out for as long as it lasts, though its period is over', async () => {
    const { done, letGo } = held();
    const first = runTask(
      pools[0],
      taskOf(() => done, 0),
      never,
    );
    await vi.waitFor(async () => expect(await runRows()).toHaveLength(1), PATIENTLY);
    expect(
      (
        await runTask(
          pools[1],
          taskOf(async () => {}, 0),
          never,
        )
      ).kind,
    ).toBe('passed');
    letGo();
    expect((await first).kind).toBe('ran');
    expect(
      (
        await runTask(
          pools[1],
          taskOf(async () => {}, 0),
          never,
        )
      ).kind,
    ).toBe('ran');
  });

  it('of a task that each process has for itself is done by each, as often as it asks, and noted nowhere', async () => {
    const run = vi.fn(async () => {});
    const own: Task = { ...taskOf(run), isOfEachProcess: true };
    const outcomes = await Promise.all([0, 1, 0].map((index) => runTask(pools[index] as pg.Pool, own, never)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ran', 'ran', 'ran']);
    expect(run).toHaveBeenCalledTimes(3);
    expect(await runRows()).toEqual([]);
  });

  it('that fails is noted as failed, and comes up again', async () => {
    const failing = taskOf(async () => {
      throw new Error('broken');
    }, 0);
    expect(await runTask(pools[0], failing, never)).toMatchObject({ kind: 'failed', error: { message: 'broken' } });
    expect(await runRows()).toMatchObject([{ succeeded: false }]);
    expect(
      (
        await runTask(
          pools[1],
          taskOf(async () => {}, 0),
          never,
        )
      ).kind,
    ).toBe('ran');
  });
});

describe('a lease', () => {
  const LEASE_MS = 500;
  const nothing = taskOf(async () => {}, 0);
  const take = (index: 0 | 1, task = nothing) => runTask(pools[index], task, never, LEASE_MS);
  /** As a process that took the task and then stood still. */
  const takeAndStandStill = (seconds: number) =>
    readRows(
      database,
      `INSERT INTO svc.task_runs (name, started_at, lease_id, lease_until)
       VALUES ('test', now(), gen_random_uuid(), clock_timestamp() + make_interval(secs => $1))`,
      [seconds],
    );
  const leaseRows = () => readRows(database, 'SELECT lease_id, lease_until FROM svc.task_runs');

  it('is prolonged for as long as the run lasts, and given back at its end', async () => {
    const { done, letGo } = held();
    const first = take(
      0,
      taskOf(() => done, 0),
    );
    await vi.waitFor(async () => expect(await runRows()).toHaveLength(1), PATIENTLY);
    const [lease] = await leaseRows();
    const outcomes: string[] = [];
    await vi.waitFor(async () => {
      outcomes.push((await take(1)).kind);
      const [now] = await readRows(database, 'SELECT clock_timestamp() AS at');
      expect(now?.at.getTime()).toBeGreaterThan(lease?.lease_until.getTime() + LEASE_MS);
    }, PATIENTLY);
    expect(new Set(outcomes)).toEqual(new Set(['passed']));
    letGo();
    expect((await first).kind).toBe('ran');
    expect(await leaseRows()).toEqual([{ lease_id: null, lease_until: null }]);
  });

  it('of a process that stands still passes, and no other process waits for longer', async () => {
    await takeAndStandStill(1);
    const outcome = await take(1);
    expect(outcome).toEqual({ kind: 'passed', leasedMs: expect.any(Number) });
    const { leasedMs } = outcome as { leasedMs: number };
    expect(leasedMs).toBeGreaterThan(0);
    expect(leasedMs).toBeLessThanOrEqual(1_000);
    const run = vi.fn(async () => {});
    await readRows(database, `UPDATE svc.task_runs SET started_at = now() - interval '1 hour'`);
    const clock = TestClock.standingAt(Date.now());
    const pool = createPool({ connectionString: database.connectionString }, 3, clock);
    const jobs = startJobs({ ...common, pool, leaseMs: LEASE_MS }, [taskOf(run, 60_000)]);
    clock.move(60_000);
    // The next look is not a minute away.
    await vi.waitFor(() => {
      clock.move(100);
      expect(run).toHaveBeenCalledTimes(1);
    }, PATIENTLY);
    await jobs.stop();
    await pool.end();
  });

  it('that another process has taken over ends the run, which leaves the row to it', async () => {
    const outcome = take(0, taskOf(aborted, 0));
    await vi.waitFor(async () => expect(await runRows()).toHaveLength(1), PATIENTLY);
    const other = await readRows(database, 'UPDATE svc.task_runs SET lease_id = gen_random_uuid() RETURNING lease_id');
    expect(await outcome).toMatchObject({ kind: 'failed', error: { name: 'LeaseLost' } });
    expect(await leaseRows()).toMatchObject(other);
    expect(await runRows()).toMatchObject([{ finished_at: null }]);
  });

  it('that cannot be prolonged ends the run before it has passed', async () => {
    const client = await pools[1].connect();
    try {
      const outcome = take(
        0,
        taskOf(async (signal) => {
          await client.query('BEGIN');
          await client.query('SELECT FROM svc.task_runs FOR UPDATE');
          await aborted(signal);
          await client.query('COMMIT');
        }, 0),
      );
      expect(await outcome).toMatchObject({ kind: 'failed', error: { name: 'LeaseLost' } });
    } finally {
      client.release();
    }
    // It was given back at the end all the same.
    expect(await leaseRows()).toEqual([{ lease_id: null, lease_until: null }]);
    expect((await take(1)).kind).toBe('ran');
  });
});

describe('the timers', () => {
  it('of two processes run a task again and again, never twice at once', async () => {
    let atOnce = 0;
    let most = 0;
    const run = vi.fn(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    });
    const jobs = pools.map((pool) => startJobs({ ...common, pool }, [taskOf(run, 10)]));
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(5), PATIENTLY);
    await Promise.all(jobs.map((one) => one.stop()));
    const calls = run.mock.calls.length;
    expect(most).toBe(1);
    expect((await runRows())[0]?.finished_at).not.toBeNull();
    expect(run).toHaveBeenCalledTimes(calls);
  });

  it('of many tasks with one period leave connections for the work of each', async () => {
    const done: string[] = [];
    const tasks = Array.from({ length: 12 }, (_, index) => ({
      ...taskOf(async () => {
        await pools[0].query('SELECT pg_sleep(0.02)');
        done.push(`task ${index}`);
      }, 10),
      name: `task ${index}`,
    }));
    const jobs = startJobs({ ...common, pool: pools[0] }, tasks);
    await vi.waitFor(() => expect(new Set(done).size).toBe(tasks.length), PATIENTLY);
    await jobs.stop();
    expect((await runRows()).filter(({ succeeded }) => succeeded !== true)).toEqual([]);
  });

  it('go on after a failure, which is logged once, without its message, and so is its end', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const run = vi.fn(async () => {
      if (run.mock.calls.length <= 3) throw new TypeError(mailOf('secret', 'acme'));
    });
    const jobs = startJobs({ ...common, pool: pools[0], log: logger }, [taskOf(run, 10)]);
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(4), PATIENTLY);
    await jobs.stop();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, task: 'test', fault: 'TypeError', msg: 'a task failed' },
      { level: 30, task: 'test', failures: 3, msg: 'a task works again' },
    ]);
    expect(lines.join()).not.toContain(mailOf('secret', 'acme'));
  });

  it('stop by telling the running task and waiting for it', async () => {
    const order: string[] = [];
    const task = taskOf(async (signal) => {
      order.push('began');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      order.push('ended');
    }, 10);
    const jobs = startJobs({ ...common, pool: pools[0] }, [task]);
    await vi.waitFor(() => expect(order).toEqual(['began']), PATIENTLY);
    await jobs.stop();
    order.push('stopped');
    expect(order).toEqual(['began', 'ended', 'stopped']);
    expect(await runRows()).toMatchObject([{ succeeded: true }]);
  });
});

describe('a task with a backlog', () => {
  const PERIOD_MS = 60_000;

  /** Two processes whose clock stands, so that no further period begins. */
  async function inOnePeriod(task: Task, work: (jobs: { stop(): Promise<unknown> }) => Promise<void>) {
    const clock = TestClock.standingAt(Date.UTC(2026, 5, 1));
    const own = [0, 1].map(() => createPool({ connectionString: database.connectionString }, 3, clock));
    const jobs = own.map((pool) => startJobs({ ...common, pool }, [task]));
    const stop = () => Promise.all(jobs.map((one) => one.stop()));
    clock.move(PERIOD_MS);
    await work({ stop });
    await stop();
    await Promise.all(own.map((pool) => pool.end()));
  }

  it('goes on at once until it is gone, never twice at once, and notes each run', async () => {
    let left = 12;
    let atOnce = 0;
    const seen: number[] = [];
    const run = async () => {
      atOnce += 1;
      seen.push(atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      left = Math.max(left - 1, 0);
      return left;
    };
    await inOnePeriod({ ...taskOf(run, PERIOD_MS), goesOn: true }, async () => {
      await vi.waitFor(() => expect(left).toBe(0), PATIENTLY);
    });
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(await readRows(database, 'SELECT succeeded, backlog::int, lease_id FROM svc.task_runs')).toEqual([
      { succeeded: true, backlog: 0, lease_id: null },
    ]);
  });

  it('stops with its process in the middle of it, and tells what is left', async () => {
    const run = vi.fn(async () => 1);
    await inOnePeriod({ ...taskOf(run, PERIOD_MS), goesOn: true }, async ({ stop }) => {
      await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3), PATIENTLY);
      await stop();
      const runs = run.mock.calls.length;
      await runRows();
      expect(run).toHaveBeenCalledTimes(runs);
    });
    expect(await readRows(database, 'SELECT backlog::int FROM svc.task_runs')).toEqual([{ backlog: 1 }]);
  });

  it('lets others have their turn between two runs', async () => {
    const single = createPool({ connectionString: database.connectionString }, 1);
    const other = vi.fn(async () => {});
    const jobs = startJobs({ ...common, pool: single }, [
      { ...taskOf(async () => 1, 10), goesOn: true },
      { ...taskOf(other, 10), name: 'other' },
    ]);
    await vi.waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(2), PATIENTLY);
    await jobs.stop();
    await single.end();
  });

  it('that needs more than time waits for its period', async () => {
    const run = vi.fn(async () => 1);
    await inOnePeriod(taskOf(run, PERIOD_MS), async () => {
      await vi.waitFor(async () => expect(await runRows()).toMatchObject([{ succeeded: true }]), PATIENTLY);
    });
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('a task without work', () => {
  const PERIOD_MS = 1_000;
  const clock = TestClock.standingAt(Date.UTC(2026, 5, 1));
  const address = () => ({ connectionString: database.connectionString });

  async function asleep(waits: () => Promise<boolean>) {
    const pool = createPool(address(), 2, clock);
    const news = createNews(address(), silent);
    await vi.waitFor(() => expect(news.isListening()).toBe(true), PATIENTLY);
    const run = vi.fn(async () => {});
    const asked = vi.fn(waits);
    const jobs = startJobs({ ...common, pool, news }, [
      { ...taskOf(run, PERIOD_MS), isOfEachProcess: true, waits: asked },
    ]);
    /** A period goes by, and the run that it brings is over. */
    const runsAfter = async (ms: number, runs: number) => {
      clock.move(ms);
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(runs), PATIENTLY);
      await new Promise((resolve) => setImmediate(resolve));
      expect(run).toHaveBeenCalledTimes(runs);
    };
    const end = async () => {
      await jobs.stop();
      await news.close();
      await pool.end();
    };
    return { news, runsAfter, end };
  }

  it('sleeps until the longest sleep is over', async () => {
    const { runsAfter, end } = await asleep(async () => false);
    await runsAfter(PERIOD_MS, 1);
    await runsAfter(SLEEP_MS - 1, 1);
    await runsAfter(1, 2);
    await end();
  });

  it('runs a period after news, wherever they were told', async () => {
    const { news, runsAfter, end } = await asleep(async () => false);
    await runsAfter(PERIOD_MS, 1);
    const heard = vi.fn();
    news.hearAll(heard);
    news.tell([WORK]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith([WORK]), PATIENTLY);
    await runsAfter(PERIOD_MS, 2);
    await end();
  });

  it('is no task that cannot say, whatever its period, and news do not hasten it', async () => {
    const pool = createPool(address(), 2, clock);
    const news = createNews(address(), silent);
    await vi.waitFor(() => expect(news.isListening()).toBe(true), PATIENTLY);
    const run = vi.fn(async () => {});
    const jobs = startJobs({ ...common, pool, news }, [{ ...taskOf(run, SLEEP_MS), isOfEachProcess: true }]);
    const heard = vi.fn();
    news.hearAll(heard);
    news.tell([WORK]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENTLY);
    clock.move(SLEEP_MS - 1);
    expect(run).not.toHaveBeenCalled();
    clock.move(1);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), PATIENTLY);
    await jobs.stop();
    await news.close();
    await pool.end();
  });

  it('is no task whose work waits, and none that hears news while it is asked', async () => {
    const answers = [Promise.resolve(true), held()];
    const { news, runsAfter, end } = await asleep(async () => {
      const answer = answers.shift();
      if (answer === undefined || 'then' in answer) return (await answer) ?? false;
      await answer.done;
      return false;
    });
    const late = answers[1] as ReturnType<typeof held>;
    await runsAfter(PERIOD_MS, 1);
    await runsAfter(PERIOD_MS, 2);
    const heard = vi.fn();
    news.hearAll(heard);
    news.tell([WORK]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENTLY);
    late.letGo();
    await new Promise((resolve) => setImmediate(resolve));
    await runsAfter(PERIOD_MS, 3);
    await end();
  });
});
