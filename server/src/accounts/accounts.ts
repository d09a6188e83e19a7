/** Account rows. A person has one account, in whatever letter case the e-mail is written. */
import type { Transaction } from '../db/index.ts';

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
  INSERT INTO svc.accounts (id, email, email_key, name, password_hash, created_at)
  SELECT d.id, d.email, d."emailKey", d.name, d."passwordHash", $1
  FROM json_to_recordset($2) AS d (id uuid, email text, "emailKey" text, name text, "passwordHash" text)
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

const SELECT_SIGN_IN = `
  SELECT id, email, name, password_hash AS "passwordHash" FROM svc.accounts WHERE email_key = $1`;
