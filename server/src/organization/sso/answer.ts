// SPDX-License-Identifier: Apache-2.0
/** The answer of a directory: its code is redeemed, and every claim of the ID token checked. */
import type { SsoFinish } from '@svc/contract';
import { ownAddresses } from './addresses.ts';
import type { Connection } from './connection-rows.ts';
import { registeredAs, type SsoDeps } from './deps.ts';
import { CLOCK_TOLERANCE_SECONDS } from './limits.ts';
import { refused } from './refusal.ts';
import type { UnderWay } from './under-way.ts';

const SUBJECT_CHARACTERS_MAX = 255;

export interface Answered {
  subject: string;
  /** The session at the directory, where it names it. */
  sid: string | null;
  authenticatedAtMs: number | null;
  claims: Readonly<Record<string, unknown>>;
  /** For the sign-out at the directory. */
  idToken: string;
}

/** @throws any error of the library: its caller tells none of it. ApiError for an answer without what we need */
export async function readAnswer(
  { baseUrl, directories }: SsoDeps,
  connection: Connection,
  underWay: UnderWay,
  { organizationId, code, state, iss }: SsoFinish,
): Promise<Answered> {
  const registered = registeredAs(organizationId, connection);
  if (registered === null) throw refused('NOT_AVAILABLE');
  if (code === undefined) throw refused('ANSWER_REFUSED');
  const [library, client] = await Promise.all([import('openid-client'), directories.client(registered)]);
  const url = new URL(ownAddresses(baseUrl(), organizationId).callback);
  for (const [name, value] of Object.entries({ code, state, iss })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const tokens = await library.authorizationCodeGrant(client, url, {
    expectedState: underWay.state,
    expectedNonce: underWay.nonce,
    pkceCodeVerifier: underWay.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw refused('ANSWER_REFUSED');
  const { sub, iat, azp, sid, auth_time: authenticatedAt } = claims;
  const latest = directories.clock.nowMs() / 1_000 + CLOCK_TOLERANCE_SECONDS;
  const isOurs = azp === undefined || azp === registered.clientId;
  if (iat > latest || !isOurs || sub.length === 0 || sub.length > SUBJECT_CHARACTERS_MAX || sub.includes('\0')) {
    throw refused('ANSWER_REFUSED');
  }
  return {
    subject: sub,
    sid: typeof sid === 'string' && sid.length <= SUBJECT_CHARACTERS_MAX && !sid.includes('\0') ? sid : null,
    authenticatedAtMs: typeof authenticatedAt === 'number' ? authenticatedAt * 1_000 : null,
    claims,
    idToken: tokens.id_token,
  };
}
