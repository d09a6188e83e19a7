// SPDX-License-Identifier: Apache-2.0
/** Whether an outbox has work that is due before a sleep would end: without any it is not looked at until news come. */
import type pg from 'pg';
import { queryAcross } from '../db/index.ts';
import { SLEEP_MS } from '../news/index.ts';

/** The outboxes that news wake, each with the column of its due time. */
const DUE = {
  chat_outbox: 'due_at',
  checkpoint_outbox: 'due_at',
  mail_outbox: 'due_at',
  notice_outbox: 'due_at',
  waiting_notices: 'not_before',
} as const;

/** A look at each table by itself: they may lie on different servers. */
export async function workWaits(pool: pg.Pool, ...tables: readonly (keyof typeof DUE)[]): Promise<boolean> {
  const until = new Date(pool.clock.nowMs() + SLEEP_MS);
  const looks = tables.map((table) =>
    queryAcross(pool, [table], `SELECT 1 FROM svc.${table} WHERE ${DUE[table]} <= $1::timestamptz LIMIT 1`, [until]),
  );
  return (await Promise.all(looks)).some((found) => found.length > 0);
}
