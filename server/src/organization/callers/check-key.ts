// SPDX-License-Identifier: Apache-2.0
/** Checks whether a key may be used: not revoked, not expired, from an allowed address, and for what is asked. */
import type { KeyPermission, OauthScope } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { TimeLeft } from '../../platform/time-left/index.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../organizations/index.ts';

/** The caller, whom the authenticator found before the body was read. */
export interface Access {
  organizationId: string;
  apiKeyId: string;
  /** Address of the client. */
  address: string;
  /** Bounds what the caller waits for. */
  time: TimeLeft;
  /** The trace that the call belongs to, as it came. */
  traceparent?: string | string[] | undefined;
  /** The grant of a connected app; its id stands in place of a key's. */
  grant?: GrantAccess;
}

/** The permissions that a person gave to a connected app. */
interface GrantAccess {
  accountId: string;
  clientName: string;
  /** The person lets the app ask them to resolve reviews. */
  mayAsk: boolean;
  scopes: ReadonlySet<OauthScope>;
  /** @throws ApiError 401 once the grant has ended */
  check(): Promise<void>;
}

/**
 * A caller under one snapshot. A connected app acts for its person: LIVE, and as any agent of the organization. Its
 * scopes are checked where its tool is called.
 * @throws ApiError 401 and 403 for a key as below; 401 for a grant that has ended, 403 as for a key
 */
export function checkCaller(
  snapshot: OrganizationSnapshot,
  access: Access,
  permission: KeyPermission,
  nowMs: number,
): ApiKeyRecord | Promise<ApiKeyRecord> {
  const { apiKeyId, grant } = access;
  if (grant === undefined) return checkKeyFor(snapshot, access, permission, nowMs);
  checkConfirmed(snapshot);
  return grant.check().then(() => ({
    id: apiKeyId,
    name: grant.clientName,
    kind: 'LIVE',
    prefix: GRANT_PREFIX,
    personId: grant.accountId,
    agentId: null,
    permissions: [],
    allowedIps: null,
    expiresAtMs: null,
    revokesAtMs: null,
  }));
}

/** Stands in audit entries in place of a key's prefix. */
const GRANT_PREFIX = 'oauth';

/**
 * A key, for what its operation asks.
 * @throws ApiError 401 and 403 as below, 403 for a key without the permission
 */
export function checkKeyFor(
  snapshot: OrganizationSnapshot,
  access: Access,
  permission: KeyPermission,
  nowMs: number,
): ApiKeyRecord {
  const key = checkKey(snapshot, access, nowMs);
  const isForOthers = permission === 'apply' && (key.kind !== 'LIVE' || key.agentId !== null);
  if (isForOthers || !key.permissions.includes(permission)) throw lacking(permission);
  return key;
}

/** The sentence about apply is the contract's own. */
function lacking(permission: KeyPermission): ApiError {
  const message =
    permission === 'apply'
      ? 'policies:apply requires an org-wide LIVE key'
      : `This API key lacks the permission \`${permission}\`.`;
  return new ApiError('forbidden', { message });
}

/**
 * A key, whatever it is used for.
 * @throws ApiError 401 for a revoked, deleted or expired key. 403 for an address outside the key's allow-list, and
 *   while the owner of the organization has not confirmed its keys
 */
export function checkKey(snapshot: OrganizationSnapshot, { apiKeyId, address }: Access, nowMs: number): ApiKeyRecord {
  const key = snapshot.apiKeys.get(apiKeyId);
  if (key === undefined) throw new ApiError('unauthorized', { message: 'This API key is revoked; use another one.' });
  if (key.revokesAtMs !== null && key.revokesAtMs <= nowMs) {
    throw new ApiError('unauthorized', { message: 'This API key was replaced and is revoked; use the new one.' });
  }
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) {
    throw new ApiError('unauthorized', { message: 'This API key has expired; use another one.' });
  }
  if (key.allowedIps !== null && !key.allowedIps.contains(address)) {
    throw new ApiError('forbidden', { message: 'This API key may not be used from this address.' });
  }
  checkConfirmed(snapshot);
  return key;
}

/** @throws ApiError 403 while another person than the owner may have made what calls */
function checkConfirmed({ isUnconfirmed }: OrganizationSnapshot): void {
  if (!isUnconfirmed) return;
  const message = 'The owner of the organization has yet to confirm its access: they sign in to the app and answer.';
  throw new ApiError('forbidden', { message });
}
