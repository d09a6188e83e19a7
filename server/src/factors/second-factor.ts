/** Checks a code or the answer of a passkey. A code is guessable: few wrong ones are judged in a minute. */

import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import {
  type AuthenticatorAnswer,
  MFA_FAILURES_PER_MINUTE,
  type PasskeySignInOptions,
  SIGN_IN_FAILURES_PER_HOUR,
} from '@svc/contract';
import type { Client } from '../accounts/index.ts';
import { limitedAddress } from '../addresses/index.ts';
import { inTransaction } from '../db/index.ts';
import { type AttemptLimits, hitSharedWindow } from '../rates/index.ts';
import { makeChallenge, spendChallenge } from './challenges.ts';
import { countUse, type Passkey, selectPasskey } from './passkey-rows.ts';
import { userHandleOf } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type FactorDeps, relyingParty } from './relying-party.ts';
import { spendTotp } from './totp.ts';

/** By account alone: many addresses guess no faster than one. */
const MFA: AttemptLimits = {
  name: 'second factor',
  windowSeconds: 60,
  failuresPerAccountAndAddress: MFA_FAILURES_PER_MINUTE,
  failuresPerAddress: MFA_FAILURES_PER_MINUTE,
  failuresPerAccountAndHour: 100,
  failuresPerHour: SIGN_IN_FAILURES_PER_HOUR,
  delaySeconds: 2,
};

/**
 * Uses up a code of the app, or a recovery code.
 * @throws ApiError 429 after five wrong ones in a minute
 */
export async function checkCode(
  { pool, vault, attempts }: Pick<FactorDeps, 'pool' | 'vault' | 'attempts'>,
  accountId: string,
  code: string,
  client: Client,
): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '');
  const isRight = await attempts.run(MFA, { account: accountId, address: accountId }, () =>
    inTransaction(pool, [], async (transaction) => {
      const isSpent = /^\d{6}$/.test(plain)
        ? await spendTotp(transaction, vault, accountId, plain)
        : await spendRecoveryCode(transaction, accountId, plain, client);
      return isSpent ? true : null;
    }),
  );
  return isRight === true;
}

/** Challenges that one address may ask for. */
const CHALLENGE_RATE = { name: 'passkey challenges', hitsMax: 300, windowSeconds: 900 };
const TIMEOUT_MS = 300_000;

/** Options for `navigator.credentials.get`, for any passkey of this service. @throws ApiError 429 */
export async function passkeySignInOptions(deps: FactorDeps, { address }: Client): Promise<PasskeySignInOptions> {
  await hitSharedWindow(deps.pool, CHALLENGE_RATE, limitedAddress(address));
  const challenge = await inTransaction(deps.pool, [], (transaction) => makeChallenge(transaction, null));
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
  return options as unknown as PasskeySignInOptions;
}

/** The account whose passkey gave the answer. Null for any answer that does not hold; its challenge is used up. */
export async function checkPasskey(deps: FactorDeps, answer: AuthenticatorAnswer): Promise<string | null> {
  const { challenge, passkey } = await inTransaction(deps.pool, [], async (transaction) => ({
    challenge: await spendChallenge(transaction, answer.response.clientDataJSON, null),
    passkey: await selectPasskey(transaction, answer.id),
  }));
  if (challenge === null || passkey === null || !isOfPerson(passkey, answer)) return null;
  const counter = await counterOf(deps, answer, passkey, challenge);
  if (counter === null) return null;
  const isCounted = await inTransaction(deps.pool, [], (transaction) => countUse(transaction, passkey.id, counter));
  return isCounted ? passkey.accountId : null;
}

function isOfPerson({ accountId }: Passkey, { response: { userHandle } }: AuthenticatorAnswer): boolean {
  if (userHandle === undefined || userHandle === null) return true;
  return Buffer.from(userHandle, 'base64url').equals(Buffer.from(userHandleOf(accountId)));
}

/** The uses that the authenticator counted. Null when its signature, challenge, origin or flags do not hold. */
async function counterOf(
  deps: FactorDeps,
  answer: AuthenticatorAnswer,
  { credentialId, publicKey, counter }: Passkey,
  expectedChallenge: string,
): Promise<number | null> {
  const party = relyingParty(deps);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.ids,
      credential: { id: credentialId, publicKey, counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library says by an error which of the checks failed: all of them are one answer here.
    return null;
  }
}
