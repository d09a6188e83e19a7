// SPDX-License-Identifier: Apache-2.0
/** Recovery codes: ten random ones, each used once, for a person who has lost the second factor. */
import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { noteFactorChange } from './changes.ts';
import { lockFactors } from './factor-state.ts';

/** 80 random bits: no slower hash is needed, and no list of guesses is long enough. */
const CODE_BYTES = 10;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes ten codes, and ends those before. @returns them in the form for people, `abcd-efgh-ijkl-mnop` */
export async function replaceRecoveryCodes(transaction: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await transaction.query(DELETE_CODES, [accountId]);
  await transaction.query(INSERT_CODES, [accountId, codes.map((code) => digestOf(normalCode(code)))]);
  return codes;
}

const DELETE_CODES = `DELETE FROM svc.account_recovery_codes WHERE account_id = $1`;

const INSERT_CODES = `
  INSERT INTO svc.account_recovery_codes (account_id, code_hash) SELECT $1, unnest($2::bytea[])`;

/** Ten new codes for an account with a second factor. @throws ApiError 409 without one */
export async function renewRecoveryCodes(pool: pg.Pool, accountId: string, client: Client): Promise<string[]> {
  return await inTransaction(pool, [], async (transaction) => {
    const { totp, passkeys } = await lockFactors(transaction, accountId);
    if (!totp && passkeys === 0) throw new ApiError('conflict', { message: 'Set up a second factor first.' });
    await noteFactorChange(transaction, { accountId, kind: 'recovery_codes.renewed', client });
    return await replaceRecoveryCodes(transaction, accountId);
  });
}

/** Uses up a code. One of several concurrent uses gets it. */
export async function spendRecoveryCode(
  transaction: Transaction,
  accountId: string,
  code: string,
  client: Client,
): Promise<boolean> {
  const spent = await transaction.query(SPEND_CODE, [accountId, digestOf(normalCode(code))]);
  if (spent.length === 0) return false;
  await noteFactorChange(transaction, { accountId, kind: 'recovery_code.used', client });
  return true;
}

const SPEND_CODE = `DELETE FROM svc.account_recovery_codes WHERE account_id = $1 AND code_hash = $2 RETURNING 1`;

/** The codes of an account without any factor open nothing. */
export async function endRecoveryCodes(transaction: Transaction, accountId: string): Promise<void> {
  const { totp, passkeys } = await lockFactors(transaction, accountId);
  if (!totp && passkeys === 0) await transaction.query(DELETE_CODES, [accountId]);
}

/** Base32 in groups of four: read out and typed without mistakes. */
function newCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

function normalCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
