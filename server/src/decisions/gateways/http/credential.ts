// SPDX-License-Identifier: Apache-2.0
/** A credential in the form of a call: a header or a parameter, and the texts that must never be shown. */
import type { Credential } from '../../../registry/credentials/index.ts';

export interface Injection {
  headers: Readonly<Record<string, string>>;
  parameter: { name: string; value: string } | null;
  /** Every part of it that could come back in an answer. */
  secrets: readonly string[];
}

export const NO_INJECTION: Injection = { headers: {}, parameter: null, secrets: [] };

/** @param token from the token address, for a credential that has one */
export function injectionOf(credential: Credential, secret: string, token: string | null): Injection {
  switch (credential.type) {
    case 'API_KEY_HEADER':
      return {
        headers: { [credential.header]: secret },
        parameter: null,
        secrets: [secret, ...(credential.header.toLowerCase() === 'cookie' ? cookieValues(secret) : within(secret))],
      };
    case 'QUERY_PARAM':
      return { headers: {}, parameter: { name: credential.name, value: secret }, secrets: [secret] };
    case 'AUTHORIZATION':
      return authorization(`${credential.scheme} ${secret}`, [secret, ...within(`${credential.scheme} ${secret}`)]);
    case 'BASIC': {
      const pair = basicPair(credential.username, secret);
      return authorization(`Basic ${pair}`, [pair, `${credential.username}:${secret}`, secret]);
    }
    case 'OAUTH2_CLIENT_CREDENTIALS': {
      if (token === null) throw new Error('a credential of a token address without its token');
      return authorization(`Bearer ${token}`, [token, secret]);
    }
  }
}

function authorization(value: string, secrets: readonly string[]): Injection {
  return { headers: { Authorization: value }, parameter: null, secrets };
}

/** The secrets in a header value that names its own scheme: the token behind it, the pair and its password. */
function within(value: string): string[] {
  const [, scheme = '', token = ''] = /^([!#$%&'*+.^_`|~\w-]+) +(\S+)$/.exec(value) ?? [];
  if (token.length < TOKEN_CHARACTERS_MIN) return [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString('utf8') : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [token, pair, password];
}

/** The secrets of a Cookie header: each value as sent, without its quotes, and in its usual decoded form. */
function cookieValues(value: string): string[] {
  return value
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .map((one) => /^"(.*)"$/.exec(one)?.[1] ?? one)
    .filter((one) => one.length >= TOKEN_CHARACTERS_MIN)
    .slice(0, COOKIES_MAX)
    .flatMap((one) => [one, decodedOrSame(one)]);
}

function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The number that browsers keep for a domain: RFC 6265, section 6.1. */
const COOKIES_MAX = 50;

/** A shorter word behind another is an ordinary word. */
const TOKEN_CHARACTERS_MIN = 8;

/** RFC 7617, in UTF-8. */
export function basicPair(username: string, secret: string): string {
  return Buffer.from(`${username}:${secret}`, 'utf8').toString('base64');
}
