// SPDX-License-Identifier: Apache-2.0
/** Claims of mails, and their results. */
import type pg from 'pg';
import { queryAcross } from '../../storage/db/index.ts';
import { claimSql, claimsOf, type DueLane, dueIn, type Outbox } from '../../storage/outbox/index.ts';
import { LAPSE_MS } from './limits.ts';
import { NOTICES, type NoticeKind } from './notices.ts';

/** A mail for this process to send now. */
export interface Claim {
  id: string;
  organizationId: string | null;
  kind: NoticeKind;
  subjectId: string;
  createdAtMs: number;
  /** Attempts including this one. The number names the claim: a later claim has a higher one. */
  attempts: number;
  /** Recipients who must not get it again. */
  doneRecipientIds: readonly string[];
}

interface ClaimRow {
  id: string;
  organization_id: string | null;
  kind: NoticeKind;
  subject_id: string;
  created_at: Date;
  attempts: number;
  done_recipient_ids: string[];
}

/** Organizations with due mails. */
export const lanesOfMails = (pool: pg.Pool): Promise<DueLane[]> => CLAIMS.due(pool);

/** @param placesOf how many to claim of each organization, at most */
export async function claimMails(pool: pg.Pool, placesOf: ReadonlyMap<string, number>): Promise<Claim[]> {
  return (await CLAIMS.claim(pool, placesOf)).map(claimOf);
}

/** Mails about an account, which belong to no organization. @returns at most `count` */
export async function claimPersonalMails(pool: pg.Pool, count: number): Promise<Claim[]> {
  const values = [LAPSE_MS, pool.clock.now(), count, KINDS];
  const rows = await queryAcross<ClaimRow>(pool, TABLES, CLAIM_PERSONAL, values);
  return rows.map(claimOf);
}

function claimOf(row: ClaimRow): Claim {
  return {
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind,
    subjectId: row.subject_id,
    createdAtMs: row.created_at.getTime(),
    attempts: row.attempts,
    doneRecipientIds: row.done_recipient_ids,
  };
}

const MAILS: Outbox = {
  table: 'svc.mail_outbox',
  key: 'id',
  attempts: 'attempts',
  returns: ['id', 'organization_id', 'kind', 'subject_id', 'created_at', 'attempts', 'done_recipient_ids'],
};

/** Mails of all organizations, and of people. */
const TABLES = ['mail_outbox'];
/** Kinds that this build does not know wait for one that does. */
const KINDS = Object.keys(NOTICES);
const CLAIMS = claimsOf<ClaimRow>(MAILS, LAPSE_MS, KINDS);
const CLAIM_PERSONAL = claimSql(MAILS, 'w.organization_id IS NULL AND w.kind = ANY ($4::text[])');

/**
 * Records that a recipient has got the mail, or never can, and renews the claim.
 * @returns false when the claim has lapsed and belongs to another process, or the organization is gone
 */
export async function noteRecipient(
  pool: pg.Pool,
  { id, attempts }: Claim,
  recipientId: string,
  isSent: boolean,
): Promise<boolean> {
  const values = [id, attempts, recipientId, isSent ? 1 : 0, LAPSE_MS, pool.clock.now()];
  return (await queryAcross(pool, TABLES, NOTE, values)).length === 1;
}

/** Valid only while the claim holds: a late note would shorten the claim of another process. */
const NOTE = `
  UPDATE svc.mail_outbox
  SET done_recipient_ids = done_recipient_ids || $3::uuid, sent = sent + $4, refused = refused + 1 - $4,
    due_at = ${dueIn('$5', '$6')}
  WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL
  RETURNING id`;

/** The next attempt. */
export async function retryLater(pool: pg.Pool, { id, attempts }: Claim, delayMs: number): Promise<void> {
  await queryAcross(pool, TABLES, LATER, [id, attempts, delayMs, 0, pool.clock.now()]);
}

/** An attempt that a stop broke off does not count. */
export async function releaseClaim(pool: pg.Pool, { id, attempts }: Claim): Promise<void> {
  await queryAcross(pool, TABLES, LATER, [id, attempts, 0, 1, pool.clock.now()]);
}

/** Valid only while the claim holds, as above. */
const LATER = `
  UPDATE svc.mail_outbox
  SET due_at = ${dueIn('$3', '$5')}, attempts = attempts - $4
  WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL`;

/** Everything is sent or given up. */
export async function endMail(pool: pg.Pool, { id, attempts }: Claim): Promise<void> {
  await queryAcross(pool, TABLES, END, [id, attempts, pool.clock.now()]);
}

const END = `
  UPDATE svc.mail_outbox SET due_at = NULL, ended_at = $3::timestamptz
  WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL`;
