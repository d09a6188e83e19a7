// SPDX-License-Identifier: Apache-2.0
/** How often each policy determined a decision in the last days: sums by day, kept for some seconds. */
import { POLICY_HITS_DAYS } from '@svc/contract';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

const DAY_MS = 86_400_000;
/** A page of the list asks for them all, and so does the next page. */
const KEPT_MS = 15_000;
const ORGANIZATIONS_MAX = 100;

/** Decisions of each of the last days of UTC, the oldest first, by the id of the policy. */
export type PolicyHits = ReadonlyMap<string, readonly number[]>;

export interface PolicyHitsReader {
  /** The figures are some seconds behind. Policies without a decision are left out. */
  of(organizationId: string): Promise<PolicyHits>;
}

export function createPolicyHits(pool: pg.Pool): PolicyHitsReader {
  const kept = new LRUCache<string, PolicyHits>({
    max: ORGANIZATIONS_MAX,
    ttl: KEPT_MS,
    fetchMethod: (organizationId) => readHits(pool, organizationId, pool.clock.nowMs()),
  });
  return {
    async of(organizationId) {
      return (await kept.fetch(organizationId)) ?? new Map();
    },
  };
}

/** As many zeros as there are days. */
export const NO_HITS: readonly number[] = Object.freeze(new Array<number>(POLICY_HITS_DAYS).fill(0));

async function readHits(pool: pg.Pool, organizationId: string, nowMs: number): Promise<PolicyHits> {
  const firstDay = Math.floor(nowMs / DAY_MS) - POLICY_HITS_DAYS + 1;
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ id: string; day: number; decisions: number }>(SELECT_HITS, [
      organizationId,
      new Date(firstDay * DAY_MS),
    ]),
  );
  const hits = new Map<string, number[]>();
  for (const { id, day, decisions } of rows) {
    const days = hits.get(id) ?? [...NO_HITS];
    hits.set(id, days);
    // Clocks may differ: a decision of tomorrow counts as one of today.
    const place = Math.min(day - firstDay, POLICY_HITS_DAYS - 1);
    days[place] = (days[place] ?? 0) + decisions;
  }
  return hits;
}

/** One range of the primary key. */
const SELECT_HITS = `
  SELECT code AS id, floor(extract(epoch FROM hour_at) / 86400)::int AS day, sum(events)::int AS decisions
  FROM svc.decision_code_hours
  WHERE organization_id = $1 AND sandbox = false AND grain = 'ALL' AND kind = 'DECIDER' AND hour_at >= $2
  GROUP BY 1, 2`;
