/** Guarantee: small requests wait for one large body at most, and the line of large ones is bounded. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiError } from '../errors/index.ts';
import { type BodyTurns, createBodyTurns } from './body-turns.ts';

const LARGE_BYTES = 100_000;
const READING_MS = 8;

it('lets small bodies pass at once', () => {
  const turns = createBodyTurns();
  expect(turns.take(0)).toBeNull();
  expect(turns.take(16_383)).toBeNull();
  expect(turns.take(16_384)).not.toBeNull();
});

it('lets large bodies pass one by one and in order, and leaves most of the time to others', async () => {
  const turns = createBodyTurns();
  const began: number[] = [];
  const read = (body: number) => {
    began[body] = performance.now();
    while (performance.now() - (began[body] ?? 0) < READING_MS);
  };
  const bodies = [0, 1, 2, 3].map(async (body) => {
    await turns.take(LARGE_BYTES);
    read(body);
  });
  expect(began).toEqual([]);
  await Promise.all(bodies);
  const pauses = began.slice(1).map((begin, body) => begin - (began[body] ?? 0) - READING_MS);
  // A timer may go off a millisecond early.
  for (const one of pauses) expect(one).toBeGreaterThanOrEqual(2 * READING_MS - 1);
});

it('lets a large body pass in the next turn when none was before it', async () => {
  const turns = createBodyTurns();
  let hasPassed = false;
  await pause(5);
  void turns.take(LARGE_BYTES)?.then(() => {
    hasPassed = true;
  });
  await turn();
  expect(hasPassed).toBe(true);
});

it('begins again after a pause', async () => {
  const turns = createBodyTurns();
  await turns.take(LARGE_BYTES);
  await pause(5);
  await expect(turns.take(LARGE_BYTES)).resolves.toBeUndefined();
});

it('refuses with 503 when too many wait, and then no longer', async () => {
  const turns = createBodyTurns();
  const taken = Array.from({ length: 1_000 }, async () => await turns.take(LARGE_BYTES));
  expect(() => turns.take(LARGE_BYTES)).toThrow(ApiError);
  expect(errorOf(turns)).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
  expect(turns.take(100)).toBeNull();
  await Promise.all(taken);
  await expect(turns.take(LARGE_BYTES)).resolves.toBeUndefined();
});

function errorOf(turns: BodyTurns): unknown {
  try {
    return turns.take(LARGE_BYTES);
  } catch (error) {
    return error;
  }
}
