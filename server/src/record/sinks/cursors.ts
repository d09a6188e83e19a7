// SPDX-License-Identifier: Apache-2.0
/** Where the collector stands in each chain, and how long it is left alone. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

export interface Behind extends Record<string, unknown> {
  organizationId: string;
  /** The number of the last entry that the collector has; 0 at the beginning. */
  seq: number;
  headSeq: number;
}

/** The organizations of the page whose chain has grown. Numbers of heads are committed, and so are their entries. */
export async function selectBehind(transaction: Transaction, organizationIds: readonly string[]): Promise<Behind[]> {
  return await transaction.query<Behind>(SELECT_BEHIND, [organizationIds]);
}

const SELECT_BEHIND = `
  SELECT h.organization_id AS "organizationId", COALESCE(c.sent_seq, 0) AS seq, h.audit_seq AS "headSeq"
  FROM svc.organization_heads h LEFT JOIN svc.sink_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[]) AND h.audit_seq > COALESCE(c.sent_seq, 0)
  ORDER BY h.organization_id`;

/** A second process that sends the same at the same time moves nothing back. */
export async function moveCursor(pool: pg.Pool, organizationId: string, seq: number): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(MOVE_CURSOR, [organizationId, seq, transaction.clock.now()]),
  );
}

const MOVE_CURSOR = `
  INSERT INTO svc.sink_cursors AS c (organization_id, sent_seq, sent_at)
  SELECT organization_id, $2, $3::timestamptz FROM svc.organization_heads WHERE organization_id = $1
  ON CONFLICT (organization_id) DO UPDATE
  SET sent_seq = GREATEST(c.sent_seq, excluded.sent_seq), sent_at = excluded.sent_at`;

const LOGS = 'otlp-logs';

/** Whether the collector is left alone, after so many failures in a row. All processes wait together. */
export async function readWait(pool: pg.Pool): Promise<{ failures: number; isOver: boolean }> {
  const rows = await inTransaction(pool, [], (transaction) =>
    transaction.query<{ failures: number; is_over: boolean }>(SELECT_WAIT, [LOGS, transaction.clock.now()]),
  );
  return { failures: rows[0]?.failures ?? 0, isOver: rows[0]?.is_over ?? true };
}

const SELECT_WAIT = `
  SELECT failures, due_at <= $2::timestamptz AS is_over FROM svc.sink_waits WHERE sink = $1`;

/** @param waitMs from now; 0 with no failures ends the waiting */
export async function noteWait(pool: pg.Pool, failures: number, waitMs: number): Promise<void> {
  await inTransaction(pool, [], (transaction) =>
    transaction.query(NOTE_WAIT, [LOGS, failures, new Date(transaction.clock.nowMs() + waitMs)]),
  );
}

const NOTE_WAIT = `
  INSERT INTO svc.sink_waits (sink, failures, due_at) VALUES ($1, $2, $3)
  ON CONFLICT (sink) DO UPDATE SET failures = excluded.failures, due_at = excluded.due_at`;
