// SPDX-License-Identifier: Apache-2.0
/** Reads all that a batch of one organization depends on, behind the lock of the head. */
import { IDEMPOTENCY_WINDOW_HOURS } from '@svc/contract/limits';
import type { Transaction } from '../../storage/db/index.ts';
import { type HeadRow, lockHeadRow } from '../../storage/heads/index.ts';
import { counterNames } from './counts.ts';
import type { EventChangeRow } from './draft.ts';
import type { PendingRecord } from './pending-record.ts';
import { slotOf } from './rows.ts';

interface ReadUnderLock {
  /** Undefined when it is gone, or held by another transaction that is not waited for. */
  head: HeadRow | undefined;
  takenKeys: ReadonlySet<string>;
  /** By event. */
  rows: Map<string, EventChangeRow>;
  /** The counts of the records, by name; one that was never used is 0. */
  counts: Map<string, number>;
}

/** Reads what stands under the lock of the head; the lock comes first in the line. */
export async function readUnderLock(
  transaction: Transaction,
  organizationId: string,
  records: readonly PendingRecord[],
  { waits, selectEvents }: { waits: boolean; selectEvents: string | undefined },
): Promise<ReadUnderLock> {
  const keys = records.flatMap(({ draft }) => {
    if (!('event' in draft) || draft.idempotency === null) return [];
    return [{ ...draft.idempotency, atMs: draft.event.createdAtMs }];
  });
  const eventIds = records.flatMap(({ draft }) => ('changeOf' in draft ? [draft.eventId] : []));
  const [head, takenKeys, rows, counts] = await Promise.all([
    lockHeadRow(transaction, organizationId, waits),
    selectTaken(transaction, organizationId, keys),
    selectChanged(transaction, selectEvents, organizationId, eventIds),
    selectCounts(transaction, organizationId, counterNames(records)),
  ]);
  return { head, takenKeys, rows, counts };
}

async function selectChanged(
  transaction: Transaction,
  selectEvents: string | undefined,
  organizationId: string,
  eventIds: readonly string[],
): Promise<Map<string, EventChangeRow>> {
  if (eventIds.length === 0) return new Map();
  if (selectEvents === undefined) throw new Error('a recorder without a statement for events that change');
  const rows = await transaction.query<EventChangeRow & Record<string, unknown>>(selectEvents, [
    organizationId,
    [...new Set(eventIds)],
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

async function selectCounts(
  transaction: Transaction,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map(names.map((name) => [name, 0]));
  if (names.length === 0) return counts;
  const rows = await transaction.query<{ name: string; used: number }>(SELECT_COUNTS, [organizationId, names]);
  for (const { name, used } of rows) counts.set(name, used);
  return counts;
}

const SELECT_COUNTS = `SELECT name, used FROM svc.counters WHERE organization_id = $1 AND name = ANY ($2::text[])`;

/** The keys among these that are held at the moment of their decision. */
async function selectTaken(
  transaction: Transaction,
  organizationId: string,
  keys: readonly { endpoint: string; key: string; atMs: number }[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await transaction.query<{ endpoint: string; key: string; created_at: Date }>(SELECT_KEYS, [
    organizationId,
    [...new Set(keys.map(({ endpoint }) => endpoint))],
    [...new Set(keys.map(({ key }) => key))],
  ]);
  const heldSince = new Map(rows.map((row) => [slotOf(row), row.created_at.getTime()]));
  const isHeld = (slot: string, atMs: number) => (heldSince.get(slot) ?? Number.NEGATIVE_INFINITY) > atMs - WINDOW_MS;
  return new Set(keys.filter((one) => isHeld(slotOf(one), one.atMs)).map(slotOf));
}

const WINDOW_MS = IDEMPOTENCY_WINDOW_HOURS * 3_600_000;

const SELECT_KEYS = `
  SELECT endpoint, key, created_at FROM svc.idempotency_records
  WHERE organization_id = $1 AND endpoint = ANY ($2::text[]) AND key = ANY ($3::text[])
  ORDER BY created_at`;
