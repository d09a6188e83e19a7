/** Exact sliding windows over all processes, kept in the database: for rare and guarded routes. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ApiError } from '../errors/index.ts';

export interface RateRule {
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
    values: [bucket, rule.hitsMax, rule.windowSeconds],
  });
  const answer = rows[0];
  if (answer === undefined) throw new Error('the rate window answered nothing');
  if (!answer.admitted) throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(answer.wait)) });
}

/**
 * One statement, so that the row lock of the upsert makes it exact under any concurrency. The clock is the database's,
 * one for all processes. An array never grows beyond `hitsMax`.
 */
const HIT = `
  WITH hit AS (
    INSERT INTO svc.rate_windows AS w (bucket, hits, expires_at)
    VALUES ($1, ARRAY[clock_timestamp()], clock_timestamp() + make_interval(secs => $3))
    ON CONFLICT (bucket) DO UPDATE SET
      hits = ARRAY(SELECT h FROM unnest(w.hits) h WHERE h > clock_timestamp() - make_interval(secs => $3))
        || clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(secs => $3)
    WHERE (SELECT count(*) FROM unnest(w.hits) h WHERE h > clock_timestamp() - make_interval(secs => $3)) < $2::int
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM hit) AS admitted,
    COALESCE((
      SELECT extract(epoch FROM min(h) + make_interval(secs => $3) - clock_timestamp())
      FROM svc.rate_windows w, unnest(w.hits) h
      WHERE w.bucket = $1 AND h > clock_timestamp() - make_interval(secs => $3)
    ), $3)::float8 AS wait`;
