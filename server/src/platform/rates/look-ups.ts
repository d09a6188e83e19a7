// SPDX-License-Identifier: Apache-2.0
/** Look-ups of the keys and tokens that strangers present. Unknown ones are bounded: they cost the database little. */
import { createHash } from 'node:crypto';
import { UNKNOWN_KEYS_PER_ADDRESS_AND_MINUTE, UNKNOWN_USES_PER_KEY_AND_MINUTE } from '@svc/contract/limits';
import { LRUCache } from 'lru-cache';
import { limitedAddress } from '../addresses/index.ts';
import type { Clock } from '../clock/index.ts';
import { ApiError } from '../errors/index.ts';
import { busyFor, createSharedWork, SHARED_PLACES } from '../shares/index.ts';
import { processWindow } from './process-window.ts';

/** A secret that was found lately is looked up without a limit. */
const KNOWN_MAX = 50_000;
const RETRY_AFTER_SECONDS = 1;

interface Presented {
  /** The client's address; IPv6 counts by its /64. */
  address: string;
  secret: string;
}

export interface LookUps {
  /**
   * Looks the secret up; null means unknown, and counts. An answer is never kept: a key may be a moment old. While a
   * secret is looked up for the first time, other requests with it wait for that, however many they are.
   * @throws ApiError 429 without a look-up, after too many unknown ones; 503 while too many wait
   */
  find<Result>(presented: Presented, lookUp: () => Promise<Result | null>): Promise<Result | null>;
}

export function createLookUps(clock: Clock): LookUps {
  // It grows: `max` would take the memory of all entries at the start.
  const known = new LRUCache<string, true>({ maxSize: KNOWN_MAX, sizeCalculation: () => 1 });
  const ofSecrets = processWindow(UNKNOWN_USES_PER_KEY_AND_MINUTE);
  const ofAddresses = processWindow(UNKNOWN_KEYS_PER_ADDRESS_AND_MINUTE);
  const work = createSharedWork(SHARED_PLACES.lookUps, busyFor(RETRY_AFTER_SECONDS));
  /** Secrets that are being looked up for the first time, each with the end of that. */
  const first = new Map<string, Promise<unknown>>();

  function refuseMore(digest: string, from: string): void {
    const nowMs = clock.nowMs();
    const retryAfterSeconds = Math.max(ofSecrets.waitFor(digest, nowMs), ofAddresses.waitFor(from, nowMs));
    if (retryAfterSeconds === 0) return;
    const message = 'Too many unknown keys or sessions came from this address; wait as long as `Retry-After` says.';
    throw new ApiError('rate_limited', { message, retryAfterSeconds });
  }

  /** A look-up in a place of the address, which counts where it finds nothing. */
  async function lookUpFirst<Result>(digest: string, from: string, lookUp: () => Promise<Result | null>) {
    return await work.run(from, async () => {
      refuseMore(digest, from);
      const found = await lookUp();
      if (found !== null) known.set(digest, true);
      else {
        const nowMs = clock.nowMs();
        ofSecrets.hit(digest, nowMs);
        ofAddresses.hit(from, nowMs);
      }
      return found;
    });
  }

  return {
    async find({ address, secret }, lookUp) {
      const digest = createHash('sha256').update(secret).digest('base64');
      const from = limitedAddress(address);
      while (!known.has(digest)) {
        refuseMore(digest, from);
        const other = first.get(digest);
        if (other === undefined) {
          const own = lookUpFirst(digest, from, lookUp).finally(() => first.delete(digest));
          first.set(digest, own);
          return await own;
        }
        // All requests of one secret take one place, and a fault of the database is one for all of them.
        await other;
      }
      const found = await lookUp();
      if (found === null) known.delete(digest);
      return found;
    },
  };
}
