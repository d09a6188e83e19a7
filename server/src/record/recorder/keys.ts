// SPDX-License-Identifier: Apache-2.0
/** The idempotency keys of a batch. */
import { columnArrays, columnBuffers, type Statement, type Transaction } from '../../storage/db/index.ts';
import type { PendingRecord } from './pending-record.ts';
import { EXPECT_KEYS, KEY_COLUMNS, type KeyRow, RESERVE_KEYS } from './statements.ts';

/** Events that would win their keys, if all keys were free. */
export function idsOfKeyed(batch: readonly PendingRecord[]): ReadonlySet<string> {
  return new Set(
    batch.flatMap(({ draft }) => ('event' in draft && draft.idempotency !== null ? [draft.event.id] : [])),
  );
}

/** Fails unless all keys of the batch are won; none without keys. */
export function expectKeys(batch: readonly PendingRecord[]): Statement[] {
  const keys = keyRows(batch);
  if (keys.length === 0) return [];
  return [{ text: EXPECT_KEYS, values: [...columnArrays(KEY_COLUMNS, keys), keys.length] }];
}

/** @returns ids of the events that hold their key now, among those with one */
export async function reserveKeys(
  transaction: Transaction,
  batch: readonly PendingRecord[],
): Promise<ReadonlySet<string>> {
  const rows = keyRows(batch);
  if (rows.length === 0) return new Set();
  const won = await transaction.query<{ event_id: string }>(RESERVE_KEYS, columnBuffers(KEY_COLUMNS, rows));
  return new Set(won.map((row) => row.event_id));
}

/** The keys of a batch, each once. */
function keyRows(batch: readonly PendingRecord[]): KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const { draft } of batch) {
    if (!('event' in draft) || draft.idempotency === null) continue;
    const { idempotency } = draft;
    const slot = `${draft.organizationId} ${idempotency.endpoint} ${idempotency.key}`;
    // A retry in the batch of its first attempt loses to it.
    if (rows.has(slot)) continue;
    rows.set(slot, {
      organization_id: draft.organizationId,
      generation: draft.generation,
      endpoint: idempotency.endpoint,
      key: idempotency.key,
      created_at: draft.event.createdAtMs,
      event_id: draft.event.id,
      fingerprint: idempotency.fingerprint,
      fingerprint_key_id: idempotency.fingerprintKeyId,
    });
  }
  return [...rows.values()];
}
