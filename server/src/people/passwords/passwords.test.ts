// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a sign-in with an unknown e-mail address costs the service the same work, beside the event loop. */
import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Client } from '../activity/index.ts';
import { createPasswords, hashPassword } from './index.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const actual = await original<typeof argon2>();
  return { ...actual, verify: vi.fn(actual.verify) };
});

beforeEach(() => {
  vi.mocked(argon2.verify).mockClear();
});

const from = (address: string): Client => ({
  address,
  userAgent: undefined,
  acceptLanguage: undefined,
  device: null,
});
const HERE = from('192.0.2.1');

const PARAMETERS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

it('knows the password of a hash, in both Unicode spellings', async () => {
  const { verify } = createPasswords();
  const hash = await hashPassword('senha-ção');
  expect(await verify(hash, 'senha-ção'.normalize('NFD'), HERE, false)).toBe(true);
  expect(await verify(hash, 'senha-cao', HERE, false)).toBe(false);
});

it('verifies against a hash with the same parameters when there is none', async () => {
  const { verify } = createPasswords();
  expect(await verify(null, 'whatever it is', HERE, false)).toBe(false);
  expect(argon2.verify).toHaveBeenCalledTimes(1);
  const [hash] = vi.mocked(argon2.verify).mock.calls[0] ?? [];
  expect(hash).toMatch(PARAMETERS);
  expect(await hashPassword('x'.repeat(8))).toMatch(PARAMETERS);
  expect(String(hash).length).toBe((await hashPassword('x'.repeat(8))).length);
});

it('leaves the event loop free meanwhile', async () => {
  const { verify } = createPasswords();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 20 }, () => verify(null, 'whatever it is', HERE, false)));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

it('checks few at once, refuses with 503 what would wait too long, and takes the next when those are done', async () => {
  const { verify } = createPasswords();
  let finish = (_isRight: boolean) => {};
  const pending = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  vi.mocked(argon2.verify).mockImplementation(() => pending);
  const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
  const stranger = (at: number) => verify(null, 'password', from(`198.51.${at >> 8}.${at & 255}`), false);
  const waiting = Array.from({ length: atOnce + 500 }, (_, at) => stranger(at));
  await expect(stranger(65_000)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
  // Strangers from everywhere do not delay a browser that the account knows.
  waiting.push(verify(null, 'password', HERE, true));
  expect(argon2.verify).toHaveBeenCalledTimes(atOnce);
  finish(true);
  await Promise.all(waiting);
  expect(await verify(null, 'password', HERE, false)).toBe(false);
});

it('lets no address fill the line: another one takes the place of its newest check', async () => {
  const { verify } = createPasswords();
  let finish = (_isRight: boolean) => {};
  const pending = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  vi.mocked(argon2.verify).mockImplementation(() => pending);
  const crowd = Array.from({ length: 1_000 }, () => verify(null, 'password', HERE, false));
  const ends = Promise.allSettled(crowd);
  const other = verify(null, 'password', from('198.51.100.1'), false);
  finish(true);
  expect(await other).toBe(false);
  const refused = (await ends).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(890);
});
