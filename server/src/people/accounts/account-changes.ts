// SPDX-License-Identifier: Apache-2.0
/** Changes of one account: its password, its address and its profile. */
import type { Language } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { emailKeyOf, lockEmail } from './accounts.ts';

/** The fields of an account that its person sees and changes. */
export interface Profile {
  email: string;
  name: string;
  passwordHash: string;
  verifiedAt: Date | null;
  language: Language | null;
  notifications: Readonly<Record<string, boolean>>;
  pendingEmail: string | null;
}

/** @throws Error for an account that is gone: its sessions are gone with it */
export async function selectProfile(transaction: Transaction, accountId: string): Promise<Profile> {
  const [profile] = await transaction.query<Profile & Record<string, unknown>>(SELECT_PROFILE, [
    accountId,
    transaction.clock.now(),
  ]);
  if (profile === undefined) throw new Error('an account that is not there');
  return profile;
}

const SELECT_PROFILE = `
  SELECT a.email, a.name, a.password_hash AS "passwordHash", a.email_verified_at AS "verifiedAt", a.language,
    a.notifications, l.email AS "pendingEmail"
  FROM svc.accounts a LEFT JOIN svc.account_links l
    ON l.account_id = a.id AND l.purpose = 'change_email' AND l.expires_at > $2::timestamptz
  WHERE a.id = $1`;

/**
 * Sets a password. With the hash of the password before, only while that one holds: of two changes at once one wins.
 * @returns false when it was changed meanwhile
 */
export async function replacePassword(
  transaction: Transaction,
  accountId: string,
  passwordHash: string,
  before: string | null,
): Promise<boolean> {
  return (await transaction.query(REPLACE_PASSWORD, [accountId, passwordHash, before])).length === 1;
}

const REPLACE_PASSWORD = `
  SELECT 1 WHERE svc.set_password($1, $2, $3)`;

/** Takes the proof that an address is the person's, unless the account has another one by now. */
export async function markVerified(
  transaction: Transaction,
  accountId: string,
  email: string,
  atMs: number,
): Promise<void> {
  await transaction.query(MARK_VERIFIED, [accountId, emailKeyOf(email), new Date(atMs)]);
}

const MARK_VERIFIED = `
  UPDATE svc.accounts SET email_verified_at = $3
  WHERE id = $1 AND email_key = $2 AND email_verified_at IS NULL`;

/** Gives the account a proven address; the first proof keeps its moment. @returns false when another account has it */
export async function replaceEmail(
  transaction: Transaction,
  accountId: string,
  email: string,
  atMs: number,
): Promise<boolean> {
  await lockEmail(transaction, email);
  return (await transaction.query(REPLACE_EMAIL, [accountId, email, emailKeyOf(email), new Date(atMs)])).length === 1;
}

const REPLACE_EMAIL = `
  UPDATE svc.accounts SET email = $2, email_key = $3, email_verified_at = coalesce(email_verified_at, $4)
  WHERE id = $1 AND NOT EXISTS (SELECT FROM svc.accounts other WHERE other.email_key = $3 AND other.id <> $1)
  RETURNING 1`;

export interface ProfileChange {
  name?: string | undefined;
  language?: Language | undefined;
  notifications?: Readonly<Record<string, boolean>> | undefined;
}

/** Omitted fields, and switches that are left out, keep their value. */
export async function updateProfile(transaction: Transaction, accountId: string, change: ProfileChange): Promise<void> {
  const { name = null, language = null, notifications = {} } = change;
  await transaction.query(UPDATE_PROFILE, [accountId, name, language, JSON.stringify(notifications)]);
}

const UPDATE_PROFILE = `
  UPDATE svc.accounts
  SET name = COALESCE($2, name), language = COALESCE($3, language), notifications = notifications || $4::jsonb
  WHERE id = $1`;
