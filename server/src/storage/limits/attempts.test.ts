// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: failed attempts are counted exactly over all processes, right ones never, and an account is slowed down by
 * attempts from everywhere, but never locked.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../connections/index.ts';
import { type Attempts, createAttempts } from './index.ts';

const LIMITS = {
  name: 'test',
  windowSeconds: 900,
  failuresPerAccountAndAddress: 10,
  failuresPerAddress: 30,
  failuresPerAccountAndHour: 20,
  failuresPerHour: 200,
  delaySeconds: 2,
};
const DELAY_MS = 2_000;

let database: TestDatabase;
let pools: pg.Pool[];
/** One for each process. */
let processes: Attempts[];
let pauses: number[];
/** Tells of each attempt that has ended. */
const ends = new EventEmitter().setMaxListeners(0);
const clock = TestClock.standingAt(Date.now());
beforeAll(async () => {
  database = await openEmptyDatabase();
  pools = Array.from({ length: 3 }, () => createPool({ connectionString: database.connectionString }, 5, clock));
});
beforeEach(async () => {
  await pools[0]?.query('DELETE FROM svc.rate_windows');
  pauses = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    // The delay of an answer is skipped. Who meets a crowd asks again when one of it has ended, at the latest after `ms`.
    await (ms === DELAY_MS ? new Promise(setImmediate) : Promise.race([wait(ms), once(ends, 'end')]));
  };
  processes = pools.map((pool) => createAttempts(pool, pause));
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

const delays = () => pauses.filter((ms) => ms === DELAY_MS).length;

async function attempt(index: number, account: string, address: string, isRight = false): Promise<string> {
  const on = processes[index % processes.length] as Attempts;
  try {
    const result = await on.run(LIMITS, { account, address }, async () => (isRight ? 'in' : null));
    return result ?? 'wrong';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    ends.emit('end');
  }
}

function sums(answers: string[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const answer of answers) sum[answer] = (sum[answer] ?? 0) + 1;
  return sum;
}

async function all(count: number, one: (index: number) => Promise<string>): Promise<Record<string, number>> {
  return sums(await Promise.all(Array.from({ length: count }, (_, index) => one(index))));
}

describe('failures', () => {
  it('of one account from one address are ten, at once and on three processes, and then nothing is judged', async () => {
    expect(await all(40, (index) => attempt(index, 'ana', '192.0.2.1'))).toEqual({ wrong: 10, rate_limited: 30 });
    expect(await attempt(0, 'ana', '192.0.2.1', true)).toBe('rate_limited');
    expect(await attempt(0, 'ana', '192.0.2.2', true)).toBe('in');
    expect(await attempt(0, 'bia', '192.0.2.1', true)).toBe('in');
  });

  it('of one address are thirty, whatever the accounts', async () => {
    const answers = await all(50, (index) => attempt(index, `person ${index}`, '192.0.2.1'));
    expect(answers).toEqual({ wrong: 30, rate_limited: 20 });
  });

  it('of one /64 are those of one address, and so are those of one IPv4 address in every spelling', async () => {
    const spellings = ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'];
    const ofIpv4 = await all(16, (index) => attempt(index, 'ana', spellings[index % 4] as string));
    expect(ofIpv4).toEqual({ wrong: 10, rate_limited: 6 });
    const ofNetwork = await all(16, (index) => attempt(index, 'bia', `2001:DB8:0:1:${index + 1}::${index}`));
    expect(ofNetwork).toEqual({ wrong: 10, rate_limited: 6 });
    expect(await attempt(0, 'bia', '2001:db8:0:2::1', true)).toBe('in');
  });

  it('leave one after the other, and the wait is until the first', async () => {
    await attempt(0, 'ana', '192.0.2.1');
    clock.move('800s');
    await all(9, (index) => attempt(index, 'ana', '192.0.2.1'));
    const refused = (processes[0] as Attempts).run(LIMITS, { account: 'ana', address: '192.0.2.1' }, async () => null);
    const error = await refused.catch((thrown: { retryAfterSeconds: number }) => thrown);
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
    expect(error?.retryAfterSeconds).toBeLessThanOrEqual(100);
    clock.move('100s');
    expect(await all(3, (index) => attempt(index, 'ana', '192.0.2.1'))).toEqual({ wrong: 1, rate_limited: 2 });
  });
});

describe('what is no failure', () => {
  it('never counts: a hundred right attempts at once, and then ten wrong ones', async () => {
    expect(await all(100, (index) => attempt(index, 'ana', '192.0.2.1', true))).toEqual({ in: 100 });
    expect(await all(12, (index) => attempt(index, 'ana', '192.0.2.1'))).toEqual({ wrong: 10, rate_limited: 2 });
    expect(delays()).toBe(0);
  });

  it('takes no failure away', async () => {
    await all(9, (index) => attempt(index, 'ana', '192.0.2.1'));
    expect(await attempt(0, 'ana', '192.0.2.1', true)).toBe('in');
    expect(await all(2, (index) => attempt(index, 'ana', '192.0.2.1'))).toEqual({ wrong: 1, rate_limited: 1 });
  });

  it('is an attempt that could not be judged', async () => {
    const broken = async () => {
      throw new Error('no database');
    };
    for (let tried = 0; tried < 12; tried += 1) {
      const run = (processes[0] as Attempts).run(LIMITS, { account: 'ana', address: '192.0.2.1' }, broken);
      await expect(run).rejects.toThrow('no database');
    }
    expect(await attempt(0, 'ana', '192.0.2.1')).toBe('wrong');
  });
});

it('counts an attempt whose process ended before it was judged as failed', async () => {
  const never = () => new Promise<null>(() => {});
  for (const on of processes) {
    for (let begun = 0; begun < 5; begun += 1) {
      on.run(LIMITS, { account: 'ana', address: '192.0.2.1' }, never).catch(() => {});
    }
  }
  // Each of the ten has a place in four windows: of the address, of the pair, of the account and of all.
  const pending = 'SELECT sum(cardinality(pending))::int AS places FROM svc.rate_windows';
  await expect.poll(async () => (await pools[0]?.query(pending))?.rows[0]?.places).toBe(40);
  clock.move('61s');
  const next = createAttempts(pools[0] as pg.Pool);
  const refused = next.run(LIMITS, { account: 'ana', address: '192.0.2.1' }, async () => 'in');
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
});

describe('an account that is attacked from everywhere', () => {
  it.each(['a known', 'an unknown'])(
    'is answered later, right or wrong, and is never locked: %s one',
    async (account) => {
      expect(await all(20, (index) => attempt(index, account, `198.51.100.${index}`))).toEqual({ wrong: 20 });
      expect(delays()).toBe(0);
      expect(await all(15, (index) => attempt(index, account, `203.0.113.${index}`))).toEqual({ wrong: 15 });
      expect(delays()).toBe(15);
      expect(await attempt(0, account, '192.0.2.1', true)).toBe('in');
      expect(delays()).toBe(16);
      expect(await attempt(0, 'another', '192.0.2.1')).toBe('wrong');
      expect(delays()).toBe(16);
    },
  );

  it('is slowed down in the middle of a crowd too: attempts under way count', async () => {
    expect(await all(60, (index) => attempt(index, 'ana', `198.51.100.${index}`))).toEqual({ wrong: 60 });
    expect(delays()).toBeGreaterThanOrEqual(40);
  });

  it('is answered at once again when the failures are an hour old', async () => {
    await all(25, (index) => attempt(index, 'ana', `198.51.100.${index}`));
    const before = delays();
    clock.move('1h');
    expect(await attempt(0, 'ana', '192.0.2.1', true)).toBe('in');
    expect(delays()).toBe(before);
  });
});

it('answers everybody later, and refuses nobody, after too many failures of all accounts', async () => {
  const at = (index: number) => `198.51.${index >> 8}.${index & 255}`;
  expect(await all(200, (index) => attempt(index, `account ${index}`, at(index)))).toEqual({ wrong: 200 });
  expect(delays()).toBe(0);
  expect(await attempt(0, 'ana', '192.0.2.1', true)).toBe('in');
  expect(await attempt(0, 'bia', '192.0.2.2')).toBe('wrong');
  expect(delays()).toBe(2);
});

it('keeps no more times than the limits need', async () => {
  await all(60, (index) => attempt(index, 'ana', `198.51.100.${index}`));
  const sizes = await pools[0]?.query(
    'SELECT max(cardinality(hits)) AS hits, max(cardinality(pending)) AS pending FROM svc.rate_windows',
  );
  expect(sizes?.rows[0]).toEqual({ hits: 60, pending: 0 });
  const ofAccount = 'SELECT count(*)::int AS windows FROM svc.rate_windows WHERE cardinality(hits) = 20';
  expect((await pools[0]?.query(ofAccount))?.rows).toEqual([{ windows: 1 }]);
});

it('keeps names, accounts and addresses apart, however they are cut', async () => {
  await all(10, (index) => attempt(index, 'ana', '192.0.2.1'));
  const other = { ...LIMITS, name: 'other' };
  const run = (processes[0] as Attempts).run(other, { account: 'ana', address: '192.0.2.1' }, async () => 'in');
  expect(await run).toBe('in');
  expect(await attempt(0, '192.0.2.1\0ana', '192.0.2.1', true)).toBe('in');
});
