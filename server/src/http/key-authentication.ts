/**
 * Authenticates the key of a request before its body is read: key, address, rate, then its permission for the route.
 */
import { POLICY_ROUTES_PER_MINUTE } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AddressList } from '../addresses/index.ts';
import { type Access, checkKey, checkOrgWideLiveKey, type KeyDirectory, presentedKeyHash } from '../api-keys/index.ts';
import { ApiError } from '../errors/index.ts';
import type { OrganizationSnapshots } from '../organizations/index.ts';
import { hitSharedWindow, type ProcessWindow } from '../rates/index.ts';
import { requestAddress } from './client-address.ts';

export interface KeyAuthentication {
  pool: pg.Pool;
  directory: KeyDirectory;
  snapshots: OrganizationSnapshots;
  eventRate: ProcessWindow;
  trustedProxies: AddressList;
}

/** A route's demands on a key, besides validity. */
export interface KeyRequirement {
  rate: 'events' | 'policies';
  orgWideLive?: boolean;
}

const POLICY_RATE = { name: 'policies', hitsMax: POLICY_ROUTES_PER_MINUTE, windowSeconds: 60 };

/**
 * @throws ApiError 401 for the key, 403 for the address, 429 for the rate, 403 for the route, in this order
 */
export async function authenticateKey(
  deps: KeyAuthentication,
  request: FastifyRequest,
  requirement: KeyRequirement,
): Promise<Access> {
  const keyHash = presentedKeyHash(request.headers);
  const location = await deps.directory.locate(keyHash);
  if (location === null) throw new ApiError('unauthorized');
  const { organizationId, apiKeyId } = location;
  const address = requestAddress(request.raw, deps.trustedProxies);
  const nowMs = Date.now();
  await deps.snapshots.underCurrentRules(organizationId, (snapshot) => checkKey(snapshot, apiKeyId, address, nowMs));
  if (requirement.rate === 'policies') await hitSharedWindow(deps.pool, POLICY_RATE, apiKeyId);
  else {
    const waitSeconds = deps.eventRate.hit(apiKeyId, nowMs);
    if (waitSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  }
  if (requirement.orgWideLive === true) {
    await deps.snapshots.underCurrentRules(organizationId, (snapshot) =>
      checkOrgWideLiveKey(checkKey(snapshot, apiKeyId, address, nowMs)),
    );
  }
  return { organizationId, apiKeyId, address };
}
