// SPDX-License-Identifier: Apache-2.0
/** The export of an audit chain: its lines, page by page, in the documented format. */
import { checkpointLine, type Disclosure, entryLine, keyLine } from '@svc/core/audit-export';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Checkpoints } from './checkpoints.ts';

/** The entries held in memory at once; a slow reader keeps one page waiting. */
const ENTRIES_PER_PAGE = 500;
/** A page ends with the entry that reaches so many bytes of metadata: one entry may hold 400 KB. */
const PAGE_BYTES = 1_000_000;

export interface AuditExport {
  /** Number of the last entry in it. */
  lastSeq: number;
  /** Pieces of whole lines. Each page is read in a transaction of its own, so that a slow reader holds none open. */
  pieces(): AsyncGenerator<string>;
}

/**
 * First covers all committed entries with a checkpoint, because an export ends with one over its last entry. Later
 * entries are not included. Entries never change, so the pages need no common snapshot. After a refused signature the
 * export holds all entries without a final checkpoint: it is invalid, and shows where.
 * @throws ApiError 503 when nothing was ever signed
 */
export async function openExport(
  pool: pg.Pool,
  checkpoints: Checkpoints,
  organizationId: string,
): Promise<AuditExport> {
  const isCovered = await checkpoints.cover(organizationId);
  const key = await checkpoints.verifierKey(organizationId);
  const lastSeq = await inTransaction(pool, [organizationId], async (transaction) => {
    const [row] = await transaction.query<{ size: number | null; seq: number | null }>(SELECT_LAST, [organizationId]);
    if (row === undefined || row.size === null) return null;
    return isCovered ? row.size : Math.max(row.size, row.seq ?? 0);
  });
  if (lastSeq === null) throw new ApiError('unavailable', { message: 'No checkpoint could be signed; see the log.' });
  return { lastSeq, pieces: () => piecesOf(pool, organizationId, key, lastSeq) };
}

const SELECT_LAST = `
  SELECT (SELECT max(size) FROM svc.audit_checkpoints WHERE organization_id = $1) AS size,
    (SELECT max(seq) FROM svc.audit_entries WHERE organization_id = $1) AS seq`;

async function* piecesOf(pool: pg.Pool, organizationId: string, key: string, lastSeq: number): AsyncGenerator<string> {
  yield keyLine(key);
  let after = 0;
  let limit = ENTRIES_PER_PAGE;
  while (after < lastSeq) {
    const page = await readPage(pool, organizationId, { after, lastSeq, limit });
    const text = textOf(organizationId, page);
    if (text !== '') yield text;
    after = page.until;
    // PostgreSQL measures as many entries as the limit allows: after a short page few long ones are expected.
    limit = Math.min(ENTRIES_PER_PAGE, 2 * page.entries.length);
  }
}

interface Page {
  /** The last number that it covers. */
  until: number;
  entries: EntryRow[];
  disclosures: Map<number, Disclosure>;
  checkpoints: { size: number; note: string }[];
}

async function readPage(
  pool: pg.Pool,
  organizationId: string,
  { after, lastSeq, limit }: { after: number; lastSeq: number; limit: number },
): Promise<Page> {
  return await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      const entries = await transaction.query<EntryRow & Record<string, unknown>>(SELECT_ENTRIES, [
        organizationId,
        after,
        lastSeq,
        limit,
        PAGE_BYTES,
      ]);
      const until = entries.at(-1)?.seq ?? lastSeq;
      const [disclosures, checkpoints] = await Promise.all([
        selectDisclosures(transaction, organizationId, entries),
        transaction.query<{ size: number; note: string }>(SELECT_CHECKPOINTS, [organizationId, after, until]),
      ]);
      return { until, entries, disclosures, checkpoints };
    },
    'snapshot',
  );
}

/** Entries in order, and each checkpoint after the last entry that it covers. */
function textOf(organizationId: string, { entries, disclosures, checkpoints }: Page): string {
  const lines: string[] = [];
  let next = 0;
  const writeCheckpoints = (before: number) => {
    for (; (checkpoints[next]?.size ?? before) < before; next += 1) {
      lines.push(checkpointLine(checkpoints[next]?.note ?? ''));
    }
  };
  for (const row of entries) {
    writeCheckpoints(row.seq);
    const { actor_type: type, actor_id: id } = row;
    const entry = {
      seq: row.seq,
      organizationId,
      // The service never writes microseconds: if they appear, the row was changed, so they are shown.
      at: row.at.replace(/000Z$/, 'Z'),
      kind: row.kind,
      actor: { type, id },
      subject: { type: row.subject_type, id: row.subject_id },
      prevHash: row.prev_hash,
      hash: row.hash,
    };
    lines.push(entryLine(entry, row.metadata, disclosures.get(row.seq) ?? null));
  }
  writeCheckpoints(Number.POSITIVE_INFINITY);
  return lines.join('');
}

interface EntryRow {
  seq: number;
  at: string;
  kind: string;
  actor_type: 'user' | 'key' | 'system';
  actor_id: string;
  subject_type: string;
  subject_id: string;
  metadata: string;
  prev_hash: string;
  hash: string;
}

/** The metadata are stored as the hashed text, and passed on as that text. */
const SELECT_ENTRIES = `
  SELECT seq, COALESCE(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), at::text) AS at, kind,
    actor_type, actor_id, subject_type, subject_id, metadata::text, encode(prev_hash, 'hex') AS prev_hash,
    encode(hash, 'hex') AS hash
  FROM (
    SELECT *, sum(octet_length(metadata::text)) OVER (
        ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS bytes_before
    FROM (
      SELECT * FROM svc.audit_entries WHERE organization_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4
    ) AS next
  ) AS measured
  WHERE COALESCE(bytes_before, 0) < $5
  ORDER BY seq`;

const SELECT_CHECKPOINTS = `
  SELECT size, note FROM svc.audit_checkpoints
  WHERE organization_id = $1 AND size > $2 AND size <= $3
  ORDER BY size`;

const WITH_NOTE = new Set(['review.approved', 'review.denied', 'anomaly.closed']);
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The notes of reviews and anomalies to which these entries commit, by entry number, unless erased. */
async function selectDisclosures(
  transaction: Transaction,
  organizationId: string,
  entries: readonly EntryRow[],
): Promise<Map<number, Disclosure>> {
  const subjectIds = entries
    .filter(({ kind, subject_id: id }) => WITH_NOTE.has(kind) && ID.test(id))
    .map((row) => row.subject_id);
  if (subjectIds.length === 0) return new Map();
  const rows = await transaction.query<{ audit_seq: number; note: string; salt: string }>(SELECT_NOTES, [
    organizationId,
    subjectIds,
  ]);
  return new Map(rows.map(({ audit_seq: seq, note, salt }) => [seq, { note, salt }]));
}

const SELECT_NOTES = `
  SELECT audit_seq, note, encode(note_salt, 'hex') AS salt FROM svc.reviews
  WHERE organization_id = $1 AND event_id = ANY ($2::uuid[]) AND note IS NOT NULL AND audit_seq IS NOT NULL
  UNION ALL
  SELECT closed_seq, note, encode(note_salt, 'hex') FROM svc.anomalies
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND note IS NOT NULL AND closed_seq IS NOT NULL`;
