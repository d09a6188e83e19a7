/** Small requests wait for one large body at most, and a line of large ones has an end. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { type BodyTurns, createBodyTurns } from './body-turns.ts';

const LARGE_BYTES = 100_000;

it('lets small bodies pass at once', () => {
  const turns = createBodyTurns();
  expect(turns.take(0)).toBeNull();
  expect(turns.take(16_383)).toBeNull();
  expect(turns.take(16_384)).not.toBeNull();
});

it('lets one large body a turn of the event loop pass, in the order in which they came', async () => {
  const turns = createBodyTurns();
  const passed: number[] = [];
  for (const body of [0, 1, 2, 3, 4]) void turns.take(LARGE_BYTES)?.then(() => passed.push(body));
  expect(passed).toEqual([]);
  for (let count = 0; passed.length < 5; count += 1) {
    expect(count).toBeLessThan(20);
    const before = passed.length;
    await turn();
    expect(passed.length - before).toBeLessThanOrEqual(1);
  }
  expect(passed).toEqual([0, 1, 2, 3, 4]);
});

it('begins again after a pause', async () => {
  const turns = createBodyTurns();
  await turns.take(LARGE_BYTES);
  await turn();
  await turn();
  await expect(turns.take(LARGE_BYTES)).resolves.toBeUndefined();
});

it('refuses with 503 when too many wait, and then no longer', async () => {
  const turns = createBodyTurns();
  const taken = Array.from({ length: 1_000 }, async () => await turns.take(LARGE_BYTES));
  expect(() => turns.take(LARGE_BYTES)).toThrow(Refusal);
  expect(refusalOf(turns)).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
  expect(turns.take(100)).toBeNull();
  await Promise.all(taken);
  await expect(turns.take(LARGE_BYTES)).resolves.toBeUndefined();
});

function refusalOf(turns: BodyTurns): unknown {
  try {
    return turns.take(LARGE_BYTES);
  } catch (error) {
    return error;
  }
}
