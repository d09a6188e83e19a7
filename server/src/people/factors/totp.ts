// SPDX-License-Identifier: Apache-2.0
/** Codes of an authenticator app (RFC 6238): of 30 seconds, with one step of tolerance, each used once. */
import { fieldFault, type MfaSetup } from '@svc/contract';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { totpBinding, type Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { noteFactorChange } from './changes.ts';
import { lockFactors } from './factor-state.ts';
import { endRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

const ISSUER = 'svc';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are taken, for clocks that differ. */
const TOLERANCE_STEPS = 1;

interface TotpDeps {
  pool: pg.Pool;
  vault: Vault;
}

/** Makes a secret that counts once a code of it was shown. One that was made before and never shown ends. */
export async function setUpTotp({ pool, vault }: TotpDeps, user: { id: string; email: string }): Promise<MfaSetup> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = vault.seal(secret.base32, totpBinding(user.id));
  const made = await inTransaction(pool, [], (transaction) =>
    transaction.query(SET_UP, [user.id, sealed, transaction.clock.now()]),
  );
  if (made.length === 0) {
    throw new ApiError('conflict', { message: 'An authenticator app is set up already; turn it off first.' });
  }
  return { secret: secret.base32, otpauthUrl: totpOf(secret.base32, user.email).toString() };
}

const SET_UP = `
  SELECT 1 WHERE svc.set_totp_secret($1, $2, $3::timestamptz)`;

/**
 * Turns the codes on. @returns ten recovery codes; older ones end
 * @throws ApiError 400 for a wrong code; 409 when nothing was set up, or it is on
 */
export async function enableTotp(
  { pool, vault }: TotpDeps,
  accountId: string,
  code: string,
  client: Client,
): Promise<string[]> {
  return await inTransaction(pool, [], async (transaction) => {
    const { totp } = await lockFactors(transaction, accountId);
    const [row] = await transaction.query<{ secret: string }>(SELECT_SECRET, [accountId]);
    if (totp || row === undefined) {
      throw new ApiError('conflict', { message: totp ? 'It is on already.' : 'Set it up first.' });
    }
    const step = stepOf(vault.openText(row.secret, totpBinding(accountId)), code, transaction.clock.nowMs());
    if (step === null) throw invalid('code', fieldFault('WRONG_CODE'));
    await transaction.query(ENABLE, [accountId, step, transaction.clock.now()]);
    await noteFactorChange(transaction, { accountId, kind: 'mfa.enabled', client });
    return await replaceRecoveryCodes(transaction, accountId);
  });
}

const SELECT_SECRET = `SELECT secret FROM svc.account_totp WHERE account_id = $1`;

const ENABLE = `UPDATE svc.account_totp SET enabled_at = $3::timestamptz, last_step = $2 WHERE account_id = $1`;

/** @param afterwards may refuse, in the same transaction @throws ApiError 409 when it is off */
export async function disableTotp(
  { pool }: { pool: pg.Pool },
  accountId: string,
  client: Client,
  afterwards: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, [], async (transaction) => {
    const { totp } = await lockFactors(transaction, accountId);
    if (!totp) throw new ApiError('conflict', { message: 'It is off already.' });
    await transaction.query(DISABLE, [accountId]);
    await endRecoveryCodes(transaction, accountId);
    await noteFactorChange(transaction, { accountId, kind: 'mfa.disabled', client });
    await afterwards(transaction);
  });
}

const DISABLE = `DELETE FROM svc.account_totp WHERE account_id = $1`;

/** Uses up a code. One of several concurrent uses, on any number of processes, gets it. */
export async function spendTotp(
  transaction: Transaction,
  vault: Vault,
  accountId: string,
  code: string,
): Promise<boolean> {
  const [row] = await transaction.query<{ secret: string }>(SELECT_ENABLED, [accountId]);
  if (row === undefined) return false;
  const step = stepOf(vault.openText(row.secret, totpBinding(accountId)), code, transaction.clock.nowMs());
  if (step === null) return false;
  return (await transaction.query(SPEND_STEP, [accountId, step, row.secret])).length === 1;
}

const SELECT_ENABLED = `SELECT secret FROM svc.account_totp WHERE account_id = $1 AND enabled_at IS NOT NULL`;

/** A step before the last one is refused too: its code was shown to others earlier. */
const SPEND_STEP = `
  UPDATE svc.account_totp SET last_step = $2
  WHERE account_id = $1 AND last_step < $2 AND secret = $3 AND enabled_at IS NOT NULL
  RETURNING 1`;

/** The time step that a code belongs to; null for a wrong one. */
function stepOf(secret: string, code: string, timestamp: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: TOLERANCE_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: label === '' ? ISSUER : label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
