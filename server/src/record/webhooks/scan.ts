// SPDX-License-Identifier: Apache-2.0
/** Finds endpoints with due deliveries: those due for a retry, and those that a dead process left behind. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { ENDPOINTS_PER_SCAN, LOOKS_PER_SCAN, ROWS_PER_LOOK } from './limits.ts';

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
  const nowMs = pool.clock.nowMs();
  const dueEndpointIds: string[] = [];
  let looks = 0;
  let found = 0;
  return await lookAcross(pool, async (transaction) => {
    const rows = firstRows(after, (last) => {
      looks += 1;
      return transaction.query<WaitingRow>(LOOK, [last, ROWS_PER_LOOK]);
    });
    for await (const { id, due_at: dueAt } of rows) {
      found += 1;
      if (dueAt.getTime() <= nowMs) dueEndpointIds.push(id);
      if (found === ENDPOINTS_PER_SCAN || looks === LOOKS_PER_SCAN)
        return { dueEndpointIds, isEmpty: false, after: id };
    }
    return { dueEndpointIds, isEmpty: found === 0 && after === BEFORE_ALL, after: BEFORE_ALL };
  });
}

/** The organizations of endpoints for which deliveries wait. */
export async function organizationsOf(
  pool: pg.Pool,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const organizationOf = new Map<string, string>();
  return await lookAcross(pool, async (transaction) => {
    const rows = firstRows(BEFORE_ALL, (last) => {
      const left = endpointIds.filter((id) => id > last);
      return transaction.query<WaitingRow>(LOOK_FOR, [left, ROWS_PER_LOOK]);
    });
    for await (const row of rows) organizationOf.set(row.id, row.organization_id);
    return organizationOf;
  });
}

/** One transaction for all looks of a scan. */
const lookAcross = <Result>(pool: pg.Pool, work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
  inTransaction(pool, [], work, 'write', TABLES);

interface WaitingRow {
  [column: string]: unknown;
  id: string;
  organization_id: string;
  due_at: Date;
  /** Rows of this endpoint that were read. */
  read: number;
}

/**
 * The row of each endpoint that is due first. A look reads so many rows in the order of endpoints and due times. The
 * next one begins behind the last endpoint, so that a long queue costs one look.
 */
async function* firstRows(
  after: string,
  look: (last: string) => Promise<readonly WaitingRow[]>,
): AsyncGenerator<WaitingRow> {
  let last = after;
  for (;;) {
    const rows = await look(last);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.reduce((sum, { read }) => sum + read, 0) < ROWS_PER_LOOK) return;
  }
}

const lookWhere = (condition: string) => `
  SELECT endpoint_id AS id, organization_id, min(due_at) AS due_at, count(*)::integer AS read FROM (
    SELECT endpoint_id, organization_id, due_at FROM svc.webhook_outbox
    WHERE ${condition} ORDER BY endpoint_id, due_at LIMIT $2
  ) AS first
  GROUP BY endpoint_id, organization_id ORDER BY endpoint_id`;
const LOOK = lookWhere('endpoint_id > $1');
const LOOK_FOR = lookWhere('endpoint_id = ANY ($1::uuid[])');
