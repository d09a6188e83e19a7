// SPDX-License-Identifier: Apache-2.0
/**
 * Access tokens of OAuth 2.0 client credentials (RFC 6749, section 4.4). All waiting calls share one request. A token
 * is kept until shortly before its end, and dropped when an upstream refuses it. Tokens are in memory only.
 */
import { LRUCache } from 'lru-cache';
import { type Egress, EgressFault } from '../../../outgoing/egress/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Credential } from '../../../registry/credentials/index.ts';
import { isHostAmong } from '../../../registry/integrations/index.ts';
import {
  TOKEN_BODY_BYTES_MAX,
  TOKEN_CHARACTERS_MAX,
  TOKEN_LIFE_SECONDS_DEFAULT,
  TOKEN_LIFE_SECONDS_MAX,
  TOKEN_MARGIN_SECONDS,
  TOKEN_TIMEOUT_MS,
  TOKENS_MAX,
} from '../limits.ts';

type TokenCredential = Extract<Credential, { type: 'OAUTH2_CLIENT_CREDENTIALS' }>;

/** The reason for a missing token, in words that quote nothing. */
export class TokenFault extends Error {
  override name = 'TokenFault';
}

export interface TokenOwner {
  organizationId: string;
  integrationId: string;
  credential: TokenCredential;
  allowedHosts: readonly string[];
  secret: string;
}

export interface Tokens {
  /**
   * @param privateNetworks whether the organization may reach the ranges that the operator opened
   * @throws TokenFault
   */
  get(owner: TokenOwner, privateNetworks: boolean): Promise<string>;
  /** The upstream refused the token: the next call requests another. */
  drop(owner: TokenOwner, token: string): void;
}

interface Entry {
  token: string | null;
  endsAtMs: number;
  fetching: Promise<string> | null;
  /** The way of client authentication, once an address has accepted it. */
  authentication: Authentication;
}

type Authentication = 'basic' | 'body';

export function createTokens(egress: Egress, clock: Clock): Tokens {
  // It grows: `max` would take the memory of all entries at the start.
  const entries = new LRUCache<string, Entry>({ maxSize: TOKENS_MAX, sizeCalculation: () => 1 });

  function entryOf(owner: TokenOwner): Entry {
    const { organizationId, integrationId, credential, secret } = owner;
    // A changed credential is another one.
    const key = JSON.stringify([organizationId, integrationId, credential, secret]);
    const known = entries.get(key);
    if (known !== undefined) return known;
    const made: Entry = { token: null, endsAtMs: 0, fetching: null, authentication: 'basic' };
    entries.set(key, made);
    return made;
  }

  async function renew(entry: Entry, owner: TokenOwner, privateNetworks: boolean): Promise<string> {
    const fetched = await fetchToken(egress, { ...owner, privateNetworks }, entry.authentication);
    entry.authentication = fetched.authentication;
    entry.token = fetched.token;
    const marginSeconds = Math.min(TOKEN_MARGIN_SECONDS, fetched.lifeSeconds / 10);
    entry.endsAtMs = clock.nowMs() + (fetched.lifeSeconds - marginSeconds) * 1_000;
    return fetched.token;
  }

  return {
    get(owner, privateNetworks) {
      const entry = entryOf(owner);
      if (entry.token !== null && clock.nowMs() < entry.endsAtMs) return Promise.resolve(entry.token);
      entry.fetching ??= renew(entry, owner, privateNetworks).finally(() => {
        entry.fetching = null;
      });
      return entry.fetching;
    },
    drop(owner, token) {
      const entry = entryOf(owner);
      if (entry.token === token) entry.token = null;
    },
  };
}

type Asking = TokenOwner & { privateNetworks: boolean };

interface FetchedToken {
  token: string;
  lifeSeconds: number;
  authentication: Authentication;
}

/** An address that expects the other way of client authentication refuses the first; both are tried once. */
async function fetchToken(egress: Egress, owner: Asking, known: Authentication): Promise<FetchedToken> {
  if (!isHostAmong(owner.credential.tokenUrl, owner.allowedHosts)) {
    throw new TokenFault('token address is not among the allowed hosts');
  }
  const first = await ask(egress, owner, known);
  if (first.status === 200) return { ...tokenOf(first.body), authentication: known };
  const other = known === 'basic' ? 'body' : 'basic';
  const second = isClientUnknown(first) ? await ask(egress, owner, other) : first;
  if (second.status === 200) return { ...tokenOf(second.body), authentication: other };
  throw new TokenFault('token refused by its address');
}

interface TokenAnswer {
  status: number;
  body: unknown;
}

/** Some answer `invalid_request` when the body lacks the client. */
const CLIENT_UNKNOWN: readonly unknown[] = ['invalid_client', 'invalid_request'];

function isClientUnknown({ status, body }: TokenAnswer): boolean {
  return status === 401 || (status === 400 && CLIENT_UNKNOWN.includes((body as { error?: unknown } | null)?.error));
}

async function ask(egress: Egress, owner: Asking, authentication: Authentication): Promise<TokenAnswer> {
  const { tokenUrl, clientId, scope } = owner.credential;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== null) form.set('scope', scope);
  if (authentication === 'body') {
    form.set('client_id', clientId);
    form.set('client_secret', owner.secret);
  }
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
    'User-Agent': 'Svc-Gateway/1.0',
    ...(authentication === 'basic' ? { Authorization: `Basic ${clientPair(clientId, owner.secret)}` } : {}),
  };
  try {
    const answer = await egress.request({
      method: 'POST',
      url: tokenUrl,
      headers,
      body: form.toString(),
      timeoutMs: TOKEN_TIMEOUT_MS,
      bodyBytesMax: TOKEN_BODY_BYTES_MAX,
      owner: owner.organizationId,
      carriesCredential: true,
      privateNetworks: owner.privateNetworks,
    });
    if (answer.bodyFault !== null) throw answer.bodyFault;
    return { status: answer.status, body: parse(answer.body) };
  } catch (error) {
    if (error instanceof EgressFault) throw new TokenFault(`token not available: ${error.message}`);
    throw error;
  }
}

/** RFC 6749, section 2.3.1: both are form-encoded before they are joined. */
function clientPair(clientId: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return Buffer.from(`${encode(clientId)}:${encode(secret)}`, 'latin1').toString('base64');
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** RFC 6750, section 2.1: the characters behind `Bearer`. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** @throws TokenFault */
function tokenOf(body: unknown): { token: string; lifeSeconds: number } {
  const answer = (body ?? {}) as { access_token?: unknown; token_type?: unknown; expires_in?: unknown };
  const { access_token: token, token_type: type = 'bearer', expires_in: life } = answer;
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer';
  if (typeof token !== 'string' || token.length > TOKEN_CHARACTERS_MAX || !TOKEN.test(token) || !isBearer) {
    throw new TokenFault('token answer cannot be read');
  }
  const seconds = life === undefined ? TOKEN_LIFE_SECONDS_DEFAULT : Number(life);
  const lifeSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
  return { token, lifeSeconds: Math.min(lifeSeconds, TOKEN_LIFE_SECONDS_MAX) };
}
