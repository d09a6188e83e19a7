// SPDX-License-Identifier: Apache-2.0
/**
 * Authenticates the key of a request before its body is read: key, address, rate, then its permission for the route.
 */
import { type KeyPermission, POLICY_ROUTES_PER_MINUTE } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type Access,
  checkKey,
  checkKeyFor,
  type KeyDirectory,
  type KeyHeader,
  presentedKeyHash,
} from '../../organization/callers/index.ts';
import type { OrganizationSnapshots } from '../../organization/organizations/index.ts';
import type { AddressList } from '../../platform/addresses/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { ProcessWindow } from '../../platform/rates/index.ts';
import { TimeLeft } from '../../platform/time-left/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { requestAddress } from './client-address.ts';
import { noteKnownCaller } from './connections.ts';

export interface KeyAuthentication {
  pool: pg.Pool;
  directory: KeyDirectory;
  snapshots: OrganizationSnapshots;
  eventRate: ProcessWindow;
  trustedProxies: AddressList;
}

/** A route's demands on a key, besides validity. */
interface KeyRequirement {
  rate: KeyRate;
  permission: KeyPermission;
}

export type KeyRate = 'events' | 'policies';

const POLICY_RATE = { name: 'policies', hitsMax: POLICY_ROUTES_PER_MINUTE, windowSeconds: 60 };

/**
 * @throws ApiError 401 for the key, 403 for the address, 429 for the rate, 403 for the route, in this order
 */
export async function authenticateKey(
  deps: KeyAuthentication,
  request: FastifyRequest,
  requirement: KeyRequirement,
): Promise<Access> {
  const time = requirement.rate === 'policies' ? TimeLeft.asLongAsItTakes() : new TimeLeft();
  const access = await identifyKey(deps, request, OWN_KEY, time);
  await access.time.within(checkWith(deps, access, requirement));
  return access;
}

async function checkWith(deps: KeyAuthentication, access: Access, requirement: KeyRequirement): Promise<void> {
  await countKeyUse(deps, access, requirement.rate);
  await checkUse(deps, access, requirement.permission);
}

/** @throws ApiError 403 for a key without the permission */
export async function checkUse(
  { pool, snapshots }: Pick<KeyAuthentication, 'pool' | 'snapshots'>,
  access: Access,
  permission: KeyPermission,
): Promise<void> {
  await snapshots.underCurrentRules(access.organizationId, (snapshot) =>
    checkKeyFor(snapshot, access, permission, pool.clock.nowMs()),
  );
}

/** Where a key stands in a request, and which address counts for its allow-list. */
export interface KeyPresentation {
  header: KeyHeader;
  /** Null: the client's own. */
  seenFrom: string | null;
}

const OWN_KEY: KeyPresentation = { header: 'X-API-Key', seenFrom: null };

/** @throws ApiError 401 for the key, 403 for the address, 429 after too many unknown keys */
export async function identifyKey(
  deps: KeyAuthentication,
  request: FastifyRequest,
  presentation: KeyPresentation,
  time = new TimeLeft(),
): Promise<Access> {
  return await time.within(locateKey(deps, request, presentation, time));
}

async function locateKey(
  { pool, directory, snapshots, trustedProxies }: KeyAuthentication,
  request: FastifyRequest,
  presentation: KeyPresentation,
  time: TimeLeft,
): Promise<Access> {
  const keyHash = presentedKeyHash(request.headers, presentation.header);
  const client = requestAddress(request.raw, trustedProxies);
  const location = await directory.locate(keyHash, client);
  if (location === null) throw new ApiError('unauthorized');
  noteKnownCaller(request.raw.socket);
  const { traceparent } = request.headers;
  const access = { ...location, address: presentation.seenFrom ?? client, time, traceparent };
  await snapshots.underCurrentRules(location.organizationId, (snapshot) =>
    checkKey(snapshot, access, pool.clock.nowMs()),
  );
  return access;
}

/** @throws ApiError 429 */
export async function countKeyUse(
  { pool, eventRate }: Pick<KeyAuthentication, 'pool' | 'eventRate'>,
  { apiKeyId }: Access,
  rate: KeyRate,
): Promise<void> {
  if (rate === 'policies') return await hitSharedWindow(pool, POLICY_RATE, apiKeyId);
  const waitSeconds = eventRate.hit(apiKeyId, pool.clock.nowMs());
  if (waitSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
}
