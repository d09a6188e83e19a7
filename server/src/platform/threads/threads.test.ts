// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: jobs run beside the event loop in threads that are warm, and owners rotate. A job that takes too long is
 * ended, and too many are refused, while other jobs go on.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createThreads, type Threads, type ThreadsOptions, ThreadsRefused } from './index.ts';

type Job = { do: 'echo' | 'spin' | 'fill' | 'sleep' | 'fail'; text?: string };

/**
 * A computation for each kind of job. The one that fills the heap makes text, as ours do. V8 of Node 24 cannot end a
 * loop that only fills arrays: the process would end instead of the thread.
 */
const WORKER = `
'use strict';
const loading = import(${JSON.stringify(new URL('../../../dist/platform/threads/run-job.js', import.meta.url).href)});
const compute = (job) => {
  if (job.do === 'fail') throw new RangeError('a fault');
  if (job.do === 'spin') for (;;);
  if (job.do === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  if (job.do === 'fill') for (const all = []; ; ) all.push({ text: 'x' + all.length });
  return job.text;
};
module.exports = async (task) => (await loading).runJob(task, compute);
`;

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-threads-'));
  file = join(folder, 'worker.cjs');
  writeFileSync(file, WORKER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLACES = { atOnceMax: 2, keptMax: 0, perHolderMax: 1, waitingMax: 20, waitingPerHolderMax: 5 };

let threads: Threads<Job, string>;
const open = (options: Partial<ThreadsOptions<Job>> = {}) => {
  threads = createThreads<Job, string>({
    file,
    places: PLACES,
    withinMs: 60_000,
    processorMsMax: 200,
    heapMegabytesMax: 64,
    warmUp: { do: 'echo' },
    ...options,
  });
};
afterEach(() => threads.close());

const echo = (owner: string, text: string) => threads.run(owner, { do: 'echo', text });
const reasonOf = async (job: Promise<unknown>) =>
  await job.then(
    () => null,
    (error: unknown) => (error instanceof ThreadsRefused ? error.reason : error),
  );

describe('threads', () => {
  it('have started and worked when they are warm, and none starts for a job after that', async () => {
    open({ places: { ...PLACES, atOnceMax: 3 } });
    expect(threads.started()).toBe(0);
    await threads.warm();
    expect(threads.started()).toBe(3);
    await Promise.all(['a', 'b', 'c', 'd'].map((owner) => echo(owner, owner)));
    expect(threads.started()).toBe(3);
  });

  it('answer the result of a job, or its error', async () => {
    open();
    await expect(echo('a', 'result')).resolves.toBe('result');
    await expect(threads.run('a', { do: 'fail' })).rejects.toThrow('a fault');
    await expect(echo('a', 'again')).resolves.toBe('again');
  });

  it("end a job that takes more of the processor's time than it may, and others go on meanwhile", async () => {
    open();
    const spinning = reasonOf(threads.run('a', { do: 'spin' }));
    for (let count = 0; count < 10; count += 1) await expect(echo('b', `${count}`)).resolves.toBe(`${count}`);
    expect(await spinning).toBe('processor');
    await expect(echo('a', 'again')).resolves.toBe('again');
  });

  it('end a job that needs more memory than it may', async () => {
    open({ processorMsMax: 60_000 });
    expect(await reasonOf(threads.run('a', { do: 'fill' }))).toBe('processor');
    await expect(echo('a', 'again')).resolves.toBe('again');
  });

  it("do not take the start of a thread for the processor's time of its job", async () => {
    const slow = join(folder, 'slow.cjs');
    writeFileSync(slow, `const until = Date.now() + 1_000; while (Date.now() < until);\n${WORKER}`);
    open({ file: slow });
    await expect(echo('a', 'result')).resolves.toBe('result');
  });

  it.runIf(process.platform === 'linux')("do not take waiting for the processor's time", async () => {
    open({ withinMs: 1_000 });
    await threads.warm();
    expect(await reasonOf(threads.run('a', { do: 'sleep' }))).toBe('time');
  });

  it('run one job of an owner at a time, and so keep a thread free of it', async () => {
    open({ withinMs: 1_500, processorMsMax: 60_000 });
    await threads.warm();
    const sleeping = [1, 2, 3].map(() => reasonOf(threads.run('a', { do: 'sleep' })));
    expect(threads.waiting()).toBe(2);
    await expect(echo('b', 'meanwhile')).resolves.toBe('meanwhile');
    expect(await Promise.all(sleeping)).toEqual(['time', 'time', 'time']);
  });

  it('end what runs and what waits for a caller who has gone, and take the next', async () => {
    open({ processorMsMax: 60_000 });
    await threads.warm();
    const gone = new AbortController();
    const asked = { signal: gone.signal };
    const jobs = ['a', 'b', 'c'].map((owner) => reasonOf(threads.run(owner, { do: 'sleep' }, asked)));
    const next = echo('d', 'next');
    gone.abort();
    expect(await Promise.all(jobs)).toEqual(['gone', 'gone', 'gone']);
    await expect(next).resolves.toBe('next');
    expect(await reasonOf(threads.run('a', { do: 'echo' }, asked))).toBe('gone');
  });

  it('take a reserved job before those that wait', async () => {
    open({ places: { ...PLACES, atOnceMax: 1 } });
    await threads.warm();
    const order: string[] = [];
    const note = (owner: string, isReserved: boolean) =>
      threads.run(owner, { do: 'echo', text: owner }, { isReserved }).then((text) => order.push(text));
    await Promise.all([note('a', false), note('b', false), note('guard', true)]);
    expect(order).toEqual(['a', 'guard', 'b']);
  });

  it('refuse what is too much, of an owner or in all, and the waiting when they close', async () => {
    open({ places: { ...PLACES, waitingMax: 7 } });
    const jobs = ['a', 'a', 'a', 'a', 'a', 'a'].map((owner) => reasonOf(threads.run(owner, { do: 'sleep' })));
    expect(await reasonOf(echo('a', 'a'))).toBe('holder');
    jobs.push(...['b', 'b', 'b'].map((owner) => reasonOf(threads.run(owner, { do: 'sleep' }))));
    // The newest of the owner who has most makes room for one who has none.
    jobs.push(reasonOf(threads.run('c', { do: 'sleep' })));
    expect(await jobs[5]).toBe('all');
    expect(threads.waiting()).toBe(7);
    await threads.close();
    const ends = await Promise.all(jobs);
    expect(ends.filter((end) => end === 'all')).toHaveLength(8);
  });
});
