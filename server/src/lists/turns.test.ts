/** Guarantee: never more turns of a key at once than its bound, and the line behind them is bounded too. */
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('refuses beyond its bound, for each key by itself, until a turn ends', async () => {
  const turns = createTurns(2);
  const ends = [await turns.take('a'), await turns.take('a')];
  expect(await turns.take('a')).toBeNull();
  expect(await turns.take('b')).not.toBeNull();
  ends[0]?.();
  ends[0]?.();
  expect(await turns.take('a')).not.toBeNull();
  expect(await turns.take('a')).toBeNull();
});

it('hands a turn to who waits longest, and refuses whom the line has no room for', async () => {
  const turns = createTurns(1, 2);
  const order: string[] = [];
  const end = await turns.take('a');
  const first = turns.take('a').then((ended) => [order.push('first'), ended?.()]);
  const second = turns.take('a').then((ended) => [order.push('second'), ended?.()]);
  expect(await turns.take('a')).toBeNull();
  expect(order).toEqual([]);
  end?.();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  const again = await turns.take('a');
  expect(again).not.toBeNull();
});
