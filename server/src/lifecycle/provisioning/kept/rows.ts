// SPDX-License-Identifier: Apache-2.0
/** The rows of what a file said when its records were last applied. Writers hold the lock of provisioning. */
import type { Transaction } from '../../../storage/db/index.ts';
import type { SaidFields } from './fields.ts';

/** Which file said it: two files that name one record do not undo each other at every start. */
export type ProvisioningSource = 'file' | 'quick-start';

/** By kind and hexadecimal digest of the record. */
export type SaidRecords = ReadonlyMap<string, SaidFields>;

export const saidKeyOf = (kind: string, digest: Buffer): string => `${kind} ${digest.toString('hex')}`;

interface SaidRow {
  source: string;
  kind: string;
  record_digest: Buffer;
  hash_key_id: string;
  fields: Record<string, string>;
}

/** @returns null when no file was ever applied to the organization with what it said kept */
export async function selectSaid(
  transaction: Transaction,
  organizationId: string,
  source: ProvisioningSource,
): Promise<SaidRecords | null> {
  const rows = await transaction.query<SaidRow & Record<string, unknown>>(SELECT_SAID, [organizationId]);
  if (rows.length === 0) return null;
  return new Map(
    rows
      .filter((row) => row.source === source)
      .map(({ kind, record_digest, hash_key_id: keyId, fields }) => [
        saidKeyOf(kind, record_digest),
        { keyId, fields },
      ]),
  );
}

const SELECT_SAID = `
  SELECT source, kind, record_digest, hash_key_id, fields FROM svc.provisioned_records WHERE organization_id = $1`;

export interface SaidToKeep extends SaidFields {
  kind: string;
  digest: Buffer;
}

export async function keepSaid(
  transaction: Transaction,
  organizationId: string,
  source: ProvisioningSource,
  said: readonly SaidToKeep[],
  atMs: number,
): Promise<void> {
  if (said.length === 0) return;
  const rows = said.map(({ kind, digest, keyId, fields }) => ({ kind, digest: digest.toString('hex'), keyId, fields }));
  await transaction.query(KEEP_SAID, [organizationId, source, new Date(atMs), JSON.stringify(rows)]);
}

const KEEP_SAID = `
  INSERT INTO svc.provisioned_records (organization_id, source, kind, record_digest, hash_key_id, fields, applied_at)
  SELECT $1, $2, d.kind, decode(d.digest, 'hex'), d."keyId", d.fields, $3
  FROM json_to_recordset($4) AS d (kind text, digest text, "keyId" text, fields jsonb)
  ON CONFLICT (organization_id, source, kind, record_digest) DO UPDATE SET
    hash_key_id = excluded.hash_key_id, fields = excluded.fields, applied_at = excluded.applied_at`;
