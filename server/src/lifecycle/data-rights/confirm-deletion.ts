// SPDX-License-Identifier: Apache-2.0
/** The proof that a deletion asks for: the password, and a code where the person has an authenticator app. */

import { selectAccountById } from '../../people/accounts/index.ts';
import type { Client } from '../../people/activity/index.ts';
import { checkCode, selectFactors } from '../../people/factors/index.ts';
import { checkPassword, type SignInDeps } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

interface Proof {
  password: string;
  mfaCode?: string | undefined;
}

/**
 * Passkeys are not asked for: the recent sign-in that every deletion needs was made with one, or with a code.
 * @returns the hash of the password that was right
 * @throws ApiError 401 `invalid_credentials` for a wrong password, and for a wrong or missing code; 429
 */
export async function confirmDeletion(
  deps: SignInDeps,
  user: { id: string; email: string },
  { password, mfaCode }: Proof,
  client: Client,
): Promise<string> {
  const account = await checkPassword(deps, { email: user.email, password, client });
  if (account?.id !== user.id) throw new ApiError('invalid_credentials', { message: 'The password is wrong.' });
  const { totp } = await inTransaction(deps.pool, [], (transaction) => selectFactors(transaction, user.id));
  if (!totp && mfaCode === undefined) return account.passwordHash;
  if (mfaCode === undefined) {
    throw new ApiError('invalid_credentials', { message: 'Send the code of your authenticator app as `mfaCode`.' });
  }
  if (!(await checkCode(deps, user.id, mfaCode, { client, isKnownBrowser: true }))) {
    throw new ApiError('invalid_credentials', { message: 'The code is wrong, or was used before.' });
  }
  return account.passwordHash;
}

/** @throws ApiError 401 when the password was changed since it was checked, or the account is gone */
export async function checkStillRight(
  transaction: Transaction,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  const account = await selectAccountById(transaction, accountId);
  if (account?.passwordHash !== passwordHash) {
    throw new ApiError('invalid_credentials', { message: 'The password was changed meanwhile; sign in again.' });
  }
}
