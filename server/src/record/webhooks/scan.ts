// SPDX-License-Identifier: Apache-2.0
/** Finds endpoints with due deliveries: those due for a retry, and those that a dead process left behind. */
import type pg from 'pg';
import { queryAcross } from '../../storage/db/index.ts';
import { ENDPOINTS_PER_SCAN } from './limits.ts';

/** Scanned over all organizations. */
const TABLES = ['webhook_outbox'];
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** A page of the endpoints that deliveries wait for, in the order of their ids. */
export interface Scan {
  dueEndpointIds: string[];
  /** No delivery waits, on this page and the ones before. */
  isEmpty: boolean;
  /** The beginning of the next page. */
  after: string;
}

export async function scanDue(pool: pg.Pool, after: string = BEFORE_ALL): Promise<Scan> {
  const values = [after, ENDPOINTS_PER_SCAN, pool.clock.now()];
  const rows = await queryAcross<{ endpoint_id: string; is_due: boolean }>(pool, TABLES, SCAN, values);
  return {
    dueEndpointIds: rows.filter((row) => row.is_due).map((row) => row.endpoint_id),
    isEmpty: rows.length === 0 && after === BEFORE_ALL,
    after: rows.length === ENDPOINTS_PER_SCAN ? (rows.at(-1)?.endpoint_id ?? BEFORE_ALL) : BEFORE_ALL,
  };
}

/** Goes from endpoint to endpoint in the index, however long their queues, and reads one row for each. */
const SCAN = `
  WITH RECURSIVE endpoints AS (
    (SELECT endpoint_id FROM svc.webhook_outbox WHERE endpoint_id > $1 ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT o.endpoint_id FROM svc.webhook_outbox o
      WHERE o.endpoint_id > endpoints.endpoint_id ORDER BY o.endpoint_id LIMIT 1
    )
    FROM endpoints WHERE endpoints.endpoint_id IS NOT NULL
  )
  SELECT e.endpoint_id, EXISTS (
    SELECT FROM svc.webhook_outbox o WHERE o.endpoint_id = e.endpoint_id AND o.due_at <= $3::timestamptz
  ) AS is_due
  FROM (SELECT endpoint_id FROM endpoints WHERE endpoint_id IS NOT NULL LIMIT $2) AS e`;

/** The organizations of endpoints for which deliveries wait. */
export async function organizationsOf(
  pool: pg.Pool,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queryAcross<{ id: string; organization_id: string }>(pool, TABLES, ORGANIZATIONS, [endpointIds]);
  return new Map(rows.map((row) => [row.id, row.organization_id]));
}

/** One row of the index for each. */
const ORGANIZATIONS = `
  SELECT e.id, o.organization_id FROM unnest($1::uuid[]) AS e (id) CROSS JOIN LATERAL (
    SELECT w.organization_id FROM svc.webhook_outbox w WHERE w.endpoint_id = e.id LIMIT 1
  ) AS o`;
