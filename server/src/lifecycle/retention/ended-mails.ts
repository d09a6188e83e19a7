// SPDX-License-Identifier: Apache-2.0
/** Deletes the rows of mails that were sent or given up, a month after their end. Waiting mails stay. */

import { ENDED_MAILS_KEPT_DAYS } from '../../outgoing/mail/index.ts';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';

/** @returns the number of deleted rows, at most `rowsMax` */
export async function deleteEndedMails(transaction: Transaction, nowMs: number, rowsMax: number): Promise<number> {
  const values = [new Date(nowMs), ENDED_MAILS_KEPT_DAYS, rowsMax];
  return (await queryAcross(transaction, ['mail_outbox'], DELETE_ENDED, values)).length;
}

/** An ended mail never changes again. Two concurrent runs delete the same rows, which does no harm. */
const DELETE_ENDED = `
  DELETE FROM svc.mail_outbox WHERE id IN (
    SELECT id FROM svc.mail_outbox WHERE ended_at < $1::timestamptz - make_interval(days => $2::int)
    ORDER BY ended_at LIMIT $3
  )
  RETURNING id`;
