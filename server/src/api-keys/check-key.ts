/** Whether a key may be used: not revoked, not expired, and from where it is used. */
import { Refusal } from '../refusal.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../tenant/index.ts';

/**
 * @param address address of the client
 * @throws Refusal 401 for a revoked, deleted or expired key, 403 for an address outside the key's allow-list
 */
export function checkKey(
  snapshot: OrganizationSnapshot,
  apiKeyId: string,
  address: string,
  nowMs: number,
): ApiKeyRecord {
  const key = snapshot.apiKeys.get(apiKeyId);
  if (key === undefined) throw new Refusal('unauthorized', { message: 'This API key is revoked; use another one.' });
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) {
    throw new Refusal('unauthorized', { message: 'This API key has expired; use another one.' });
  }
  if (key.allowedIps !== null && !key.allowedIps.contains(address)) {
    throw new Refusal('forbidden', { message: 'This API key may not be used from this address.' });
  }
  return key;
}

/** @throws Refusal 403 unless the key is LIVE and bound to no agent */
export function checkOrgWideLiveKey(key: ApiKeyRecord): void {
  if (key.kind !== 'LIVE' || key.agentId !== null) {
    throw new Refusal('forbidden', { message: 'policies:apply requires an org-wide LIVE key' });
  }
}
