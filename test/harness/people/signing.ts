// SPDX-License-Identifier: Apache-2.0
/** People who sign approvals by passkeys, as browsers do. */
import type { PasskeyCreated, PasskeyOptions, SigningKey } from '@svc/contract';
import { expect } from 'vitest';
import type { Browser } from '../service/sessions.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';

export interface Signer {
  authenticator: Authenticator;
  passkeyId: string;
}

/** Adds a passkey to the account of a signed-in person. @param origin the page's */
export async function addPasskey(
  browser: Browser,
  origin: string,
  authenticator = createAuthenticator(origin),
): Promise<Signer> {
  const options = (await browser.call<PasskeyOptions>('/me/passkeys/options', { method: 'POST' })).body;
  const body = { name: 'Phone', response: authenticator.create(options) };
  const added = await browser.call<PasskeyCreated>('/me/passkeys', { body });
  expect(added.status).toBe(201);
  return { authenticator, passkeyId: added.body.id };
}

/** Lets the passkey sign in the organization of the session. */
export async function addSigningKey(browser: Browser, { passkeyId }: Signer): Promise<SigningKey> {
  const { status, body } = await browser.call<SigningKey>('/me/signing-keys', { body: { passkeyId } });
  expect(status).toBe(201);
  return body;
}
