/** Authenticates the key of a request before its body is read: key, address, rate, then whether the route is for it. */
import { POLICY_ROUTES_PER_MINUTE } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { checkKey, checkOrgWideLiveKey } from '../api-keys/check-key.ts';
import type { KeyDirectory } from '../api-keys/directory.ts';
import { presentedKeyHash } from '../api-keys/presented-key.ts';
import type { Access } from '../decide/index.ts';
import type { ProcessWindow } from '../rates/process-window.ts';
import { hitSharedWindow } from '../rates/shared-window.ts';
import { Refusal } from '../refusal.ts';
import type { Tenants } from '../tenant/index.ts';
import { type AddressList, requestAddress } from './client-address.ts';

export interface KeyAuthentication {
  pool: pg.Pool;
  directory: KeyDirectory;
  tenants: Tenants;
  eventRate: ProcessWindow;
  trustedProxies: AddressList;
}

/** What a route asks of a key, beside being valid. */
export interface KeyRequirement {
  rate: 'events' | 'policies';
  orgWideLive?: boolean;
}

const POLICY_RATE = { name: 'policies', hitsMax: POLICY_ROUTES_PER_MINUTE, windowSeconds: 60 };

/**
 * @throws Refusal 401 for the key, 403 for the address, 429 for the rate, 403 for the route, in this order
 */
export async function authenticateKey(
  using: KeyAuthentication,
  request: FastifyRequest,
  requirement: KeyRequirement,
): Promise<Access> {
  const keyHash = presentedKeyHash(request.headers);
  const location = await using.directory.locate(keyHash);
  if (location === null) throw new Refusal('unauthorized');
  const { organizationId, apiKeyId } = location;
  const address = requestAddress(request.raw, using.trustedProxies);
  const nowMs = Date.now();
  await using.tenants.underCurrentRules(organizationId, (snapshot) => checkKey(snapshot, apiKeyId, address, nowMs));
  if (requirement.rate === 'policies') await hitSharedWindow(using.pool, POLICY_RATE, apiKeyId);
  else {
    const waitSeconds = using.eventRate.hit(apiKeyId, nowMs);
    if (waitSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds: waitSeconds });
  }
  if (requirement.orgWideLive === true) {
    await using.tenants.underCurrentRules(organizationId, (snapshot) =>
      checkOrgWideLiveKey(checkKey(snapshot, apiKeyId, address, nowMs)),
    );
  }
  return { organizationId, apiKeyId, address };
}
