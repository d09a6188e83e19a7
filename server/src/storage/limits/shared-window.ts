// SPDX-License-Identifier: Apache-2.0
/** Exact sliding windows over all processes, kept in the database: for rare and guarded routes. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { HIT } from './window-rows.ts';

interface RateRule {
  /** Names the rule inside the bucket, so that two rules never share one. */
  name: string;
  hitsMax: number;
  windowSeconds: number;
}

/**
 * Counts a hit, or refuses it. A refused hit is not counted.
 * @param subject the limited key id, address or person
 * @throws ApiError 429 with the seconds until the oldest hit leaves the window
 */
export async function hitSharedWindow(pool: pg.Pool, rule: RateRule, subject: string): Promise<void> {
  const bucket = createHash('sha256').update(`${rule.name}\0${subject}`).digest();
  const { rows } = await pool.query<{ admitted: boolean; wait: number }>({
    name: 'svc_rate_window',
    text: HIT,
    values: [bucket, rule.hitsMax, rule.windowSeconds, pool.clock.now()],
  });
  const answer = rows[0];
  if (answer === undefined) throw new Error('the rate window answered nothing');
  if (answer.admitted) return;
  const waitSeconds = Math.min(rule.windowSeconds, Math.max(1, Math.ceil(answer.wait)));
  throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
}
