/** Look-ups of the keys and tokens that strangers present. Unknown ones are bounded: they cost the database little. */
import { createHash } from 'node:crypto';
import { UNKNOWN_KEYS_PER_ADDRESS_AND_MINUTE, UNKNOWN_USES_PER_KEY_AND_MINUTE } from '@svc/contract/limits';
import { LRUCache } from 'lru-cache';
import { limitedAddress } from '../addresses/index.ts';
import type { Clock } from '../clock/index.ts';
import { ApiError } from '../errors/index.ts';
import { processWindow } from './process-window.ts';
import { createTurns } from './turns.ts';

/** A secret that was found lately is looked up without a limit. */
const KNOWN_MAX = 50_000;
/** Per address, for secrets that are not known. */
const LOOK_UPS = { atOnceMax: 2, waitingPerKeyMax: 100, waitingMax: 1_000, retryAfterSeconds: 1 };

interface Presented {
  /** The client's address; IPv6 counts by its /64. */
  address: string;
  secret: string;
}

export interface LookUps {
  /**
   * Looks the secret up; null means unknown, and counts. An answer is never kept: a key may be a moment old.
   * @throws ApiError 429 without a look-up, after too many unknown ones; 503 while too many wait
   */
  find<Result>(presented: Presented, lookUp: () => Promise<Result | null>): Promise<Result | null>;
}

export function createLookUps(clock: Clock): LookUps {
  // It grows: `max` would take the memory of all entries at the start.
  const known = new LRUCache<string, true>({ maxSize: KNOWN_MAX, sizeCalculation: () => 1 });
  const ofSecrets = processWindow(UNKNOWN_USES_PER_KEY_AND_MINUTE);
  const ofAddresses = processWindow(UNKNOWN_KEYS_PER_ADDRESS_AND_MINUTE);
  const turns = createTurns(LOOK_UPS);

  function refuseMore(digest: string, from: string): void {
    const nowMs = clock.nowMs();
    const retryAfterSeconds = Math.max(ofSecrets.waitFor(digest, nowMs), ofAddresses.waitFor(from, nowMs));
    if (retryAfterSeconds === 0) return;
    const message = 'Too many unknown keys or sessions came from this address; wait as long as `Retry-After` says.';
    throw new ApiError('rate_limited', { message, retryAfterSeconds });
  }

  return {
    async find({ address, secret }, lookUp) {
      const digest = createHash('sha256').update(secret).digest('base64');
      if (known.has(digest)) {
        const found = await lookUp();
        if (found === null) known.delete(digest);
        return found;
      }
      const from = limitedAddress(address);
      refuseMore(digest, from);
      return await turns.run(from, async () => {
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
    },
  };
}
