/** Changes of one API key by a person, each with its audit entry and a new generation. */

import type { KeyKind } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { isAddressOrRange } from '../../addresses/index.ts';
import { type Transaction, uuidv7 } from '../../db/index.ts';
import { ApiError, invalid } from '../../errors/index.ts';
import { checkNameIsFree, checkRoom, findRecord, kept, lineFault, referenceTo, refuseName } from '../records/index.ts';
import { keyChanges, keyUpdates, planApiKeys, type StoredKey } from './plan-api-keys.ts';
import { selectApiKeys, writeApiKeys } from './rows.ts';

export interface ApiKeyCreation {
  name: string;
  kind: KeyKind;
  /** Name or id. */
  agent?: string | null;
  allowedIps?: readonly string[] | null;
  /** RFC 3339. */
  expiresAt?: string | null;
}

/** An omitted field keeps its value. */
export type ApiKeyChange = Partial<Pick<ApiKeyCreation, 'name' | 'allowedIps' | 'expiresAt'>>;

/**
 * @returns the key with its value, which is shown now and never again
 * @throws ApiError 400 for a name, an address or a time that is none, and for an unknown agent; 409 for the name of
 *   another key
 */
export async function createApiKey(
  pool: pg.Pool,
  changer: Changer,
  creation: ApiKeyCreation,
): Promise<StoredKey & { key: string }> {
  const { name, kind, agent, allowedIps } = creation;
  refuseName(name, lineFault);
  checkAllowedIps(allowedIps);
  const expiresAt = timeOf(creation.expiresAt);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const current = await selectCurrentKeys(transaction, organizationId);
    checkNameIsFree('an API key', name, current, null);
    checkRoom('API keys', current.size);
    const agentId = agent == null ? null : await referenceTo(transaction, organizationId, 'agent', agent);
    const plan = planApiKeys({
      given: [{ name, kind, agentId, allowedIps, expiresAt }],
      stored: [],
      knownHashes: new Set(),
      newId: () => uuidv7(nowMs),
    });
    const [made] = plan.creates;
    const [generated] = plan.generated;
    if (made === undefined || generated === undefined) throw new Error('a key without a value was not generated');
    await writeApiKeys(transaction, organizationId, plan, nowMs);
    return { result: { ...made, key: generated.key }, changes: keyChanges(plan) };
  });
}

/** @throws ApiError 400 for a name, an address or a time that is none, 404, 409 for a name that another key has */
export async function updateApiKey(
  pool: pg.Pool,
  changer: Changer,
  keyId: string,
  change: ApiKeyChange,
): Promise<StoredKey> {
  refuseName(change.name, lineFault);
  checkAllowedIps(change.allowedIps);
  const expiresAt = timeOf(change.expiresAt);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const current = await selectCurrentKeys(transaction, organizationId);
    const before = findRecord('API key', current, keyId);
    const terms = {
      name: change.name ?? before.name,
      agentId: before.agentId,
      allowedIps: kept(change.allowedIps, before.allowedIps),
      expiresAt: kept(expiresAt, before.expiresAt),
    };
    checkNameIsFree('an API key', terms.name, current, before.id);
    const plan = { revokes: [], creates: [], updates: keyUpdates(before, terms) };
    await writeApiKeys(transaction, organizationId, plan, nowMs);
    return { result: { ...before, ...terms }, changes: keyChanges(plan) };
  });
}

/**
 * A revoked key never works again, not even as a new key with its name.
 * @throws ApiError 404, 409 when it is already revoked
 */
export async function revokeApiKey(pool: pg.Pool, changer: Changer, keyId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const keys = await selectApiKeys(transaction, organizationId);
    const key = findRecord('API key', byId(keys), keyId);
    if (key.isRevoked) throw new ApiError('conflict', { message: 'The API key is already revoked.' });
    const plan = { revokes: [key], creates: [], updates: [] };
    await writeApiKeys(transaction, organizationId, plan, nowMs);
    return { result: undefined, changes: keyChanges(plan) };
  });
}

/** Keys that are not revoked, by name. */
async function selectCurrentKeys(transaction: Transaction, organizationId: string): Promise<Map<string, StoredKey>> {
  const keys = await selectApiKeys(transaction, organizationId);
  return new Map(keys.filter((key) => !key.isRevoked).map((key) => [key.name, key]));
}

function byId(keys: readonly StoredKey[]): Map<string, StoredKey> {
  return new Map(keys.map((key) => [key.id, key]));
}

/** @throws ApiError 400 for an empty list, which would allow no address, and for what is no address */
function checkAllowedIps(allowedIps: readonly string[] | null | undefined): void {
  if (allowedIps?.length === 0) throw invalid('allowedIps', 'must not be empty; null allows every address');
  const index = allowedIps?.findIndex((entry) => !isAddressOrRange(entry)) ?? -1;
  if (index !== -1) throw invalid(`allowedIps[${index}]`, 'must be an IP address or a CIDR range');
}

/** @returns the spelling in which times compare as text. @throws ApiError 400 */
function timeOf(given: string | null | undefined): string | null | undefined {
  if (typeof given !== 'string') return given;
  const atMs = Date.parse(given);
  if (Number.isNaN(atMs)) throw invalid('expiresAt', 'must be an RFC 3339 time such as 2030-01-01T00:00:00Z');
  return new Date(atMs).toISOString();
}
