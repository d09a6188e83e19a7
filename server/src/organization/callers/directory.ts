// SPDX-License-Identifier: Apache-2.0
/** Finds the organization of a presented key. A hash always means the same key, so the result may be cached. */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { createLookUps, type LookUps } from '../../platform/rates/index.ts';
import { queryAcross } from '../../storage/db/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';

interface KeyLocation {
  organizationId: string;
  apiKeyId: string;
}

export interface KeyDirectory {
  /**
   * @param address of the client
   * @returns null for an unknown key, which is looked up each time: it may be a moment old
   * @throws ApiError 429 after too many unknown keys from this address, 503 while too many are looked up
   */
  locate(keyHash: string, address: string): Promise<KeyLocation | null>;
}

const LOCATIONS_MAX = 50_000;

export function createKeyDirectory(
  pool: pg.Pool,
  { cacheHits, cacheMisses }: Metrics,
  lookUps: LookUps = createLookUps(pool.clock),
): KeyDirectory {
  // It grows: `max` would take the memory of all entries at the start.
  const locations = new LRUCache<string, KeyLocation>({ maxSize: LOCATIONS_MAX, sizeCalculation: () => 1 });
  return {
    async locate(keyHash, address) {
      const known = locations.get(keyHash);
      if (known !== undefined) {
        cacheHits.api_keys.add();
        return known;
      }
      cacheMisses.api_keys.add();
      // Another request may have found it meanwhile.
      const select = async () => locations.get(keyHash) ?? (await selectLocation(pool, keyHash));
      const location = await lookUps.find({ address, secret: keyHash }, select);
      if (location !== null) locations.set(keyHash, location);
      return location;
    },
  };
}

async function selectLocation(pool: pg.Pool, keyHash: string): Promise<KeyLocation | null> {
  const [row] = await queryAcross<{ organization_id: string; api_key_id: string }>(
    pool,
    ['api_key_directory'],
    SELECT_LOCATION,
    [Buffer.from(keyHash, 'hex')],
  );
  return row === undefined ? null : { organizationId: row.organization_id, apiKeyId: row.api_key_id };
}

/** One row at most; over all organizations, since the organization is the result. */
const SELECT_LOCATION = `
  SELECT organization_id, api_key_id FROM svc.api_key_directory WHERE key_hash = $1`;
