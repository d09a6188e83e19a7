// SPDX-License-Identifier: Apache-2.0
/** Which second factors an account has. */
import type { Transaction } from '../../storage/db/index.ts';

interface FactorState {
  totp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export async function selectFactors(transaction: Transaction, accountId: string): Promise<FactorState> {
  const [state] = await transaction.query<FactorState & Record<string, unknown>>(SELECT_STATE, [accountId]);
  return state ?? { totp: false, passkeys: 0, recoveryCodes: 0 };
}

const SELECT_STATE = `
  SELECT EXISTS (SELECT FROM svc.account_totp WHERE account_id = $1 AND enabled_at IS NOT NULL) AS totp,
    (SELECT count(*)::int FROM svc.account_passkeys WHERE account_id = $1) AS passkeys,
    (SELECT count(*)::int FROM svc.account_recovery_codes WHERE account_id = $1) AS "recoveryCodes"`;

/** Makes changes of the factors of one account wait for one another. */
export async function lockFactors(transaction: Transaction, accountId: string): Promise<FactorState> {
  await transaction.query(LOCK_ACCOUNT, [accountId]);
  return await selectFactors(transaction, accountId);
}

const LOCK_ACCOUNT = `SELECT 1 FROM svc.accounts WHERE id = $1 FOR UPDATE`;

/** Takes every factor of an account away, and forgets its browsers: for one that another person may have set up. */
export async function removeFactors(transaction: Transaction, accountId: string): Promise<void> {
  for (const statement of REMOVE_ALL) await transaction.query(statement, [accountId]);
}

const REMOVE_ALL = [
  `DELETE FROM svc.account_totp WHERE account_id = $1`,
  `DELETE FROM svc.account_passkeys WHERE account_id = $1`,
  `DELETE FROM svc.account_recovery_codes WHERE account_id = $1`,
  `DELETE FROM svc.account_devices WHERE account_id = $1`,
];

/** Takes away what was set up before the account's address was proven, and the recovery codes with it. */
export async function removeFactorsBefore(transaction: Transaction, accountId: string, provenAt: Date): Promise<void> {
  await transaction.query(REMOVE_OLDER, [accountId, provenAt]);
}

const REMOVE_OLDER = `
  WITH codes AS (
    DELETE FROM svc.account_totp WHERE account_id = $1 AND created_at < $2 RETURNING 1
  ), passkeys AS (
    DELETE FROM svc.account_passkeys WHERE account_id = $1 AND created_at < $2 RETURNING 1
  )
  DELETE FROM svc.account_recovery_codes
  WHERE account_id = $1 AND (EXISTS (SELECT FROM codes) OR EXISTS (SELECT FROM passkeys))`;
