// SPDX-License-Identifier: Apache-2.0
/** Guarantee: unknown secrets of one address cost a bounded number of look-ups, and known ones are never refused. */
import { expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { createLookUps } from './index.ts';

function counted() {
  const clock = TestClock.standingAt(0);
  const lookUps = createLookUps(clock);
  const known = new Map([['good', 'found']]);
  let asked = 0;
  const find = async (secret: string, address = '192.0.2.1'): Promise<string | null> => {
    try {
      return await lookUps.find({ address, secret }, async () => {
        asked += 1;
        return known.get(secret) ?? null;
      });
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { clock, find, known, asked: () => asked };
}

it('looks up six hundred unknown secrets of an address in a minute, and then only what it knows', async () => {
  const { clock, find, asked } = counted();
  expect(await find('good')).toBe('found');
  for (let index = 0; index < 700; index += 1) {
    expect(await find(`unknown ${index}`)).toBe(index < 600 ? null : 'rate_limited');
  }
  expect(asked()).toBe(601);
  expect(await find('good')).toBe('found');
  expect(await find('unknown', '192.0.2.2')).toBeNull();
  clock.move('61s');
  expect(await find('unknown')).toBeNull();
});

it('takes an IPv6 network of 64 bits and every spelling of an IPv4 address for one', async () => {
  const { find } = counted();
  for (let index = 0; index < 600; index += 1) await find(`unknown ${index}`, `2001:db8:0:1::${index.toString(16)}`);
  expect(await find('another', '2001:db8:0:1:ffff::')).toBe('rate_limited');
  expect(await find('another', '2001:db8:0:2::')).toBeNull();
  for (let index = 0; index < 600; index += 1) await find(`unknown ${index}`, '::ffff:192.0.2.1');
  expect(await find('another', '192.0.2.1')).toBe('rate_limited');
});

it('looks up a secret that is repeated sixty times a minute, and leaves the rest of its address to others', async () => {
  const { find, asked } = counted();
  for (let index = 0; index < 5_000; index += 1) await find('wrong');
  expect(asked()).toBe(60);
  expect(await find('another')).toBeNull();
  expect(await find('good')).toBe('found');
});

it('holds the bound in a crowd that comes at once', async () => {
  const { find, asked } = counted();
  const answers: (string | null)[] = [];
  for (let round = 0; round < 20; round += 1) {
    const crowd = Array.from({ length: 100 }, (_, index) => find(`unknown ${round} ${index}`));
    answers.push(...(await Promise.all(crowd)));
  }
  expect(answers.filter((answer) => answer === null)).toHaveLength(asked());
  expect(asked()).toBeLessThanOrEqual(601);
});

it('keeps no answer: a secret is known as soon as it exists, and unknown as soon as it is gone', async () => {
  const { find, known } = counted();
  expect(await find('new')).toBeNull();
  known.set('new', 'found');
  expect(await find('new')).toBe('found');
  known.delete('new');
  expect(await find('new')).toBeNull();
});

it('answers every request of a crowd with one secret that is there, the first ones after a start too', async () => {
  const { find, asked } = counted();
  const crowd = Array.from({ length: 256 }, () => find('good'));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['found']));
  expect(asked()).toBe(256);
});

it('answers a crowd of different secrets from one address, beside one who presents unknown ones', async () => {
  const { find, known } = counted();
  for (let index = 0; index < 250; index += 1) known.set(`good ${index}`, 'found');
  const unknown = Array.from({ length: 100 }, (_, index) => find(`unknown ${index}`));
  const good = Array.from({ length: 250 }, (_, index) => find(`good ${index}`));
  expect(new Set(await Promise.all(good))).toEqual(new Set(['found']));
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([null]));
});

it('tells a fault to everybody who waits for the same look-up', async () => {
  const lookUps = createLookUps(TestClock.standingAt(0));
  let asked = 0;
  const failing = () =>
    lookUps.find({ address: '192.0.2.1', secret: 'one' }, async () => {
      asked += 1;
      throw new Error('the database is away');
    });
  const all = await Promise.allSettled([failing(), failing(), failing()]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
});
