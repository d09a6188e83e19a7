// SPDX-License-Identifier: Apache-2.0
/** Counts wrong codes of an account since its person last signed in, or got another password. */
import { MFA_FAILURES_PER_MINUTE, MFA_FAILURES_PER_PASSWORD } from '@svc/contract';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { lockFactors } from './factor-state.ts';

interface Wrong {
  all: number;
  lastMinute: number;
  /** The person was told. */
  isTold: boolean;
}

/** @throws ApiError 403 `new_password_required` */
export async function checkMayGuess(transaction: Transaction, accountId: string): Promise<void> {
  const { all } = await selectWrong(transaction, accountId);
  if (all >= MFA_FAILURES_PER_PASSWORD) throw new ApiError('new_password_required');
}

/** Notes a wrong code. The first minute that is full of them is told: another person may have the password. */
export async function noteWrongCode(transaction: Transaction, accountId: string, client: Client): Promise<void> {
  await lockFactors(transaction, accountId);
  const atMs = transaction.clock.nowMs();
  await noteActivity(transaction, { accountId, kind: 'code.failed', atMs, client });
  const { lastMinute, isTold } = await selectWrong(transaction, accountId);
  if (isTold || lastMinute < MFA_FAILURES_PER_MINUTE) return;
  const subjectId = await noteActivity(transaction, { accountId, kind: 'code.guessed', atMs, client });
  await enqueueMail(transaction, { kind: 'account.password_known', organizationId: null, subjectId });
}

async function selectWrong(transaction: Transaction, accountId: string): Promise<Wrong> {
  const values = [accountId, transaction.clock.now()];
  const [wrong] = await transaction.query<Wrong & Record<string, unknown>>(SELECT_WRONG, values);
  return wrong ?? { all: 0, lastMinute: 0, isTold: false };
}

const SELECT_WRONG = `
  SELECT count(*) FILTER (WHERE kind = 'code.failed')::int AS all,
    count(*) FILTER (WHERE kind = 'code.failed' AND at > $2::timestamptz - interval '1 minute')::int AS "lastMinute",
    coalesce(bool_or(kind = 'code.guessed'), false) AS "isTold"
  FROM svc.account_activity
  WHERE account_id = $1 AND kind IN ('code.failed', 'code.guessed') AND at > coalesce((
    SELECT max(at) FROM svc.account_activity
    WHERE account_id = $1
      AND kind IN ('sign_in.succeeded', 'sign_in.confirmed', 'password.changed', 'password.reset')
  ), '-infinity')`;
