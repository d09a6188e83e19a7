// SPDX-License-Identifier: Apache-2.0
/** The statements on sliding windows, which all processes share. */

/**
 * One statement, so that the row lock of the upsert makes it exact under any concurrency. `$4` is the
 * moment. An array never grows beyond `hitsMax`.
 */
export const HIT = `
  WITH hit AS (
    INSERT INTO svc.rate_windows AS w (bucket, hits, expires_at)
    VALUES ($1, ARRAY[$4::timestamptz], $4::timestamptz + make_interval(secs => $3))
    ON CONFLICT (bucket) DO UPDATE SET
      hits = ARRAY(SELECT h FROM unnest(w.hits) h WHERE h > $4::timestamptz - make_interval(secs => $3))
        || $4::timestamptz,
      expires_at = $4::timestamptz + make_interval(secs => $3)
    WHERE (SELECT count(*) FROM unnest(w.hits) h WHERE h > $4::timestamptz - make_interval(secs => $3)) < $2::int
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM hit) AS admitted,
    COALESCE((
      SELECT extract(epoch FROM min(h) + make_interval(secs => $3) - $4::timestamptz)
      FROM svc.rate_windows w, unnest(w.hits) h
      WHERE w.bucket = $1 AND h > $4::timestamptz - make_interval(secs => $3)
    ), $3)::float8 AS wait`;

const live = (times: string, now: string) =>
  `ARRAY(SELECT t FROM unnest(${times}) t WHERE t > ${now}::timestamptz - make_interval(secs => $2) ORDER BY t)`;

/** One place fewer; times that are equal stand for each other. */
const without = (at: string) => `CASE WHEN array_position(w.pending, ${at}) IS NULL THEN w.pending
  ELSE w.pending[:array_position(w.pending, ${at}) - 1] || w.pending[array_position(w.pending, ${at}) + 1:] END`;

/** Locked by the upsert, so that it is exact under any concurrency. `$5` is the moment. */
export const TAKE = `
  WITH taken AS (
    INSERT INTO svc.rate_windows AS w (bucket, hits, pending, expires_at)
    VALUES ($1, '{}', ARRAY[$5::timestamptz], $5::timestamptz + make_interval(secs => $2))
    ON CONFLICT (bucket) DO UPDATE SET
      hits = ${live('w.hits', '$5')},
      pending = ${live('w.pending', '$5')} || $5::timestamptz,
      expires_at = $5::timestamptz + make_interval(secs => $2)
    WHERE cardinality(${live('w.hits || w.pending', '$5')}) < $3::int
    RETURNING w.pending[cardinality(w.pending)]::text AS at
  ), failed AS (
    SELECT t FROM svc.rate_windows w, unnest(w.hits) t
    WHERE w.bucket = $1 AND t > $5::timestamptz - make_interval(secs => $2)
    UNION ALL
    SELECT t FROM svc.rate_windows w, unnest(w.pending) t
    WHERE w.bucket = $1 AND t > $5::timestamptz - make_interval(secs => $2)
      AND t <= $5::timestamptz - make_interval(secs => $4)
  )
  SELECT (SELECT at FROM taken) AS at, (SELECT count(*) FROM failed)::int AS failures,
    COALESCE((SELECT extract(epoch FROM min(t) + make_interval(secs => $2) - $5::timestamptz) FROM failed), 1)::float8
      AS wait`;

/** The arrays hold the newest times only, as many as the limit: beyond it their number makes no difference. */
export const TAKE_ANY = `
  INSERT INTO svc.rate_windows AS w (bucket, hits, pending, expires_at)
  VALUES ($1, '{}', ARRAY[$4::timestamptz], $4::timestamptz + make_interval(secs => $2))
  ON CONFLICT (bucket) DO UPDATE SET
    hits = ${live('w.hits', '$4')},
    pending = (
      SELECT p[greatest(1, cardinality(p) - $3::int + 1):] FROM (SELECT ${live('w.pending', '$4')} AS p) places
    ) || $4::timestamptz,
    expires_at = $4::timestamptz + make_interval(secs => $2)
  RETURNING pending[cardinality(pending)]::text AS at, cardinality(hits) + cardinality(pending) > $3::int AS is_beyond`;

/** Also into a window that was lost: the table does not outlive a crash of PostgreSQL. */
export const FAIL = `
  INSERT INTO svc.rate_windows AS w (bucket, hits, expires_at)
  VALUES ($1, ARRAY[$5::timestamptz], $5::timestamptz + make_interval(secs => $2))
  ON CONFLICT (bucket) DO UPDATE SET
    hits = (SELECT h[greatest(1, cardinality(h) - $4::int + 2):] FROM (SELECT ${live('w.hits', '$5')} AS h) failures)
      || $5::timestamptz,
    pending = ${without('$3::timestamptz')},
    expires_at = $5::timestamptz + make_interval(secs => $2)`;

export const FREE = `
  UPDATE svc.rate_windows w SET pending = ${without('$2::timestamptz')} WHERE bucket = $1`;
