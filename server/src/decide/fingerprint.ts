/** Tells a retry from another request under the same idempotency key. */
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';
import type { ApiKeyRecord } from '../organizations/index.ts';
import { type Vault, VaultError } from '../vault/index.ts';

const PURPOSE = 'idempotency';

/** Covers the key's environment and binding: a TEST key never replays a LIVE decision, nor a bound key another's. */
export function canonicalRequest(key: ApiKeyRecord, body: unknown): string {
  return canonicalJson([key.kind, key.agentId, body as JsonValue]);
}

export function fingerprintOf(vault: Vault, canonical: string): { fingerprint: Buffer; fingerprintKeyId: string } {
  const { keyId, mac } = vault.keyedHash(PURPOSE, canonical);
  return { fingerprint: mac, fingerprintKeyId: keyId };
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
