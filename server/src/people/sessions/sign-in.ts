// SPDX-License-Identifier: Apache-2.0
/** Signs a person in: checks the password and the second factor, each within its limits, then starts a session. */

import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { accountIdsByEmail, emailKeyOf, unknownAccountId } from '../accounts/index.ts';
import { type Client, noteFailedSignIn } from '../activity/index.ts';
import type { FactorDeps } from '../factors/index.ts';
import { checkPassword, type PasswordDeps } from './check-password.ts';
import { checkSecondFactor, type SecondFactor } from './second-step.ts';
import { type MakeOrganization, type Started, startSession } from './start-session.ts';

export type SignInDeps = PasswordDeps & FactorDeps;

export interface SignInAttempt extends SecondFactor {
  email: string;
  password: string;
  client: Client;
  nowMs: number;
  makeOrganization: MakeOrganization | null;
}

/**
 * A 401 does not reveal, even by its duration, whether the e-mail address or the password is wrong.
 * @throws ApiError 401, which may be `mfa_required`; 429 after too many failures; 403 for a person without an
 * organization, 409 when another sign-in makes it; 503 for a crowd
 */
export async function signIn(deps: SignInDeps, attempt: SignInAttempt): Promise<Started> {
  const { client, nowMs, makeOrganization } = attempt;
  const account = await checkPassword(deps, attempt);
  if (account === null) {
    await noteFailure(deps, attempt);
    throw new ApiError('invalid_credentials');
  }
  const method = await checkSecondFactor(deps, account.id, attempt, client).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'invalid_credentials') await noteFailure(deps, attempt);
    throw error;
  });
  return await startSession(deps.pool, account, { client, nowMs, method, makeOrganization });
}

/** The same for an unknown address, so that it takes as long. */
async function noteFailure({ pool }: SignInDeps, { email, client, nowMs }: SignInAttempt): Promise<void> {
  const emailKey = emailKeyOf(email);
  await inTransaction(pool, [], async (transaction) => {
    const ids = await accountIdsByEmail(transaction, [emailKey]);
    const accountId = ids.get(emailKey) ?? unknownAccountId(emailKey);
    await noteFailedSignIn(transaction, { accountId, client, atMs: nowMs });
  });
}
