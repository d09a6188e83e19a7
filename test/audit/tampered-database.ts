// SPDX-License-Identifier: Apache-2.0
/** The audit tables in the hands of the database's owner: saved, changed in any way, and put back. */
import pg from 'pg';
import type { TestDatabase } from '#harness/postgres';
import { SEE_EVERY_ORGANIZATION } from '#harness/service/rows.ts';
import { type AuditDraft, type AuditEntry, EMPTY_CHAIN, linkEntries } from '../../core/src/audit-chain/index.ts';

export interface TamperedDatabase {
  /** The saved entries by organization. */
  saved: ReadonlyMap<string, readonly AuditEntry[]>;
  query(text: string, values?: unknown[]): Promise<void>;
  /** Restores the saved state. */
  restore(): Promise<void>;
  /** Replaces a chain by another of the same organization, correctly linked and hashed. */
  rewrite(organizationId: string, drafts: readonly AuditDraft[]): Promise<void>;
  /** Restores the checkpoints as they were when one of this size was the last. */
  takeBackCheckpoints(organizationId: string, size: number): Promise<void>;
  /** Restores a backup taken at this many entries, with the checkpoints of that moment. */
  goBackTo(organizationId: string, size: number): Promise<void>;
  /** Restores a state without any checkpoint. */
  forgetCheckpoints(organizationId: string): Promise<void>;
  close(): Promise<void>;
}

const TABLES = ['audit_entries', 'audit_checkpoints', 'audit_checkpoint_heads'] as const;

/** Saves the current state. */
export async function openTampered(database: TestDatabase): Promise<TamperedDatabase> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(SEE_EVERY_ORGANIZATION);
  await client.query('CREATE SCHEMA saved');
  for (const table of TABLES) await client.query(`CREATE TABLE saved.${table} AS TABLE svc.${table}`);
  await client.query(
    'CREATE TABLE saved.heads AS SELECT organization_id, audit_seq, audit_hash FROM svc.organization_heads',
  );
  const saved = await readSaved(client);
  const query = async (text: string, values: unknown[] = []) => {
    await client.query(text, values);
  };
  const takeBackCheckpoints = async (organizationId: string, size: number) => {
    await query('DELETE FROM svc.audit_checkpoints WHERE organization_id = $1 AND size > $2', [organizationId, size]);
    await query(
      `UPDATE svc.audit_checkpoint_heads h SET size = c.size, frontier = c.frontier, note = c.note
       FROM (SELECT * FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size DESC LIMIT 1) c
       WHERE h.organization_id = c.organization_id`,
      [organizationId],
    );
  };
  return {
    saved,
    query,
    async restore() {
      for (const table of TABLES) await query(`DELETE FROM svc.${table}`);
      for (const table of TABLES) await query(`INSERT INTO svc.${table} TABLE saved.${table}`);
      await query(`UPDATE svc.organization_heads h SET audit_seq = s.audit_seq, audit_hash = s.audit_hash
        FROM saved.heads s WHERE s.organization_id = h.organization_id`);
    },
    async rewrite(organizationId, drafts) {
      const { entries, metadataTexts, head } = linkEntries(EMPTY_CHAIN, drafts);
      // Metadata as the hashed text: in another form they would be found by that alone.
      const texts = entries.map((entry, index) =>
        JSON.stringify({ ...entry, metadata: 0 }).replace('"metadata":0', () => `"metadata":${metadataTexts[index]}`),
      );
      await query('DELETE FROM svc.audit_entries WHERE organization_id = $1', [organizationId]);
      await query(INSERT_ENTRIES, [`[${texts.join(',')}]`]);
      await query(SET_HEAD, [organizationId, head.seq, Buffer.from(head.hash, 'hex')]);
    },
    takeBackCheckpoints,
    async goBackTo(organizationId, size) {
      await query('DELETE FROM svc.audit_entries WHERE organization_id = $1 AND seq > $2', [organizationId, size]);
      await takeBackCheckpoints(organizationId, size);
      const hash = saved.get(organizationId)?.[size - 1]?.hash ?? '';
      await query(SET_HEAD, [organizationId, size, Buffer.from(hash, 'hex')]);
    },
    async forgetCheckpoints(organizationId) {
      await query('DELETE FROM svc.audit_checkpoints WHERE organization_id = $1', [organizationId]);
      await query('DELETE FROM svc.audit_checkpoint_heads WHERE organization_id = $1', [organizationId]);
    },
    close: () => client.end(),
  };
}

const SET_HEAD = 'UPDATE svc.organization_heads SET audit_seq = $2, audit_hash = $3 WHERE organization_id = $1';

const INSERT_ENTRIES = `
  INSERT INTO svc.audit_entries (organization_id, seq, at, kind, actor_type, actor_id, subject_type, subject_id,
    metadata, prev_hash, hash)
  SELECT d."organizationId", d.seq, d.at, d.kind, d.actor ->> 'type', d.actor ->> 'id', d.subject ->> 'type',
    d.subject ->> 'id', d.metadata, decode(d."prevHash", 'hex'), decode(d.hash, 'hex')
  FROM json_to_recordset($1) AS d ("organizationId" uuid, seq bigint, at timestamptz, kind text, actor json,
    subject json, metadata json, "prevHash" text, hash text)`;

async function readSaved(client: pg.Client): Promise<Map<string, AuditEntry[]>> {
  const { rows } = await client.query('SELECT * FROM saved.audit_entries ORDER BY organization_id, seq');
  const saved = new Map<string, AuditEntry[]>();
  for (const row of rows) {
    const entries = saved.get(row.organization_id) ?? [];
    saved.set(row.organization_id, entries);
    entries.push({
      seq: Number(row.seq),
      organizationId: row.organization_id,
      at: (row.at as Date).toISOString(),
      kind: row.kind,
      actor: { type: row.actor_type, id: row.actor_id },
      subject: { type: row.subject_type, id: row.subject_id },
      metadata: row.metadata,
      prevHash: (row.prev_hash as Buffer).toString('hex'),
      hash: (row.hash as Buffer).toString('hex'),
    });
  }
  return saved;
}
