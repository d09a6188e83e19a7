// SPDX-License-Identifier: Apache-2.0
/** Moments that callers give, and the place of a moment in a chain of numbered rows. */

import { momentIn } from '../../platform/pagination/index.ts';
import type { Transaction } from '../db/index.ts';

/**
 * The moment of a filter, to the next whole millisecond; null when the filter is not given.
 * @throws ApiError 400 for a text that is no moment with its zone
 */
export function momentOf(field: 'from' | 'to', text: string | undefined): Date | null {
  return text === undefined ? null : new Date(Math.ceil(momentIn(field, text)));
}

/**
 * The numbers of the audit entries around a moment: the last one before it, and the first one at or after it. They are
 * found by halving, in about forty look-ups however long the chain is. Entries are numbered as they commit, so the
 * times of neighbours may be exchanged: callers leave room on both sides.
 */
export async function numbersAround(
  transaction: Transaction,
  organizationId: string,
  moment: Date,
): Promise<{ below: number; above: number }> {
  const [row] = await transaction.query<{ below: number; above: number }>(HALVE, [organizationId, moment]);
  return row ?? { below: 0, above: Number.MAX_SAFE_INTEGER };
}

/**
 * The middle is a column. Behind row-level security PostgreSQL 15.20 looks up no sum of outer columns by an index,
 * since its operator is not leakproof.
 * An archived entry counts with the latest time of its bundle, which is 255 numbers away at most.
 */
const HALVE = `
  WITH RECURSIVE halves AS (
    SELECT 0::bigint AS below, h.audit_seq + 1 AS above, (h.audit_seq + 1) / 2 AS middle,
      ((h.audit_seq + 1) / 2 - 1) / 256 AS bundle
    FROM svc.organization_heads h WHERE h.organization_id = $1
    UNION ALL
    SELECT n.below, n.above, (n.below + n.above) / 2, ((n.below + n.above) / 2 - 1) / 256
    FROM halves s, LATERAL (
      SELECT at FROM svc.audit_entries WHERE organization_id = $1 AND seq = s.middle
      UNION ALL
      SELECT last_at FROM svc.audit_archive_nodes WHERE organization_id = $1 AND level = 1 AND number = s.bundle
      LIMIT 1
    ) AS e, LATERAL (
      SELECT CASE WHEN e.at < $2 THEN s.middle ELSE s.below END AS below,
        CASE WHEN e.at < $2 THEN s.above ELSE s.middle END AS above
    ) AS n
    WHERE s.above - s.below > 1
  )
  SELECT below, above FROM halves ORDER BY above - below LIMIT 1`;
