// SPDX-License-Identifier: Apache-2.0
/** Checks a code or the answer of a passkey. A code is guessable: few wrong ones are judged in a minute. */

import { generateAuthenticationOptions } from '@simplewebauthn/server';
import {
  type AuthenticatorAnswer,
  MFA_FAILURES_PER_DAY,
  MFA_FAILURES_PER_HOUR,
  MFA_FAILURES_PER_MINUTE,
  MFA_FAILURES_PER_PASSWORD,
  type PasskeySignInOptions,
  SIGN_IN_FAILURES_PER_HOUR,
} from '@svc/contract';
import { limitedAddress } from '../../platform/addresses/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type AttemptLimits, hitSharedWindow } from '../../storage/limits/index.ts';
import type { Client } from '../activity/index.ts';
import { counterOf } from './assertions.ts';
import { makeChallenge, spendChallenge } from './challenges.ts';
import { countUse, selectPasskey } from './passkey-rows.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type FactorDeps, relyingParty } from './relying-party.ts';
import { spendTotp } from './totp.ts';
import { checkMayGuess, noteWrongCode } from './wrong-codes.ts';

const HOUR_SECONDS = 3_600;

/** @param failures of one account from one place; others are not hindered by them */
function limits(name: string, failures: number, windowSeconds: number): AttemptLimits {
  return {
    name: `second factor, ${name}`,
    windowSeconds,
    failuresPerAccountAndAddress: failures,
    failuresPerAddress: failures,
    failuresPerAccountAndHour: 100,
    failuresPerHour: SIGN_IN_FAILURES_PER_HOUR,
    delaySeconds: 2,
  };
}

const PER_PLACE = [
  limits('minute', MFA_FAILURES_PER_MINUTE, 60),
  limits('hour', MFA_FAILURES_PER_HOUR, HOUR_SECONDS),
  limits('day', MFA_FAILURES_PER_DAY, 24 * HOUR_SECONDS),
];
/** From many addresses at once: no crowd of attempts passes it together. */
const PER_ACCOUNT = limits('account', MFA_FAILURES_PER_PASSWORD, 24 * HOUR_SECONDS);

/**
 * Uses up a code of the app, or a recovery code. Wrong ones count by account and address. A browser in which the person
 * has signed in counts by itself: another person who has the password does not lock it out.
 * @param isKnownBrowser of this account
 * @throws ApiError 429 after five wrong ones in a minute, ten in an hour or twenty in a day; 403
 *   `new_password_required` after fifty
 */
export async function checkCode(
  { pool, vault, attempts }: Pick<FactorDeps, 'pool' | 'vault' | 'attempts'>,
  accountId: string,
  code: string,
  { client, isKnownBrowser }: { client: Client; isKnownBrowser: boolean },
): Promise<boolean> {
  const { device, address } = client;
  const isByBrowser = isKnownBrowser && device !== null;
  const place = isByBrowser ? `browser ${device}` : `address ${limitedAddress(address)}`;
  if (!isByBrowser) await inTransaction(pool, [], (transaction) => checkMayGuess(transaction, accountId));
  const bounds = [
    ...PER_PLACE.map((one) => ({ one, from: `${accountId} ${place}` })),
    ...(isByBrowser ? [] : [{ one: PER_ACCOUNT, from: accountId }]),
  ];
  const spend = () =>
    inTransaction(pool, [], (transaction) => spendCode(transaction, vault, { accountId, code, client }));
  // Each bound has turns of its own, so that none waits for one that is held inside it.
  const within = bounds.reduceRight<() => Promise<true | null>>(
    (inner, { one, from }) =>
      () =>
        attempts.run(one, { account: accountId, address: `${one.name} ${from}` }, inner),
    spend,
  );
  const isRight = (await within()) === true;
  if (!isRight) await inTransaction(pool, [], (transaction) => noteWrongCode(transaction, accountId, client));
  return isRight;
}

async function spendCode(
  transaction: Transaction,
  vault: FactorDeps['vault'],
  { accountId, code, client }: { accountId: string; code: string; client: Client },
): Promise<true | null> {
  const plain = code.replace(/[\s-]/g, '');
  const isSpent = /^\d{6}$/.test(plain)
    ? await spendTotp(transaction, vault, accountId, plain)
    : await spendRecoveryCode(transaction, accountId, plain, client);
  return isSpent ? true : null;
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
  if (challenge === null || passkey === null) return null;
  const counter = await counterOf(deps, answer, passkey, challenge);
  if (counter === null) return null;
  const isCounted = await inTransaction(deps.pool, [], (transaction) => countUse(transaction, passkey.id, counter));
  return isCounted ? passkey.accountId : null;
}
