// SPDX-License-Identifier: Apache-2.0
/** Checks the password of a person who is signed in. It counts with the failures of sign-ins: a guess is a guess. */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import type { Attempts } from '../../storage/limits/index.ts';
import { emailKeyOf, type SignInAccount, selectSignInAccount } from '../accounts/index.ts';
import type { Client } from '../activity/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { knowsDevice } from './devices.ts';
import { SIGN_IN } from './sign-in-limits.ts';

export interface PasswordDeps {
  pool: pg.Pool;
  passwords: Passwords;
  attempts: Attempts;
}

/**
 * @param email as it was given: known or unknown, in any letter case
 * @returns the account when the password is its own, else null; an unknown address takes as long
 * @throws ApiError 429 after too many failures; 503 for a crowd
 */
export async function checkPassword(
  { pool, passwords, attempts }: PasswordDeps,
  { email, password, client }: { email: string; password: string; client: Client },
): Promise<SignInAccount | null> {
  const emailKey = emailKeyOf(email);
  return await attempts.run(SIGN_IN, { account: emailKey, address: client.address }, async () => {
    const { found, isKnown } = await inTransaction(pool, [], async (transaction) => {
      const account = await selectSignInAccount(transaction, emailKey);
      return { found: account, isKnown: await knowsDevice(transaction, account?.id ?? null, client.device) };
    });
    const isRight = await passwords.verify(found?.passwordHash ?? null, password, client, isKnown);
    return isRight ? found : null;
  });
}
