/** Checks whether a key may be used: not revoked, not expired, and from an allowed address. */
import { ApiError } from '../errors/index.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../organizations/index.ts';

/** The caller, whom the authenticator found before the body was read. */
export interface Access {
  organizationId: string;
  apiKeyId: string;
  /** Address of the client. */
  address: string;
}

/**
 * @param address address of the client
 * @throws ApiError 401 for a revoked, deleted or expired key, 403 for an address outside the key's allow-list
 */
export function checkKey(
  snapshot: OrganizationSnapshot,
  apiKeyId: string,
  address: string,
  nowMs: number,
): ApiKeyRecord {
  const key = snapshot.apiKeys.get(apiKeyId);
  if (key === undefined) throw new ApiError('unauthorized', { message: 'This API key is revoked; use another one.' });
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) {
    throw new ApiError('unauthorized', { message: 'This API key has expired; use another one.' });
  }
  if (key.allowedIps !== null && !key.allowedIps.contains(address)) {
    throw new ApiError('forbidden', { message: 'This API key may not be used from this address.' });
  }
  return key;
}

/** @throws ApiError 403 unless the key is LIVE and bound to no agent */
export function checkOrgWideLiveKey(key: ApiKeyRecord): void {
  if (key.kind !== 'LIVE' || key.agentId !== null) {
    throw new ApiError('forbidden', { message: 'policies:apply requires an org-wide LIVE key' });
  }
}
