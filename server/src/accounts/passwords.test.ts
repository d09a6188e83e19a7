/** Guarantee: a sign-in with an unknown e-mail address costs the service the same work, beside the event loop. */
import * as argon2 from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPasswordCheck, hashPassword } from './index.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const actual = await original<typeof argon2>();
  return { ...actual, verify: vi.fn(actual.verify) };
});

beforeEach(() => {
  vi.mocked(argon2.verify).mockClear();
});

const PARAMETERS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

it('knows the password of a hash, in both Unicode spellings', async () => {
  const { verify } = createPasswordCheck();
  const hash = await hashPassword('senha-ção');
  expect(await verify(hash, 'senha-ção'.normalize('NFD'))).toBe(true);
  expect(await verify(hash, 'senha-cao')).toBe(false);
});

it('verifies against a hash with the same parameters when there is none', async () => {
  const { verify } = createPasswordCheck();
  expect(await verify(null, 'whatever it is')).toBe(false);
  expect(argon2.verify).toHaveBeenCalledTimes(1);
  const [hash] = vi.mocked(argon2.verify).mock.calls[0] ?? [];
  expect(hash).toMatch(PARAMETERS);
  expect(await hashPassword('x'.repeat(8))).toMatch(PARAMETERS);
  expect(String(hash).length).toBe((await hashPassword('x'.repeat(8))).length);
});

it('leaves the event loop free meanwhile', async () => {
  const { verify } = createPasswordCheck();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 20 }, () => verify(null, 'whatever it is')));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

it('refuses with 503 what would wait too long, and takes the next when those are done', async () => {
  const { verify } = createPasswordCheck();
  let finish = (_isRight: boolean) => {};
  const pending = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  vi.mocked(argon2.verify).mockImplementation(() => pending);
  const waiting = Array.from({ length: 256 }, () => verify(null, 'password'));
  await expect(verify(null, 'password')).rejects.toMatchObject({ code: 'unavailable' });
  finish(true);
  await Promise.all(waiting);
  expect(await verify(null, 'password')).toBe(false);
});
