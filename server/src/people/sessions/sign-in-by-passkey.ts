// SPDX-License-Identifier: Apache-2.0
/** Signs a person in by a passkey alone: it counts as both factors, since it verified its user. */
import type { AuthenticatorAnswer } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { selectAccountById } from '../accounts/index.ts';
import type { Client } from '../activity/index.ts';
import { checkPasskey, type FactorDeps } from '../factors/index.ts';
import { type MakeOrganization, type Started, startSession } from './start-session.ts';

interface PasskeyAttempt {
  answer: AuthenticatorAnswer;
  client: Client;
  nowMs: number;
  makeOrganization: MakeOrganization | null;
}

/**
 * @throws ApiError 401 for any answer that does not hold; 403 for a person without an organization, 409 when another
 *   sign-in makes it
 */
export async function signInByPasskey(
  deps: FactorDeps,
  { answer, client, nowMs, makeOrganization }: PasskeyAttempt,
): Promise<Started> {
  const accountId = await checkPasskey(deps, answer);
  const account =
    accountId === null
      ? null
      : await inTransaction(deps.pool, [], (transaction) => selectAccountById(transaction, accountId));
  if (account === null) {
    throw new ApiError('invalid_credentials', { message: 'This passkey belongs to no account here.' });
  }
  return await startSession(deps.pool, account, { client, nowMs, method: 'passkey', makeOrganization });
}
