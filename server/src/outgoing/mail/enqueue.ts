// SPDX-License-Identifier: Apache-2.0
/** Queues a message to people. It commits with its cause, and is sent afterwards. */
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { tellWithCommit, WORK } from '../../storage/news/index.ts';
import type { NoticeKind } from './notices.ts';

export interface NewMail {
  kind: NoticeKind;
  /** Null for a kind that concerns a person alone. */
  organizationId: string | null;
  /** The subject of the mail, by its kind. */
  subjectId: string;
}

/** Call it once for each cause, in its transaction: a rollback also withdraws the mail. @returns its id */
export async function enqueueMail(transaction: Transaction, mail: NewMail): Promise<string> {
  const id = uuidv7(transaction.clock.nowMs());
  await transaction.query(INSERT, [id, mail.organizationId, mail.kind, mail.subjectId, transaction.clock.now()]);
  await tellWithCommit(transaction, WORK);
  return id;
}

/** A new row with a new id: no other transaction can be in the way. */
const INSERT = `
  INSERT INTO svc.mail_outbox (id, organization_id, kind, subject_id, created_at, due_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz)`;
