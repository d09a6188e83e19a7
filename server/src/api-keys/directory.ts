/** Finds the organization of a presented key. A hash always means the same key, so the result may be cached. */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Metrics } from '../metrics/index.ts';

interface KeyLocation {
  organizationId: string;
  apiKeyId: string;
}

export interface KeyDirectory {
  /** @returns null for an unknown key, which is looked up each time: it may be a moment old */
  locate(keyHash: string): Promise<KeyLocation | null>;
}

const LOCATIONS_MAX = 50_000;

export function createKeyDirectory(pool: pg.Pool, { cacheHits, cacheMisses }: Metrics): KeyDirectory {
  const locations = new LRUCache<string, KeyLocation>({ max: LOCATIONS_MAX });
  return {
    async locate(keyHash) {
      const known = locations.get(keyHash);
      if (known !== undefined) {
        cacheHits.api_keys.add();
        return known;
      }
      cacheMisses.api_keys.add();
      const { rows } = await pool.query<{ organization_id: string; api_key_id: string }>({
        name: 'svc_key_directory',
        text: SELECT_LOCATION,
        values: [Buffer.from(keyHash, 'hex')],
      });
      const row = rows[0];
      if (row === undefined) return null;
      const location = { organizationId: row.organization_id, apiKeyId: row.api_key_id };
      locations.set(keyHash, location);
      return location;
    },
  };
}

/** One row at most; outside row-level security, since the organization is the result. */
const SELECT_LOCATION = `
  SELECT organization_id, api_key_id FROM svc.api_key_directory WHERE key_hash = $1`;
