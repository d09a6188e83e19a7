// SPDX-License-Identifier: Apache-2.0
/** Passkeys of this device, asked through the browser. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { AppAnswer, ApprovalOptionsRequest, AuthenticatorAnswer } from '@svc/contract';
import { callApi } from '../api/client.ts';

/** A passkey belongs to a host's name: browsers make none for an IP address. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** False without https, in an old browser, and where the address of the app is no name. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !IP_ADDRESS.test(location.hostname);
}

/** The same page by the name of this machine; null elsewhere. */
export function localhostAddress(): string | null {
  const { protocol, hostname, port, pathname, search } = location;
  return hostname === '127.0.0.1' || hostname === '[::1]' ? `${protocol}//localhost:${port}${pathname}${search}` : null;
}

/** Thrown when the person closed the browser's question, or no passkey was there. */
export class PasskeyNotUsed extends Error {
  override name = 'PasskeyNotUsed';
}

/** Loaded with the first press: the sign-in does not wait for it. */
const messages = () => import('@simplewebauthn/browser');

/** @throws PasskeyNotUsed; ApiFailure */
export async function askForPasskey(): Promise<AuthenticatorAnswer> {
  const [options, { startAuthentication }] = await Promise.all([callApi('passkeySignInOptions'), messages()]);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return await used(startAuthentication({ optionsJSON }));
}

/** Signs an approval of this review, for this act alone. @throws PasskeyNotUsed; ApiFailure */
export async function signApproval(eventId: string, body: ApprovalOptionsRequest): Promise<AuthenticatorAnswer> {
  const asked = callApi('approvalOptions', { params: { eventId }, body });
  const [{ options }, { startAuthentication }] = await Promise.all([asked, messages()]);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return await used(startAuthentication({ optionsJSON }));
}

/** @throws PasskeyNotUsed; ApiFailure */
export async function makePasskey(name: string): Promise<AppAnswer<'addPasskey'>> {
  const [options, { startRegistration }] = await Promise.all([callApi('passkeyOptions'), messages()]);
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const response = await used(startRegistration({ optionsJSON }));
  return await callApi('addPasskey', { body: { name, response } });
}

async function used<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new PasskeyNotUsed(error instanceof Error ? error.name : String(error));
  }
}
