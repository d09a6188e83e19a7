// SPDX-License-Identifier: Apache-2.0
/** Makes the digests of people who may have one now. One mail in five minutes, whatever happens, for one person. */
import type { NotificationName } from '@svc/contract';
import { type DigestSubjects, enqueueMail } from '../../outgoing/mail/index.ts';
import { inTransaction, queryAcross, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { DIGEST_EVERY_MS, DIGESTS_PER_RUN_MAX, type NoticesOptions, QUIET_AGAIN_MS } from './limits.ts';
import { isQuiet } from './quiet-hours.ts';
import { selectSettings } from './settings.ts';

/** A person of an organization for whom something waits. */
interface Waiting extends Record<string, unknown> {
  account_id: string;
  organization_id: string;
}

/** Run by one process at a time: two at once could each make a person's next digest. */
export async function makeDigests(
  { pool, outages }: NoticesOptions,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const values = [DIGEST_EVERY_MS, DIGESTS_PER_RUN_MAX, pool.clock.now()];
  const rows = await queryAcross<Waiting>(
    pool,
    ['waiting_notices', 'notice_digests', 'mail_outbox'],
    SELECT_DUE,
    values,
  );
  for (const waiting of rows) {
    if (signal.aborted) return;
    const { organization_id: organizationId } = waiting;
    const work = `digests ${organizationId}`;
    try {
      await inTransaction(pool, [organizationId], (transaction) => makeDigest(transaction, waiting, nowMs));
      outages.worked(work, { organizationId }, 'digests are made again');
    } catch (error) {
      outages.failed(work, error, { organizationId }, 'a digest could not be made');
    }
  }
}

/**
 * The organization whose notices have waited longest for each person. The time counts from the end of the last mail.
 * No second one is made while that one is still tried: an outage ends without a heap of mails.
 */
const SELECT_DUE = `
  SELECT DISTINCT ON (w.account_id) w.account_id, w.organization_id FROM svc.waiting_notices w
  WHERE w.not_before <= $3::timestamptz AND NOT EXISTS (
    SELECT FROM svc.notice_digests d JOIN svc.mail_outbox m ON m.id = d.mail_id
    WHERE d.account_id = w.account_id
      AND (m.ended_at IS NULL OR m.ended_at > $3::timestamptz - $1 * interval '1 millisecond')
  )
  ORDER BY w.account_id, w.since LIMIT $2`;

async function makeDigest(transaction: Transaction, waiting: Waiting, nowMs: number): Promise<void> {
  const { account_id: accountId, organization_id: organizationId } = waiting;
  const { quietHours, timeZone } = await selectSettings(transaction, organizationId);
  if (isQuiet(quietHours, timeZone, nowMs)) {
    await transaction.query(WAIT, [accountId, organizationId, QUIET_AGAIN_MS, transaction.clock.now()]);
    return;
  }
  const taken = await transaction.query<WaitingRow>(TAKE, [accountId, organizationId]);
  const subjects = Object.fromEntries(
    taken.map(({ kind, subject_ids: ids, more }) => [kind, { ids, more }]),
  ) as DigestSubjects;
  // A former member is not told: what waited for them goes.
  if (taken.length === 0 || !(await isMember(transaction, waiting))) return;
  const id = uuidv7(nowMs);
  const mailId = await enqueueMail(transaction, { kind: 'notices.digest', organizationId, subjectId: id });
  await transaction.query(INSERT_DIGEST, [id, accountId, organizationId, mailId, JSON.stringify(subjects)]);
}

/** Held by quiet hours, and never lost. */
const WAIT = `
  UPDATE svc.waiting_notices SET not_before = $4::timestamptz + $3 * interval '1 millisecond'
  WHERE account_id = $1 AND organization_id = $2`;

interface WaitingRow extends Record<string, unknown> {
  kind: NotificationName;
  subject_ids: string[];
  more: number;
}

const TAKE = `
  DELETE FROM svc.waiting_notices WHERE account_id = $1 AND organization_id = $2 RETURNING kind, subject_ids, more`;

async function isMember(transaction: Transaction, { account_id, organization_id }: Waiting): Promise<boolean> {
  return (await transaction.query(SELECT_MEMBER, [organization_id, account_id])).length === 1;
}

const SELECT_MEMBER = `SELECT 1 FROM svc.memberships WHERE organization_id = $1 AND account_id = $2`;

const INSERT_DIGEST = `
  INSERT INTO svc.notice_digests (id, account_id, organization_id, mail_id, subjects) VALUES ($1, $2, $3, $4, $5)`;
