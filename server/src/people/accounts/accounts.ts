// SPDX-License-Identifier: Apache-2.0
/** Account rows. A person has one account, in whatever letter case the e-mail is written. */
import { hash } from 'node:crypto';
import type { Transaction } from '../../storage/db/index.ts';
import { noteActivity } from '../activity/index.ts';

/** The normal form in which two spellings of an e-mail address are equal. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}

/** Ids of the accounts with these e-mail keys, by key; unknown keys are left out. */
export async function accountIdsByEmail(
  transaction: Transaction,
  emailKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await transaction.query<{ id: string; email_key: string }>(SELECT_ACCOUNTS, [emailKeys]);
  return new Map(rows.map((row) => [row.email_key, row.id]));
}

/** Outside row-level security: a person is looked up before any organization is known. */
const SELECT_ACCOUNTS = `SELECT id, email_key FROM svc.accounts WHERE email_key = ANY ($1::text[])`;

export interface AccountDraft {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  /** True where an operator or an invitation vouches for the address. */
  isVerified: boolean;
  language?: 'en' | 'pt-BR' | null;
  /** A keyed hash of the address of the sign-up. */
  madeFrom?: string | null;
}

/**
 * Makes accounts. An e-mail with an account, even one that another process made a moment ago, keeps it unchanged: read
 * the ids afterwards.
 */
export async function insertAccounts(
  transaction: Transaction,
  accounts: readonly AccountDraft[],
  atMs: number,
): Promise<void> {
  if (accounts.length === 0) return;
  const rows = accounts.map((account) => ({ ...account, emailKey: emailKeyOf(account.email) }));
  await transaction.query(INSERT_ACCOUNTS, [new Date(atMs), JSON.stringify(rows)]);
}

const INSERT_ACCOUNTS = `
  INSERT INTO svc.accounts (id, email, email_key, name, password_hash, created_at, email_verified_at, language,
    made_from)
  SELECT d.id, d.email, d."emailKey", d.name, d."passwordHash", $1::timestamptz,
    CASE WHEN d."isVerified" THEN $1::timestamptz END, d.language, d."madeFrom"
  FROM json_to_recordset($2) AS d (id uuid, email text, "emailKey" text, name text, "passwordHash" text,
    "isVerified" boolean, language text, "madeFrom" text)
  ORDER BY d."emailKey"
  ON CONFLICT (email_key) DO NOTHING`;

/** The fields of an account that a sign-in needs. */
export interface SignInAccount {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
}

/** The account of an e-mail key, or null. */
export async function selectSignInAccount(transaction: Transaction, emailKey: string): Promise<SignInAccount | null> {
  const [account] = await transaction.query<SignInAccount & Record<string, unknown>>(SELECT_SIGN_IN, [emailKey]);
  return account ?? null;
}

/** The same by the account's id. */
export async function selectAccountById(transaction: Transaction, accountId: string): Promise<SignInAccount | null> {
  const [account] = await transaction.query<SignInAccount & Record<string, unknown>>(SELECT_BY_ID, [accountId]);
  return account ?? null;
}

const SELECT_BY_ID = `
  SELECT id, email, name, password_hash AS "passwordHash" FROM svc.accounts WHERE id = $1`;

const SELECT_SIGN_IN = `
  SELECT id, email, name, password_hash AS "passwordHash" FROM svc.accounts WHERE email_key = $1`;

/** Makes accounts that want the same address at once wait for one another. */
export async function lockEmail(transaction: Transaction, email: string): Promise<void> {
  await transaction.query(LOCK_EMAIL, [emailKeyOf(email)]);
}

const LOCK_EMAIL = `SELECT pg_advisory_xact_lock(hashtextextended('svc.email ' || $1, 0))`;

/** An id for an address without an account: the same each time, and of no account. */
export function unknownAccountId(emailKey: string): string {
  const hex = hash('sha256', `unknown account ${emailKey}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** True while there is no account at all. */
export async function isWithoutAccounts(transaction: Transaction): Promise<boolean> {
  return (await transaction.query(SELECT_ANY)).length === 0;
}

/** Accounts of the demo belong to no person. */
const SELECT_ANY = `SELECT 1 FROM svc.accounts WHERE NOT is_demo LIMIT 1`;

/** Makes the first account of a deployment wait for another one that is being made. */
export async function lockFirstAccount(transaction: Transaction): Promise<void> {
  await transaction.query(LOCK_FIRST);
}

const LOCK_FIRST = `SELECT pg_advisory_xact_lock(hashtext('svc.first-account'))`;

/** Keeps the account until the transaction ends. @returns false when it is gone */
export async function holdAccount(transaction: Transaction, accountId: string): Promise<boolean> {
  return (await transaction.query(HOLD_ACCOUNT, [accountId])).length > 0;
}

const HOLD_ACCOUNT = `SELECT 1 FROM svc.accounts WHERE id = $1 FOR KEY SHARE`;

/** Gives accounts other passwords. The caller ends their sessions in the same transaction. */
export async function updatePasswords(
  transaction: Transaction,
  accounts: readonly { id: string; passwordHash: string }[],
): Promise<void> {
  if (accounts.length === 0) return;
  await transaction.query(UPDATE_PASSWORDS, [JSON.stringify(accounts)]);
  const atMs = transaction.clock.nowMs();
  for (const { id } of accounts) {
    await noteActivity(transaction, { accountId: id, kind: 'password.reset', atMs, client: null });
  }
}

const UPDATE_PASSWORDS = `
  SELECT svc.set_password(d.id, d."passwordHash", NULL)
  FROM json_to_recordset($1) AS d (id uuid, "passwordHash" text)`;

/**
 * Deletes an account with what belongs to it alone: factors, links, browsers and history. The caller has ended its
 * sessions, so that their streams are told, and its memberships, without which PostgreSQL refuses it. Its acts in
 * organizations keep its id.
 */
export async function deleteAccountRows(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.query(DELETE_ACTIVITY, [accountId]);
  await transaction.query(DELETE_ACCOUNT, [accountId]);
}

const DELETE_ACTIVITY = `DELETE FROM svc.account_activity WHERE account_id = $1`;
const DELETE_ACCOUNT = `DELETE FROM svc.accounts WHERE id = $1`;
