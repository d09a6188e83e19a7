/** Makes the missing accounts of people. Hashing happens before any lock, because it is slow. */
import type pg from 'pg';
import { type AccountDraft, accountIdsByEmail, emailKeyOf, hashPassword } from '../../accounts/index.ts';
import { inTransaction, uuidv7 } from '../../db/index.ts';
import type { Fault } from '../faults.ts';
import { PASSWORD_HASHES_AT_ONCE_MAX } from '../limits.ts';
import { type AccountToMake, planAccounts, type UserEntry } from '../records/users.ts';

/** Accounts ready to be inserted; an account that another process makes meanwhile is kept unchanged. */
export async function draftAccounts(
  pool: pg.Pool,
  users: readonly UserEntry[],
  nowMs: number,
): Promise<{ drafts: AccountDraft[]; faults: Fault[] }> {
  const emailKeys = users.map((user) => emailKeyOf(user.email));
  const known = await inTransaction(pool, [], (transaction) => accountIdsByEmail(transaction, emailKeys));
  const { accounts, faults } = planAccounts(users, known);
  const drafts: AccountDraft[] = [];
  for (let start = 0; start < accounts.length; start += PASSWORD_HASHES_AT_ONCE_MAX) {
    const some = accounts.slice(start, start + PASSWORD_HASHES_AT_ONCE_MAX);
    drafts.push(...(await Promise.all(some.map((account) => draftOf(account, nowMs)))));
  }
  return { drafts, faults };
}

async function draftOf({ email, name, password }: AccountToMake, nowMs: number): Promise<AccountDraft> {
  return { id: uuidv7(nowMs), email, name, passwordHash: await hashPassword(password) };
}
