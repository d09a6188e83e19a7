// SPDX-License-Identifier: Apache-2.0
/** The browsers in which a person has signed in, known by a cookie. A sign-in from a new one is told by mail. */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../storage/db/index.ts';
import { digestOf } from './tokens.ts';

const SECRET_BYTES = 32;
const DEVICES_PER_ACCOUNT_MAX = 50;

/** The secret of a browser: its own, or a new one where it has none of our form. */
export function deviceOf(presented: string | null): string {
  const bytes = Buffer.from(presented ?? '', 'base64url');
  const isOurs = bytes.length === SECRET_BYTES && bytes.toString('base64url') === presented;
  return isOurs ? presented : randomBytes(SECRET_BYTES).toString('base64url');
}

/** Tells whether the account was signed in to from this browser. An unknown account takes as long. */
export async function knowsDevice(
  transaction: Transaction,
  accountId: string | null,
  device: string | null,
): Promise<boolean> {
  const digest = digestOf(Buffer.from(device ?? '', 'base64url'));
  const [row] = await transaction.query<{ knows: boolean }>(KNOWS, [accountId, digest]);
  return row?.knows === true;
}

/** @returns true for a browser that is new to an account that has signed in from others before */
export async function rememberDevice(transaction: Transaction, accountId: string, device: string): Promise<boolean> {
  const [known] = await transaction.query<{ others: boolean }>(SELECT_OTHERS, [accountId]);
  const digest = digestOf(Buffer.from(device, 'base64url'));
  const [kept] = await transaction.query<{ isNew: boolean }>(REMEMBER, [accountId, digest, transaction.clock.now()]);
  await transaction.query(FORGET_OLDEST, [accountId, DEVICES_PER_ACCOUNT_MAX]);
  return known?.others === true && kept?.isNew === true;
}

const KNOWS = `
  SELECT EXISTS (SELECT FROM svc.account_devices WHERE account_id = $1::uuid AND device_hash = $2) AS knows`;

const SELECT_OTHERS = `SELECT EXISTS (SELECT FROM svc.account_devices WHERE account_id = $1) AS others`;

/** A row that was made by this statement has no former version. */
const REMEMBER = `
  INSERT INTO svc.account_devices (account_id, device_hash, last_used_at) VALUES ($1, $2, $3::timestamptz)
  ON CONFLICT (account_id, device_hash) DO UPDATE SET last_used_at = excluded.last_used_at
  RETURNING xmax = 0 AS "isNew"`;

const FORGET_OLDEST = `
  DELETE FROM svc.account_devices d USING (
    SELECT device_hash FROM svc.account_devices WHERE account_id = $1 ORDER BY last_used_at DESC OFFSET $2
  ) old
  WHERE d.account_id = $1 AND d.device_hash = old.device_hash`;
