/** Writes down that people are to be told something. It commits with what caused it, and is sent afterwards. */
import { type Transaction, uuidv7 } from '../db/index.ts';
import type { NoticeKind } from './notices.ts';

export interface NewMail {
  kind: NoticeKind;
  /** Null for a kind that concerns a person alone. */
  organizationId: string | null;
  /** What it is about, by the kind. */
  subjectId: string;
}

/** To be called once for each cause, in its transaction: when that is rolled back, nobody is told. */
export async function enqueueMail(transaction: Transaction, mail: NewMail): Promise<void> {
  await transaction.query(INSERT, [uuidv7(Date.now()), mail.organizationId, mail.kind, mail.subjectId]);
}

/** A new row with an id that was just made: no other transaction can be in the way. */
const INSERT = `
  INSERT INTO svc.mail_outbox (id, organization_id, kind, subject_id, created_at, due_at)
  VALUES ($1, $2, $3, $4, now(), now())`;
