// SPDX-License-Identifier: Apache-2.0
/** Chooses the records of a file that are applied: those about which the file says something new. */
import type { Vault } from '../../../platform/vault/index.ts';
import { type FileRecord, fieldsChangedSince, hashKeyId, recordDigest, saidFields } from './fields.ts';
import { type SaidRecords, type SaidToKeep, saidKeyOf } from './rows.ts';

export interface Choice {
  /** False: what is stored stays, whatever the file says. */
  isApplied: boolean;
  /** The fields about which the file says something new; null: all of them. */
  changed: ReadonlySet<string> | null;
  /** The new memory of the record; null where the old one holds. */
  said: SaidToKeep | null;
}

export interface ChoosingDeps {
  vault: Vault;
  organizationId: string;
  /** null: the organization has records of its own, and no file was applied to it with what it said kept. */
  said: SaidRecords | null;
  isForced: boolean;
}

/**
 * @param wasMade whether the record is stored, or was stored and removed: a first file adopts it and changes nothing
 */
export function choose(
  { vault, organizationId, said, isForced }: ChoosingDeps,
  record: FileRecord,
  wasMade: boolean,
): Choice {
  const digest = recordDigest(record);
  const saidNow = (): SaidToKeep => ({ kind: record.kind, digest, ...saidFields(vault, organizationId, record) });
  const before = said?.get(saidKeyOf(record.kind, digest));
  if (before === undefined) return { isApplied: isForced || said !== null || !wasMade, changed: null, said: saidNow() };
  const since = fieldsChangedSince(vault, organizationId, record, before);
  // Without the key of the earlier hashes, a change of the file cannot be told from a change made here: that one stays.
  if (since === null) return { isApplied: isForced, changed: null, said: saidNow() };
  const isRotated = hashKeyId(vault) !== before.keyId;
  return {
    isApplied: isForced || since.changed.size > 0,
    changed: isForced ? null : since.changed,
    said: since.isSame && !isRotated ? null : saidNow(),
  };
}
