// SPDX-License-Identifier: Apache-2.0
/** Whether an outbox has work at all, now or later: one without any is not looked at until there are news. */
import type pg from 'pg';
import { queryAcross } from '../db/index.ts';

type Waiting = 'chat_outbox' | 'checkpoint_outbox' | 'mail_outbox' | 'notice_outbox' | 'waiting_notices';

export async function workWaits(pool: pg.Pool, ...tables: readonly Waiting[]): Promise<boolean> {
  const some = tables.map((table) => `EXISTS (SELECT FROM svc.${table} ${UNTIL_ENDED[table]})`);
  const [row] = await queryAcross<{ waits: boolean }>(pool, tables, `SELECT ${some.join(' OR ')} AS waits`, []);
  return row?.waits !== false;
}

/** Rows that have ended stay for a while in some of them, without a due time. */
const UNTIL_ENDED: Readonly<Record<Waiting, string>> = {
  chat_outbox: 'WHERE due_at IS NOT NULL',
  checkpoint_outbox: '',
  mail_outbox: 'WHERE due_at IS NOT NULL',
  notice_outbox: '',
  waiting_notices: '',
};
