// SPDX-License-Identifier: Apache-2.0
/** The keys that sign activities, which Microsoft publishes with the channels that each may sign for. */

import type { JSONWebKeySet, JWK } from 'jose';
import type { Egress } from '../../../outgoing/egress/index.ts';
import { parseUrl } from '../../../platform/addresses/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { ANSWER_BYTES_MAX, CALL_TIMEOUT_MS, KEYS_KEPT_MS, KEYS_READ_EVERY_MS } from '../limits.ts';
import type { Caller } from '../slack-calls.ts';

/** A key may sign activities of these channels alone. */
type EndorsingKey = JWK & { endorsements?: unknown };

interface SigningKeys {
  set: JSONWebKeySet;
  algorithms: readonly string[];
}

export interface ActivityKeys {
  /**
   * Read again for an unknown key, once in a while at most: anybody may name one.
   * @returns null while Microsoft's answer cannot be had
   */
  get(caller: Caller, keyId: string): Promise<SigningKeys | null>;
}

/** Signatures by a key pair: with a shared secret, or none, a token would prove nothing. */
const ALGORITHMS: readonly unknown[] = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256'];

const isKnown = ({ set }: SigningKeys, keyId: string): boolean => set.keys.some(({ kid }) => kid === keyId);

export function createActivityKeys(egress: Pick<Egress, 'request'>, clock: Clock, metadata: string): ActivityKeys {
  let kept: { keys: SigningKeys; readAtMs: number } | null = null;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(caller: Caller): Promise<void> {
    triedAtMs = clock.nowMs();
    const keys = await readKeys(egress, caller, metadata).catch(() => null);
    if (keys !== null) kept = { keys, readAtMs: triedAtMs };
  }

  return {
    async get(caller, keyId) {
      const ageMs = clock.nowMs() - (kept?.readAtMs ?? Number.NEGATIVE_INFINITY);
      const isFresh = kept !== null && ageMs < KEYS_KEPT_MS && isKnown(kept.keys, keyId);
      if (!isFresh && (kept === null || clock.nowMs() - triedAtMs >= KEYS_READ_EVERY_MS)) {
        reading ??= read(caller).finally(() => {
          reading = null;
        });
        await reading;
      }
      // Older keys may have been withdrawn: the service could not look for so long.
      return kept !== null && clock.nowMs() - kept.readAtMs < KEYS_KEPT_MS + KEYS_READ_EVERY_MS ? kept.keys : null;
    },
  };
}

async function readKeys(egress: Pick<Egress, 'request'>, caller: Caller, metadata: string): Promise<SigningKeys> {
  const { jwks_uri: uri, id_token_signing_alg_values_supported: named } = await readJson(egress, caller, metadata);
  const where = parseUrl(String(uri));
  if (where === null || where.protocol !== new URL(metadata).protocol) throw new Error('keys without an address');
  const { keys } = await readJson(egress, caller, where.href);
  if (!Array.isArray(keys) || !Array.isArray(named)) throw new Error('keys that cannot be read');
  const signing = keys.filter(
    (key): key is EndorsingKey => typeof key === 'object' && key !== null && mayEndorse(key as EndorsingKey),
  );
  return {
    set: { keys: signing },
    algorithms: named.filter((one): one is string => ALGORITHMS.includes(one)),
  };
}

const mayEndorse = ({ endorsements }: EndorsingKey): boolean =>
  Array.isArray(endorsements) && endorsements.includes('msteams');

async function readJson(
  egress: Pick<Egress, 'request'>,
  caller: Caller,
  url: string,
): Promise<Record<string, unknown>> {
  const { status, body, bodyFault } = await egress.request({
    method: 'GET',
    url,
    headers: { Accept: 'application/json' },
    body: null,
    timeoutMs: CALL_TIMEOUT_MS,
    bodyBytesMax: ANSWER_BYTES_MAX,
    carriesCredential: false,
    ...caller,
  });
  if (status !== 200 || bodyFault !== null) throw new Error('keys that cannot be read');
  return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
}
