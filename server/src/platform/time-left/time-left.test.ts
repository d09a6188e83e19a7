// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the steps of a request share one time. Work that is late goes on, and its fault ends nothing. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeLeft } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REFUSED = { code: 'unavailable', status: 503 };

interface Step {
  work: Promise<string>;
  end(): void;
  fail(error: Error): void;
}

function step(): Step {
  const made: Partial<Step> = {};
  made.work = new Promise<string>((resolve, reject) => {
    made.end = () => resolve('done');
    made.fail = reject;
  });
  return made as Step;
}

it('gives each step what is left, and 503 past it', async () => {
  const time = new TimeLeft(1_000);
  const first = step();
  const answered = time.within(first.work);
  await vi.advanceTimersByTimeAsync(600);
  first.end();
  expect(await answered).toBe('done');
  const second = expect(time.within(step().work)).rejects.toMatchObject(REFUSED);
  await vi.advanceTimersByTimeAsync(400);
  await second;
  const third = expect(time.within(step().work)).rejects.toMatchObject(REFUSED);
  await vi.advanceTimersByTimeAsync(1);
  await third;
});

it('does not count what happens between the steps', async () => {
  const time = new TimeLeft(1_000);
  await vi.advanceTimersByTimeAsync(5_000);
  const only = step();
  const answered = time.within(only.work);
  await vi.advanceTimersByTimeAsync(900);
  only.end();
  expect(await answered).toBe('done');
});

it('lets late work end, whatever becomes of it', async () => {
  const late = step();
  const refused = expect(new TimeLeft(1_000).within(late.work)).rejects.toMatchObject(REFUSED);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  late.fail(new Error('too late to be heard'));
  await expect(late.work).rejects.toThrow('too late');
});

it('passes the error of a step on', async () => {
  await expect(new TimeLeft().within(Promise.reject(new RangeError('its own')))).rejects.toThrow('its own');
});
