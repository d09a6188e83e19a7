// SPDX-License-Identifier: Apache-2.0
/** Tells a retry from another request under the same idempotency key. */
import { canonicalJson, escapedText, isWellFormedJson, type JsonValue } from '@svc/core/canonical-json';
import type { ApiKeyRecord } from '../../organization/organizations/index.ts';
import { type Vault, VaultError } from '../../platform/vault/index.ts';

const PURPOSE = 'idempotency';

/** Covers the key's environment and binding: a TEST key never replays a LIVE decision, nor a bound key another's. */
export function canonicalRequest(key: ApiKeyRecord, body: unknown): string {
  const { kind, agentId } = key;
  if (isWellFormedJson(body)) return canonicalJson([kind, agentId, body as JsonValue]);
  return canonicalJson([kind, agentId, escapedText(body), ESCAPED]);
}

/** One item more than other requests have: the two forms never meet. */
const ESCAPED = 'escaped';

export function fingerprintOf(vault: Vault, canonical: string): { fingerprint: string; fingerprintKeyId: string } {
  const { keyId, mac } = vault.keyedHash(PURPOSE, canonical);
  return { fingerprint: mac.toString('hex'), fingerprintKeyId: keyId };
}

/** False also when the key of the stored fingerprint is gone: requests that cannot be compared count as different. */
export function matchesFingerprint(vault: Vault, keyId: string, canonical: string, fingerprint: Buffer): boolean {
  try {
    return vault.keyedHashWith(keyId, PURPOSE, canonical).mac.equals(fingerprint);
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}
