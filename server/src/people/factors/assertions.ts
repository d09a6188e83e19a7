// SPDX-License-Identifier: Apache-2.0
/** Checks answers of passkeys: that of a person who signs in, and a signature under a statement. */
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticatorAnswer } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { countUse, type Passkey, selectPasskey } from './passkey-rows.ts';
import { userHandleOf } from './passkeys.ts';
import { type PublicKey, publicKeyOf } from './public-key.ts';
import { type Party, relyingParty } from './relying-party.ts';

/**
 * The uses that the authenticator counted. Null when its signature, challenge, origin, flags or person do not hold.
 */
export async function counterOf(
  deps: Party,
  answer: AuthenticatorAnswer,
  passkey: Passkey,
  expectedChallenge: string,
): Promise<number | null> {
  if (!isOfPerson(passkey, answer)) return null;
  const { credentialId, publicKey, counter } = passkey;
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

function isOfPerson({ accountId }: Passkey, { response: { userHandle } }: AuthenticatorAnswer): boolean {
  if (userHandle === undefined || userHandle === null) return true;
  return Buffer.from(userHandle, 'base64url').equals(Buffer.from(userHandleOf(accountId)));
}

/** @returns the key that signed; null for an answer that does not hold, or is of another person's passkey */
export async function checkSigned(
  transaction: Transaction,
  party: Party,
  answer: AuthenticatorAnswer,
  { accountId, challenge }: { accountId: string; challenge: string },
): Promise<(PublicKey & { passkeyId: string }) | null> {
  const passkey = await selectPasskey(transaction, answer.id);
  if (passkey?.accountId !== accountId) return null;
  const counter = await counterOf(party, answer, passkey, challenge);
  const key = publicKeyOf(passkey.publicKey);
  if (counter === null || key === null || !(await countUse(transaction, passkey.id, counter))) return null;
  return { ...key, passkeyId: passkey.id };
}
