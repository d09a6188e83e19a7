// SPDX-License-Identifier: Apache-2.0
/** The call that records a batch of one organization, with one binary array per column. */
import { type Columns, columnArrays, type RowOf, type Statement } from '../../storage/db/index.ts';
import { ENTRY_COLUMNS, entryArrays } from '../../storage/heads/index.ts';
import type { Head, LinkedBatch } from './linked-batch.ts';
import { EVENT_COLUMNS, KEY_COLUMNS } from './rows.ts';

const HEAD_PARAMETERS = 9;
const ROW_SETS = [KEY_COLUMNS, EVENT_COLUMNS, ENTRY_COLUMNS];
/** Reviews, acts, deliveries, skips, ended months and counts. */
const JSON_PARAMETERS = 6;
const PARAMETERS =
  HEAD_PARAMETERS + ROW_SETS.reduce((sum, columns) => sum + Object.keys(columns).length, 0) + JSON_PARAMETERS;

const RECORD_BATCH = `
  SELECT svc.record_batch(${Array.from({ length: PARAMETERS }, (_, index) => `$${index + 1}`).join(', ')}) AS answer`;

/** The answers of `svc.record_batch`. */
export type BatchAnswer = 'recorded' | 'other head' | 'taken key';

/**
 * Records a linked batch, if its head is still the known one and no key of it is held; else it changes nothing.
 * @param waits false for a head that another transaction holds to count as another one
 */
export function recordStatement(
  { linked, before, next }: { linked: LinkedBatch; before: Head; next: Head },
  waits: boolean,
): Statement {
  const known = [before.organization_id, String(waits), before.generation, before.audit_seq, before.audit_hash];
  const after = [next.audit_seq, next.audit_hash, next.usage_month, next.usage_events];
  return {
    text: RECORD_BATCH,
    values: [
      ...known,
      ...after,
      ...arraysOf(KEY_COLUMNS, linked.keys),
      ...arraysOf(EVENT_COLUMNS, linked.events),
      ...entryArrays(linked),
      jsonOf(linked.reviews),
      jsonOf([...linked.acts.values()]),
      jsonOf(linked.deliveries),
      jsonOf([...linked.skips.values()]),
      jsonOf(linked.endedMonths),
      jsonOf([...linked.counters.values()]),
    ],
  };
}

const arraysOf = <Of extends Columns>(columns: Of, rows: readonly RowOf<Of>[]) =>
  rows.length === 0 ? Object.keys(columns).map(() => null) : columnArrays(columns, rows);

const jsonOf = (rows: readonly object[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows));

/** Finds which of these events and outcomes of calls exist, after a commit whose answer was lost. */
export const SELECT_RECORDED = `
  SELECT id, quota_exceeded, false AS is_call FROM svc.events
  WHERE organization_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT subject_id::uuid, false, true FROM svc.audit_entries
  WHERE organization_id = $1 AND kind = 'gateway.called' AND subject_id = ANY ($3::text[])`;
