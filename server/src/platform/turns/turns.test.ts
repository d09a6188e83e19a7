// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: small requests wait for one turn of long work at most, owners have their turns in rotation, and the line
 * is bounded.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors/index.ts';
import { createTurns, type Turns } from './turns.ts';

const WORKING_MS = 8;

describe('turns of which each takes as long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come one by one and in order, and leave two thirds of the time to others', async () => {
    const clock = { ms: 0 };
    const turns = createTurns(() => clock.ms);
    const began: number[] = [];
    for (const body of [0, 1, 2, 3]) {
      void turns.take('an organization').then(() => {
        began.push(body);
        clock.ms += WORKING_MS;
      });
    }
    expect(began).toEqual([]);
    for (const before of [[0], [0, 1], [0, 1, 2]]) {
      await settle();
      expect(began).toEqual(before);
      vi.advanceTimersByTime(2 * WORKING_MS - 1);
      await settle();
      expect(began).toEqual(before);
      vi.advanceTimersByTime(1);
    }
    await settle();
    expect(began).toEqual([0, 1, 2, 3]);
  });

  it('come again once the line is empty', async () => {
    const turns = createTurns(() => 0);
    await turns.take('an organization');
    await settle();
    vi.runAllTimers();
    await settle();
    const next = turns.take('an organization');
    await settle();
    await expect(next).resolves.toBeUndefined();
  });
});

/** Ends with all that is done at once. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

describe('turns', () => {
  it('come at once when none was before', async () => {
    const turns = createTurns();
    let hasPassed = false;
    void turns.take('an organization').then(() => {
      hasPassed = true;
    });
    await turn();
    expect(hasPassed).toBe(true);
  });

  it('rotate among owners: one that asks once does not wait for all of one that asks often', async () => {
    const turns = createTurns();
    const order: string[] = [];
    const ask = async (owner: string) => {
      await turns.take(owner);
      order.push(owner);
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('are refused with 503 to an owner of whom too many wait, and not to others', async () => {
    const turns = createTurns();
    const taken = Array.from({ length: 250 }, async () => await turns.take('a'));
    expect(errorOf(turns, 'a')).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
    expect(errorOf(turns, 'b')).toBeNull();
    await Promise.all(taken);
    await expect(turns.take('a')).resolves.toBeUndefined();
  });

  it('are given to one with few by one with most when too many wait in all', async () => {
    const turns = createTurns();
    const taken = Array.from({ length: 1_000 }, async (_, at) => await turns.take(`${at % 4}`));
    const outcomes = Promise.allSettled(taken);
    await expect(turns.take('new')).resolves.toBeUndefined();
    const refused = (await outcomes).filter((one) => one.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'unavailable', status: 503 } }]);
  });

  it('are refused with 503 when too many wait in all and nobody has more', () => {
    const turns = createTurns();
    for (let at = 0; at < 1_000; at += 1) void turns.take(`${at}`);
    expect(errorOf(turns, 'new')).toBeInstanceOf(ApiError);
  });
});

/** Steps that each take a millisecond of the given clock. */
function* steps(clock: { ms: number }, count: number, onStep: () => void = () => {}): Generator<void, string, void> {
  for (let step = 0; step < count; step += 1) {
    if (step > 0) yield;
    clock.ms += 1;
    onStep();
  }
  return 'done';
}

describe('steps', () => {
  it('end at once when they are few', () => {
    const clock = { ms: 0 };
    expect(createTurns(() => clock.ms).run('a', steps(clock, 2))).toBe('done');
  });

  it('leave the event loop after a few milliseconds, and come to their end', async () => {
    const clock = { ms: 0 };
    const perTurn: number[] = [0];
    const turns = createTurns(() => clock.ms);
    const running = turns.run(
      'a',
      steps(clock, 20, () => {
        perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + 1;
      }),
    );
    let isRunning = true;
    void Promise.resolve(running).finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      perTurn.push(0);
      await turn();
    }
    expect(await running).toBe('done');
    expect(perTurn.reduce((sum, one) => sum + one)).toBe(20);
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(3);
  });

  it('that are heavy wait for a turn from the first on', async () => {
    const clock = { ms: 0 };
    const running = createTurns(() => clock.ms).run('a', steps(clock, 1), true);
    expect(clock.ms).toBe(0);
    expect(await running).toBe('done');
  });

  it('of an owner that waits all wait for their turns', async () => {
    const clock = { ms: 0 };
    const turns = createTurns(() => clock.ms);
    const first = turns.run('a', steps(clock, 10));
    const second = turns.run('a', steps(clock, 1));
    expect(clock.ms).toBe(3);
    expect(turns.run('b', steps(clock, 1))).toBe('done');
    await expect(Promise.all([first, second])).resolves.toEqual(['done', 'done']);
  });

  it('hand on the error of a step, at once or later', async () => {
    const clock = { ms: 0 };
    const turns = createTurns(() => clock.ms);
    const failing = (at: number) =>
      steps(clock, 10, () => {
        if (clock.ms === at) throw new RangeError('a step failed');
      });
    expect(() => turns.run('a', failing(1))).toThrow(RangeError);
    clock.ms = 100;
    await expect(turns.run('a', failing(108))).rejects.toThrow(RangeError);
  });
});

function errorOf(turns: Turns, owner: string): unknown {
  try {
    void turns.take(owner);
    return null;
  } catch (error) {
    return error;
  }
}
