// SPDX-License-Identifier: Apache-2.0
/** Changes of one API key by a person, each with its audit entry and a new generation. */

import {
  type ApiKey,
  type ApiKeyChange,
  type ApiKeyCreation,
  type CreatedApiKey,
  fieldFault,
  type KeyPermission,
} from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { rangeFault } from '../../platform/addresses/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { momentIn } from '../../platform/pagination/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { lineFault } from '../names/index.ts';
import { createRecord, findRecord, kept, type RecordTable, referenceTo, updateRecord } from '../records/index.ts';
import { inOrder, isCurrent, keyChanges, permissionsFault, planApiKeys, type StoredKey } from './plan-api-keys.ts';
import { showApiKey } from './read-api-keys.ts';
import { selectApiKeys, writeApiKeys } from './rows.ts';

/** Keys that are not revoked or replaced: the names of others are free. */
const CURRENT_KEYS: RecordTable<StoredKey, ApiKey> = {
  noun: 'API key',
  aNoun: 'an API key',
  nouns: 'API keys',
  nameFault: lineFault,
  select: async (transaction, organizationId) => ({ byName: await selectCurrentKeys(transaction, organizationId) }),
  show: showApiKey,
  write: ({ transaction, organizationId, accountId, nowMs }, plan) =>
    writeApiKeys(transaction, organizationId, { ...plan, revokes: [] }, accountId, nowMs),
  changes: (plan) => keyChanges({ ...plan, revokes: [] }),
  async refuseEnded(transaction, organizationId, id) {
    const { status, revokesAt } = await showApiKey(transaction, organizationId, id);
    if (status !== 'REVOKED' && revokesAt === null) return;
    throw new ApiError('conflict', { message: 'The API key is revoked or replaced: it changes no more.' });
  },
};

/**
 * @returns the key with its value, which is shown now and never again
 * @throws ApiError 400 for a name, an address or a time that is none, and for an unknown agent; 409 for the name of
 *   another key
 */
export async function createApiKey(pool: pg.Pool, changer: Changer, creation: ApiKeyCreation): Promise<CreatedApiKey> {
  const { name, kind, agent, allowedIps, permissions = PERMISSIONS_DEFAULT } = creation;
  checkAllowedIps(allowedIps);
  const expiresAt = timeOf(creation.expiresAt);
  const made = await createRecord(pool, changer, CURRENT_KEYS, name, async ({ transaction, organizationId, newId }) => {
    const agentId = agent == null ? null : await referenceTo(transaction, organizationId, 'agent', agent);
    const given = [{ name, kind, agentId, permissions, allowedIps, expiresAt }];
    return planApiKeys({ given, stored: [], knownHashes: new Set(), newId });
  });
  const [generated] = made.plan.generated;
  if (generated === undefined) throw new Error('a key without a value was not generated');
  return { ...made.shown, key: generated.key };
}

/** A key that may change every policy is asked for by name. */
const PERMISSIONS_DEFAULT: readonly KeyPermission[] = ['decide', 'read', 'test'];

/**
 * @param changer `isRecent`: signed in a short while ago
 * @throws ApiError 400 for a name, an address, a time or permissions that are none, 401 for more permissions without a
 * recent sign-in, 404, 409 for a name that another key has, for a key that has ended, and when another change came
 * between
 */
export async function updateApiKey(
  pool: pg.Pool,
  changer: Changer & { isRecent: boolean },
  id: string,
  change: ApiKeyChange,
): Promise<ApiKey> {
  const { name, updatedAt: seen } = change;
  checkAllowedIps(change.allowedIps);
  const expiresAt = timeOf(change.expiresAt);
  return await updateRecord(pool, changer, CURRENT_KEYS, { id, name, seen }, (before) => ({
    ...before,
    name: name ?? before.name,
    permissions: changedPermissions(before, change.permissions, changer.isRecent),
    allowedIps: kept(change.allowedIps, before.allowedIps),
    expiresAt: kept(expiresAt, before.expiresAt),
  }));
}

/** @throws ApiError 400, 401 `reauthentication_required` */
function changedPermissions(
  before: StoredKey,
  given: readonly KeyPermission[] | undefined,
  isRecent: boolean,
): readonly KeyPermission[] {
  if (given === undefined) return before.permissions;
  const fault = permissionsFault({ ...before, permissions: given });
  if (fault !== null) throw invalid('permissions', fault);
  const isWider = given.some((one) => !before.permissions.includes(one));
  if (isWider && !isRecent) throw new ApiError('reauthentication_required');
  return inOrder(given);
}

/**
 * A revoked key never works again, not even as a new key with its name.
 * @throws ApiError 404, 409 when it is already revoked
 */
export async function revokeApiKey(pool: pg.Pool, changer: Changer, keyId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const key = await findKey(transaction, organizationId, keyId);
    const plan = { revokes: [key], creates: [], updates: [] };
    await writeApiKeys(transaction, organizationId, plan, null, nowMs);
    return { result: undefined, changes: keyChanges(plan) };
  });
}

/** @throws ApiError 404, 409 when it is revoked */
export async function findKey(transaction: Transaction, organizationId: string, keyId: string): Promise<StoredKey> {
  const keys = await selectApiKeys(transaction, organizationId);
  const key = findRecord('API key', new Map(keys.map((one) => [one.id, one])), keyId);
  if (key.isRevoked) throw new ApiError('conflict', { message: 'The API key is already revoked.' });
  return key;
}

async function selectCurrentKeys(transaction: Transaction, organizationId: string): Promise<Map<string, StoredKey>> {
  const keys = await selectApiKeys(transaction, organizationId);
  return new Map(keys.filter(isCurrent).map((key) => [key.name, key]));
}

/** @throws ApiError 400 for an empty list, which would allow no address, and for what is no address */
function checkAllowedIps(allowedIps: readonly string[] | null | undefined): void {
  if (allowedIps?.length === 0) throw invalid('allowedIps', fieldFault('ALLOWS_NO_ADDRESS'));
  for (const [index, entry] of allowedIps?.entries() ?? []) {
    const fault = rangeFault(entry);
    if (fault !== null) throw invalid(`allowedIps[${index}]`, fieldFault('NOT_A_CIDR_RANGE', { detail: fault }));
  }
}

/** @returns the spelling in which times compare as text. @throws ApiError 400 */
function timeOf(given: string | null | undefined): string | null | undefined {
  if (typeof given !== 'string') return given;
  return new Date(momentIn('expiresAt', given)).toISOString();
}
