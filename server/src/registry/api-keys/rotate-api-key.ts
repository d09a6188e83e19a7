// SPDX-License-Identifier: Apache-2.0
/**
 * Replaces a key by a new one with its name and terms. The old one works on for some hours. Then every process refuses
 * it on its own: the moment stands in the snapshot.
 */
import { type ApiKeyRotation, KEY_GRACE_HOURS_DEFAULT } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { changeOrganization, entriesOf } from '../../storage/heads/index.ts';
import { createdEntry } from '../records/index.ts';
import { findKey } from './change-api-key.ts';
import { KEY, keyChanges, replacementOf, type StoredKey } from './plan-api-keys.ts';
import { showApiKey } from './read-api-keys.ts';
import { organizationsWithRetiredKeys, retireApiKey, revokeRetiredKeys, writeApiKeys } from './rows.ts';

const HOUR_MS = 3_600_000;

/**
 * Two rotations at once make one key, and the other is refused.
 * @param graceHours the hours that the old key works on; 0 revokes it at once
 * @returns the new key with its value, which is shown now and never again, and the old one
 * @throws ApiError 404, 409 for a key that is revoked, replaced or expired
 */
export async function rotateApiKey(
  pool: pg.Pool,
  changer: Changer,
  keyId: string,
  graceHours: number = KEY_GRACE_HOURS_DEFAULT,
): Promise<ApiKeyRotation> {
  const { organizationId, accountId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const old = await findKey(transaction, organizationId, keyId);
    checkReplaceable(old, nowMs);
    const { record, key } = replacementOf(old, uuidv7(nowMs));
    const untilMs = nowMs + graceHours * HOUR_MS;
    await retireApiKey(transaction, organizationId, { id: old.id, replacedBy: record.id }, { atMs: nowMs, untilMs });
    const made = { revokes: [], creates: [record], updates: [] };
    await writeApiKeys(transaction, organizationId, made, accountId, nowMs);
    const rotated = {
      kind: 'key.rotated',
      subject: { type: 'key', id: old.id },
      metadata: {
        ...KEY.describe(old),
        graceHours,
        revokesAt: new Date(untilMs).toISOString(),
        newKeyId: record.id,
        newKeyPrefix: record.prefix,
      },
    };
    const revoked = graceHours === 0 ? keyChanges({ revokes: [old], creates: [], updates: [] }) : [];
    const shown = await showApiKey(transaction, organizationId, record.id);
    const replaced = await showApiKey(transaction, organizationId, old.id);
    return { result: { ...shown, key, replaced }, changes: [createdEntry(KEY, record), rotated, ...revoked] };
  });
}

function checkReplaceable(key: StoredKey, nowMs: number): void {
  if (key.isRetiring) {
    throw new ApiError('conflict', { message: 'The API key was replaced already; replace the new one instead.' });
  }
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs) {
    throw new ApiError('conflict', { message: 'The API key has expired; make a new one instead.' });
  }
}

/**
 * Notes in the chain that replaced keys have ended. They are refused since their moment, also before this has run.
 * @returns the number of organizations of these that had such keys
 */
export async function noteRetiredKeys(pool: pg.Pool, organizationIds: readonly string[]): Promise<number> {
  if (organizationIds.length === 0) return 0;
  const due = await inTransaction(pool, organizationIds, (transaction) =>
    organizationsWithRetiredKeys(transaction, organizationIds, transaction.clock.nowMs()),
  );
  for (const organizationId of due) {
    await changeOrganization(pool, organizationId, async (transaction) => {
      const nowMs = transaction.clock.nowMs();
      const revokes = await revokeRetiredKeys(transaction, organizationId, nowMs);
      const changes = keyChanges({ revokes, creates: [], updates: [] });
      const actor = { type: 'system', id: 'key-retirement' } as const;
      const origin = { actor, nowMs, source: 'rotation', keyPrefix: null };
      return { result: undefined, entries: entriesOf(organizationId, changes, origin) };
    });
  }
  return due.length;
}
