// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: few look-ups run at once, because each costs a thread. A bounded number wait, and no text of a resolver
 * comes out.
 */
import { expect, it, vi } from 'vitest';
import { LOOKUPS_WAITING_MAX, RESOLVED_ADDRESSES_MAX } from './limits.ts';
import { sharedResolver } from './resolve.ts';

const AT_ONCE = 2;

it('runs few look-ups at once, lets a bounded number wait, and tells the others at once', async () => {
  const ends: (() => void)[] = [];
  const resolve = sharedResolver((host) => new Promise((end) => ends.push(() => end([host]))), AT_ONCE);
  const all = Array.from({ length: AT_ONCE + LOOKUPS_WAITING_MAX }, (_, at) => resolve(`h${at}.test`));
  await expect(resolve('one-more.test')).rejects.toMatchObject({ code: 'busy' });
  let most = 0;
  for (let ended = 0; ended < all.length; ended += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0), { interval: 1 });
    most = Math.max(most, ends.length);
    ends.shift()?.();
  }
  expect(await Promise.all(all)).toEqual(all.map((_, at) => [`h${at}.test`]));
  expect(most).toBe(AT_ONCE);
});

it('takes no answer of more addresses than are checked, and none that is empty or fails', async () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, at) => `192.0.2.${at}`);
  expect(await sharedResolver(async () => addresses(RESOLVED_ADDRESSES_MAX), AT_ONCE)('a.test')).toHaveLength(
    RESOLVED_ADDRESSES_MAX,
  );
  for (const resolver of [
    async () => addresses(RESOLVED_ADDRESSES_MAX + 1),
    async () => [],
    () => Promise.reject(new Error('ENOTFOUND secret.test')),
  ]) {
    await expect(sharedResolver(resolver, AT_ONCE)('a.test')).rejects.toMatchObject({
      code: 'dns_failure',
      message: 'DNS failure',
    });
  }
});
