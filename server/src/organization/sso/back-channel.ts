// SPDX-License-Identifier: Apache-2.0
/** Logout tokens that a directory sends by itself (OpenID Connect Back-Channel Logout): each ends sessions, once. */
import { createHash } from 'node:crypto';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { directorySessions } from '../../people/sessions/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Connection } from './connection-rows.ts';
import { openConnection, type SsoDeps } from './deps.ts';
import type { DirectoryCaller } from './directory-fetch.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  DIRECTORIES_KEPT_MAX,
  KEYS_READ_EVERY_MS,
  LOGOUT_TOKEN_CHARACTERS_MAX,
  LOGOUT_TOKEN_SECONDS,
} from './limits.ts';
import { refusedBy } from './refusal.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface Keys {
  set: JSONWebKeySet;
  readAtMs: number;
}

export interface BackChannel {
  /** @returns false for a token that does not hold, or that was used before */
  end(organizationId: string, token: string): Promise<boolean>;
}

export function createBackChannel(deps: SsoDeps): BackChannel {
  const kept = new LRUCache<string, Keys>({ max: DIRECTORIES_KEPT_MAX });

  /** Anybody may send a token: its directory is asked once in a while at most, whatever key it names. */
  const keysOf = async (caller: DirectoryCaller, url: string): Promise<JSONWebKeySet> => {
    const name = JSON.stringify([caller.organizationId, url]);
    const known = kept.get(name);
    const nowMs = deps.pool.clock.nowMs();
    if (known !== undefined && nowMs - known.readAtMs < KEYS_READ_EVERY_MS) return known.set;
    const set = (await deps.directories.read(caller, url)) as JSONWebKeySet;
    kept.set(name, { set, readAtMs: nowMs });
    return set;
  };

  const check = async (organizationId: string, connection: Connection, token: string): Promise<JWTPayload> => {
    const { issuer, clientId, privateNetworks } = connection;
    const caller = { organizationId, privateNetworks };
    const [jose, metadata] = await Promise.all([
      import('jose'),
      deps.directories.discover({ ...caller, issuer, clientId }),
    ]);
    const keys = jose.createLocalJWKSet(await keysOf(caller, metadata.jwks_uri ?? ''));
    const { payload } = await jose.jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: metadata.id_token_signing_alg_values_supported ?? [],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: deps.pool.clock.now(),
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return payload;
  };

  return {
    async end(organizationId, token) {
      if (token.length > LOGOUT_TOKEN_CHARACTERS_MAX) return false;
      const connection = await openConnection(deps, organizationId);
      if (connection === null) return false;
      const payload = await check(organizationId, connection, token).catch((error: unknown) => {
        refusedBy(deps.log, organizationId, error);
        return null;
      });
      if (payload === null || !isLogout(payload)) return false;
      return await inTransaction(deps.pool, [organizationId], (transaction) =>
        use(transaction, organizationId, payload),
      );
    },
  };
}

/** A nonce would make it an ID token. */
function isLogout({ events, nonce, sub, sid, jti }: JWTPayload): boolean {
  const named = events as Record<string, unknown> | null;
  const isEvent = typeof named === 'object' && named !== null && typeof named[EVENT] === 'object';
  const names = [sub, sid].filter((one) => one !== undefined);
  return isEvent && nonce === undefined && names.length > 0 && [...names, jti].every((one) => typeof one === 'string');
}

async function use(transaction: Transaction, organizationId: string, payload: JWTPayload): Promise<boolean> {
  const { jti = '', sub, sid } = payload;
  const now = transaction.clock.now();
  const expiresAt = new Date(now.getTime() + (LOGOUT_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000);
  const digest = createHash('sha256').update(jti).digest();
  const noted = await transaction.query(NOTE, [organizationId, digest, expiresAt]);
  if (noted.length === 0) return false;
  const of = { subject: sub ?? null, sid: typeof sid === 'string' ? sid : null };
  await directorySessions.end(transaction, organizationId, of);
  return true;
}

const NOTE = `
  INSERT INTO svc.sso_logouts (organization_id, token_hash, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (organization_id, token_hash) DO NOTHING RETURNING 1`;
