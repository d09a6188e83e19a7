// SPDX-License-Identifier: Apache-2.0
/**
 * The bearer token of an activity, by the seven rules of "Authentication with the Bot Connector API", Connector to Bot.
 * The key has to be one that may sign for Teams.
 */

import { ACTIVITY_SKEW_SECONDS, ACTIVITY_TOKEN_CHARACTERS_MAX, ACTIVITY_TOKEN_SECONDS_MAX } from '../limits.ts';
import type { Caller } from '../slack-calls.ts';
import type { ActivityKeys } from './activity-keys.ts';

const ISSUER = 'https://api.botframework.com';

interface Expected {
  appId: string;
  /** As the activity names it. */
  serviceUrl: string;
  now: Date;
}

/** @returns when the token ends; null for one that does not hold */
export async function checkActivityToken(
  keys: ActivityKeys,
  caller: Caller,
  authorization: string | undefined,
  { appId, serviceUrl, now }: Expected,
): Promise<Date | null> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined || token.length > ACTIVITY_TOKEN_CHARACTERS_MAX) return null;
  const jose = await import('jose');
  try {
    const { kid, alg } = jose.decodeProtectedHeader(token);
    if (typeof kid !== 'string' || alg === undefined) return null;
    const signing = await keys.get(caller, kid);
    if (signing === null || !signing.algorithms.includes(alg)) return null;
    const { payload } = await jose.jwtVerify(token, jose.createLocalJWKSet(signing.set), {
      issuer: ISSUER,
      audience: appId,
      algorithms: [...signing.algorithms],
      clockTolerance: ACTIVITY_SKEW_SECONDS,
      currentDate: now,
      requiredClaims: ['exp', 'aud', 'iss'],
    });
    // Newer tokens write it in small letters.
    const { exp = 0, serviceUrl: named = payload.serviceurl } = payload;
    if (named !== serviceUrl || exp - now.getTime() / 1_000 > ACTIVITY_TOKEN_SECONDS_MAX) return null;
    return new Date((exp + ACTIVITY_SKEW_SECONDS) * 1_000);
  } catch (error) {
    // Whatever the library finds wrong with a token.
    if (error instanceof jose.errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
