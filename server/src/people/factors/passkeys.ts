// SPDX-License-Identifier: Apache-2.0
/** Adds a passkey to an account: discoverable, with user verification, and without attestation. */

import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import {
  fieldFault,
  PASSKEYS_PER_ACCOUNT_MAX,
  type PasskeyCreated,
  type PasskeyCreation,
  type PasskeyOptions,
} from '@svc/contract';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { makeChallenge, spendChallenge } from './challenges.ts';
import { noteFactorChange } from './changes.ts';
import { lockFactors } from './factor-state.ts';
import { credentialsOf, insertPasskey } from './passkey-rows.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { type FactorDeps, relyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

interface User {
  id: string;
  email: string;
  name: string;
}

/** Options for `navigator.credentials.create`. */
export async function passkeyOptions(deps: FactorDeps, { id, email, name }: User): Promise<PasskeyOptions> {
  const party = relyingParty(deps);
  const { challenge, excluded } = await inTransaction(deps.pool, [], async (transaction) => ({
    challenge: await makeChallenge(transaction, id),
    excluded: await credentialsOf(transaction, id),
  }));
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: userHandleOf(id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: excluded,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return options as unknown as PasskeyOptions;
}

/** The name of a person to a discoverable passkey: the account's id. */
export function userHandleOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}

/**
 * @returns the passkey, and recovery codes when it is the account's first factor
 * @throws ApiError 400 for an answer that does not hold; 409 for a passkey that is registered, or one too many
 */
export async function addPasskey(
  deps: FactorDeps,
  accountId: string,
  creation: PasskeyCreation,
  client: Client,
): Promise<PasskeyCreated> {
  const { clientDataJSON } = creation.response.response;
  const challenge = await inTransaction(deps.pool, [], (transaction) =>
    spendChallenge(transaction, clientDataJSON, accountId),
  );
  if (challenge === null) throw invalid('response', fieldFault('TOO_LATE'));
  const credential = await verified(deps, creation, challenge);
  return await inTransaction(deps.pool, [], (transaction) =>
    store(transaction, accountId, creation, credential, client),
  );
}

async function verified(deps: FactorDeps, { response }: PasskeyCreation, expectedChallenge: string) {
  const party = relyingParty(deps);
  try {
    checkAttestation(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.ids,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo !== undefined) return registrationInfo.credential;
  } catch (error) {
    if (error instanceof ApiError) throw error;
  }
  throw invalid('response', fieldFault('PASSKEY_REFUSED'));
}

/**
 * Certificates are not asked for. A caller who sends some could make the service call an address of their choice, in
 * order to learn whether they were revoked.
 */
function checkAttestation(attestationObject: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isSelf = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelf) throw invalid('response', 'carries an attestation, which was not asked for');
}

async function store(
  transaction: Transaction,
  accountId: string,
  { name, response }: PasskeyCreation,
  credential: Awaited<ReturnType<typeof verified>>,
  client: Client,
): Promise<PasskeyCreated> {
  const { totp, passkeys } = await lockFactors(transaction, accountId);
  if (passkeys >= PASSKEYS_PER_ACCOUNT_MAX) {
    throw new ApiError('conflict', { message: `You have ${passkeys} passkeys; remove one first.` });
  }
  const atMs = transaction.clock.nowMs();
  const id = uuidv7(atMs);
  const { id: credentialId, publicKey, counter } = credential;
  const transports = response.response.transports ?? [];
  const passkey = { id, accountId, credentialId, publicKey, counter, transports, name, atMs };
  if (!(await insertPasskey(transaction, passkey))) {
    throw new ApiError('conflict', { message: 'This passkey is registered already.' });
  }
  await noteFactorChange(transaction, { accountId, kind: 'passkey.added', client, details: { name } });
  const isFirst = !totp && passkeys === 0;
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(transaction, accountId) : null;
  return { id, name, createdAt: new Date(atMs).toISOString(), lastUsedAt: null, recoveryCodes };
}
