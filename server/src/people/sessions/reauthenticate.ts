// SPDX-License-Identifier: Apache-2.0
/** Confirms that the person of a session is still there, for a change that asks for a recent sign-in. */
import { fieldFault, type Reauthentication } from '@svc/contract';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { checkPasskey } from '../factors/index.ts';
import { checkPassword } from './check-password.ts';
import type { Person } from './read-person.ts';
import { checkSecondFactor, type Method } from './second-step.ts';
import { SESSIONS } from './session-rows.ts';
import type { SignInDeps } from './sign-in.ts';

/** @throws ApiError 400 without any proof; 401 for a wrong one; 429 */
export async function reauthenticate(
  deps: SignInDeps,
  { user, sessionId }: Person,
  proof: Reauthentication,
  client: Client,
): Promise<void> {
  const { passwordHash, method } = await prove(deps, user, proof, client);
  await inTransaction(deps.pool, [], async (transaction) => {
    const values = [sessionId, passwordHash, transaction.clock.now()];
    const [confirmed] = await queryAcross(transaction, SESSIONS, CONFIRM, values);
    if (confirmed === undefined)
      throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    const details = { method };
    await noteActivity(transaction, {
      accountId: user.id,
      kind: 'sign_in.confirmed',
      atMs: transaction.clock.nowMs(),
      client,
      details,
    });
  });
}

/** A passkey alone, or the password with the second factor that the account has. */
async function prove(
  deps: SignInDeps,
  user: Person['user'],
  proof: Reauthentication,
  client: Client,
): Promise<{ passwordHash: string | null; method: Method }> {
  const { password, passkey } = proof;
  if (password === undefined) {
    if (passkey === undefined) throw invalid('password', fieldFault('PASSWORD_OR_PASSKEY'));
    if ((await checkPasskey(deps, passkey)) !== user.id) throw new ApiError('invalid_credentials');
    return { passwordHash: null, method: 'passkey' };
  }
  const account = await checkPassword(deps, { email: user.email, password, client });
  if (account === null || account.id !== user.id) throw new ApiError('invalid_credentials');
  const method = await checkSecondFactor(deps, user.id, proof, client);
  return { passwordHash: account.passwordHash, method };
}

/** A session that was ended meanwhile stays ended, and a password that was changed meanwhile confirms nothing. */
const CONFIRM = `
  UPDATE svc.sessions s SET signed_in_at = $3::timestamptz FROM svc.accounts a
  WHERE s.id = $1 AND a.id = s.account_id AND ($2::text IS NULL OR a.password_hash = $2)
  RETURNING 1`;
