// SPDX-License-Identifier: Apache-2.0
/** Entries as lists and pages show them: with the names of who acted, and the decision that an entry is about. */
import { type AuditItem, LISTED_METADATA_BYTES_MAX, UUID_PATTERN } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import { canonicalJson, type JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { Transaction } from '../../storage/db/index.ts';
import type { ListShape } from '../../storage/lists/index.ts';
import { type Archive, readArchived } from '../archive/index.ts';

export interface Row {
  [column: string]: unknown;
  seq: number;
  at: Date;
  kind: string;
  actor_type: string;
  actor_id: string;
  actor_name: string | null;
  subject_type: string;
  subject_id: string;
  /** Null when it is left out. */
  metadata: JsonObject | null;
  /** The number of the decision that it is about; null for a decision and where there is none. */
  decision_seq: number | null;
  /** Null when it is archived too. */
  decision: JsonObject | null;
  prev_hash: string;
  hash: string;
}

export function itemOf(row: Row): AuditItem {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    subject: { type: row.subject_type, id: row.subject_id },
    metadata: row.metadata,
    decision: row.decision,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Only a valid id is compared as one, so that the look-up of what it names uses the primary key. */
const idOf = (condition: string, column: string): string =>
  `CASE WHEN ${condition} AND ${column} ~ '${UUID_PATTERN}' THEN ${column}::uuid END`;

/**
 * A review has the id of its event. Its decision has an entry of its own, which needs no second telling. The ids are
 * columns: behind row-level security PostgreSQL 15.20 looks nothing up by an operator that is not leakproof.
 */
const IDS = `
        SELECT ${idOf(`e.actor_type = 'user'`, 'e.actor_id')} AS account_id,
          ${idOf(`e.actor_type = 'key'`, 'e.actor_id')} AS key_id,
          ${idOf(`e.kind <> 'decision.recorded' AND e.subject_type IN ('event', 'review')`, 'e.subject_id')} AS event_id
        OFFSET 0`;

/** An entry may hold 400 KB, and a page 200 entries. */
const listedMetadata = (entry: string): string =>
  `CASE WHEN octet_length(${entry}.metadata::text) <= ${LISTED_METADATA_BYTES_MAX} THEN ${entry}.metadata END`;

const selectFrom = (source: string, metadata: string): string => `
    SELECT e.seq, e.at, e.kind, e.actor_type, e.actor_id, COALESCE(p.name, k.name) AS actor_name, e.subject_type,
      e.subject_id, ${metadata} AS metadata, v.seq AS decision_seq, d.metadata AS decision,
      encode(e.prev_hash, 'hex') AS prev_hash, encode(e.hash, 'hex') AS hash
    FROM ${source} e
      CROSS JOIN LATERAL (${IDS}) AS i
      LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = i.account_id OFFSET 0) AS p ON true
      LEFT JOIN LATERAL (
        SELECT name FROM svc.api_keys WHERE organization_id = $1 AND id = i.key_id OFFSET 0
      ) AS k ON true
      LEFT JOIN LATERAL (
        SELECT seq FROM svc.events WHERE organization_id = $1 AND id = i.event_id OFFSET 0
      ) AS v ON true
      LEFT JOIN LATERAL (
        SELECT ${listedMetadata('o')} AS metadata FROM svc.audit_entries o
        WHERE o.organization_id = $1 AND o.seq = v.seq OFFSET 0
      ) AS d ON true`;

export const SELECT_ENTRY = `${selectFrom('svc.audit_entries', 'e.metadata')}
    WHERE e.organization_id = $1 AND e.seq = $2`;

/** Archived entries in place of rows. A metadata text is left out as in a list, before it is sent. */
const SELECT_ARCHIVED = `${selectFrom(
  `(SELECT * FROM json_to_recordset($2::json) AS given (seq bigint, at timestamptz, kind text, actor_type text,
      actor_id text, subject_type text, subject_id text, metadata json, prev_hash bytea, hash bytea))`,
  'e.metadata',
)} ORDER BY e.seq DESC`;

/** @param metadataBytesMax longer metadata are left out */
export async function rowsOfArchived(
  transaction: Transaction,
  organizationId: string,
  entries: readonly AuditEntry[],
  metadataBytesMax = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  if (entries.length === 0) return [];
  const given = entries.map(({ seq, at, kind, actor, subject, metadata, prevHash, hash }) => ({
    seq,
    at,
    kind,
    actor_type: actor.type,
    actor_id: actor.id,
    subject_type: subject.type,
    subject_id: subject.id,
    metadata: Buffer.byteLength(canonicalJson(metadata)) <= metadataBytesMax ? metadata : null,
    prev_hash: `\\x${prevHash}`,
    hash: `\\x${hash}`,
  }));
  return await transaction.query<Row>(SELECT_ARCHIVED, [organizationId, JSON.stringify(given)]);
}

/** Adds the decisions that are archived. */
export async function withDecisions(
  pool: pg.Pool,
  archive: Archive,
  organizationId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const lacking = rows.flatMap(({ decision_seq: seq, decision }) => (decision === null && seq !== null ? [seq] : []));
  const found = await readArchived(pool, archive, organizationId, lacking);
  return rows.map((row) => {
    const decision = found.get(row.decision_seq ?? 0)?.metadata;
    if (row.decision !== null || decision === undefined) return row;
    return Buffer.byteLength(canonicalJson(decision)) <= LISTED_METADATA_BYTES_MAX ? { ...row, decision } : row;
  });
}

export const ENTRIES = {
  from: 'svc.audit_entries e',
  alias: 'e',
  section: [],
  order: 'DESC',
  mark: [{ column: 'e.seq', type: 'bigint' }],
  markValues: (mark: string) => [mark],
  key: 'e.seq, e.at',
  markOf: (row: Row) => String(row.seq),
  momentOf: (row: Row) => row.at,
  select: (cut: string) => `${selectFrom(`(${cut})`, listedMetadata('e'))} ORDER BY e.seq DESC`,
} as const satisfies Partial<ListShape<Row>>;
