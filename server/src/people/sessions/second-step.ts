// SPDX-License-Identifier: Apache-2.0
/** The second step of a sign-in by password, for a person who has a second factor. */
import type { AuthenticatorAnswer } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { checkCode, checkPasskey, type FactorDeps, selectFactors } from '../factors/index.ts';
import { knowsDevice } from './devices.ts';

export interface SecondFactor {
  mfaCode?: string | undefined;
  passkey?: AuthenticatorAnswer | undefined;
}

export type Method = 'password' | 'password and code' | 'password and passkey' | 'passkey' | 'directory';

/**
 * @returns how the person has signed in
 * @throws ApiError 401 `mfa_required` without a factor, 401 for a wrong one, 429 and 403 after too many wrong codes
 */
export async function checkSecondFactor(
  deps: FactorDeps,
  accountId: string,
  { mfaCode, passkey }: SecondFactor,
  client: Client,
): Promise<Method> {
  const { totp, passkeys } = await inTransaction(deps.pool, [], (transaction) => selectFactors(transaction, accountId));
  if (!totp && passkeys === 0) return 'password';
  if (passkey !== undefined) {
    if ((await checkPasskey(deps, passkey)) !== accountId) throw WRONG;
    return 'password and passkey';
  }
  if (mfaCode === undefined) throw new ApiError('mfa_required');
  const isKnownBrowser = await inTransaction(deps.pool, [], (transaction) =>
    knowsDevice(transaction, accountId, client.device),
  );
  if (!(await checkCode(deps, accountId, mfaCode, { client, isKnownBrowser }))) throw WRONG;
  return 'password and code';
}

const WRONG = new ApiError('invalid_credentials', { message: 'The code or passkey is wrong, or was used before.' });
