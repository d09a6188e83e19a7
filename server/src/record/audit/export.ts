// SPDX-License-Identifier: Apache-2.0
/** The export of an audit chain: its lines, page by page, in the documented format. */
import { checkpointLine, type Disclosure, entryLine, type HashedEntry, keyLine } from '@svc/core/audit-export';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type Archive, archivedBundles, NO_ARCHIVE, selectNodes, TILE_WIDTH } from '../archive/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { ENTRY_COLUMNS, type EntryRow, hashedEntryOf } from './entry-rows.ts';

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
  archive: Archive = NO_ARCHIVE,
): Promise<AuditExport> {
  const isCovered = await checkpoints.cover(organizationId);
  const key = await checkpoints.verifierKey(organizationId);
  const lastSeq = await inTransaction(pool, [organizationId], async (transaction) => {
    const [row] = await transaction.query<{ size: number | null; seq: number | null }>(SELECT_LAST, [organizationId]);
    if (row === undefined || row.size === null) return null;
    return isCovered ? row.size : Math.max(row.size, row.seq ?? 0);
  });
  if (lastSeq === null) throw new ApiError('unavailable', { message: 'No checkpoint could be signed; see the log.' });
  return { lastSeq, pieces: () => piecesOf({ pool, archive, organizationId, lastSeq }, key) };
}

const SELECT_LAST = `
  SELECT (SELECT max(size) FROM svc.audit_checkpoints WHERE organization_id = $1) AS size,
    (SELECT max(seq) FROM svc.audit_entries WHERE organization_id = $1) AS seq`;

interface Exported {
  pool: pg.Pool;
  archive: Archive;
  organizationId: string;
  lastSeq: number;
}

async function* piecesOf(exported: Exported, key: string): AsyncGenerator<string> {
  yield keyLine(key);
  let after = 0;
  let limit = ENTRIES_PER_PAGE;
  while (after < exported.lastSeq) {
    const page = (await readRows(exported, after, limit)) ?? (await readArchived(exported, after));
    const text = textOf(page);
    if (text !== '') yield text;
    after = page.until;
    // PostgreSQL measures as many entries as the limit allows: after a short page few long ones are expected.
    limit = Math.min(ENTRIES_PER_PAGE, 2 * page.entries.length);
  }
}

interface Page {
  /** The last number that it covers. */
  until: number;
  entries: ExportedEntry[];
  disclosures: Map<number, Disclosure>;
  checkpoints: { size: number; note: string }[];
}

interface ExportedEntry {
  entry: HashedEntry;
  /** In canonical form. */
  metadata: string;
}

/** @returns null when the next entry is archived */
async function readRows(exported: Exported, after: number, limit: number): Promise<Page | null> {
  const { pool, organizationId, lastSeq } = exported;
  return await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      if (after < (await archivedBundles(transaction, organizationId)) * TILE_WIDTH) return null;
      const values = [organizationId, after, lastSeq, limit, PAGE_BYTES];
      const rows = await transaction.query<EntryRow>(SELECT_ENTRIES, values);
      const entries = rows.map((row) => ({ entry: hashedEntryOf(row, organizationId), metadata: row.metadata }));
      return await pageOf(transaction, organizationId, { after, until: entries.at(-1)?.entry.seq ?? lastSeq, entries });
    },
    'snapshot',
  );
}

/** The rest of a bundle, or as much of it as a page holds. */
async function readArchived({ pool, archive, organizationId, lastSeq }: Exported, after: number): Promise<Page> {
  const bundle = Math.floor(after / TILE_WIDTH);
  const root = await inTransaction(pool, [organizationId], (transaction) =>
    selectNodes(transaction, organizationId, { first: bundle, end: bundle + 1 }),
  );
  const { entries: archived, metadataTexts } = await archive.read(organizationId, bundle, root);
  const entries: ExportedEntry[] = [];
  let bytes = 0;
  for (const [at, entry] of archived.entries()) {
    if (entry.seq <= after) continue;
    if (bytes >= PAGE_BYTES || entry.seq > lastSeq) break;
    const metadata = metadataTexts[at] as string;
    bytes += Buffer.byteLength(metadata);
    entries.push({ entry, metadata });
  }
  const until = entries.at(-1)?.entry.seq ?? lastSeq;
  return await inTransaction(
    pool,
    [organizationId],
    (transaction) => pageOf(transaction, organizationId, { after, until, entries }),
    'snapshot',
  );
}

async function pageOf(
  transaction: Transaction,
  organizationId: string,
  { after, until, entries }: { after: number; until: number; entries: ExportedEntry[] },
): Promise<Page> {
  const [disclosures, checkpoints] = await Promise.all([
    selectDisclosures(transaction, organizationId, entries),
    transaction.query<{ size: number; note: string }>(SELECT_CHECKPOINTS, [organizationId, after, until]),
  ]);
  return { until, entries, disclosures, checkpoints };
}

/** Entries in order, and each checkpoint after the last entry that it covers. */
function textOf({ entries, disclosures, checkpoints }: Page): string {
  const lines: string[] = [];
  let next = 0;
  const writeCheckpoints = (before: number) => {
    for (; (checkpoints[next]?.size ?? before) < before; next += 1) {
      lines.push(checkpointLine(checkpoints[next]?.note ?? ''));
    }
  };
  for (const { entry, metadata } of entries) {
    writeCheckpoints(entry.seq);
    lines.push(entryLine(entry, metadata, disclosures.get(entry.seq) ?? null));
  }
  writeCheckpoints(Number.POSITIVE_INFINITY);
  return lines.join('');
}

const SELECT_ENTRIES = `
  SELECT ${ENTRY_COLUMNS}
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

const WITH_NOTE = new Set([
  'review.approved',
  'review.approval_added',
  'review.denied',
  'anomaly.closed',
  'grant.created',
  'grant.ended',
]);
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The notes of reviews, anomalies and grants to which these entries commit, by entry number, unless erased. */
async function selectDisclosures(
  transaction: Transaction,
  organizationId: string,
  entries: readonly ExportedEntry[],
): Promise<Map<number, Disclosure>> {
  const subjectIds = entries
    .filter(({ entry: { kind, subject } }) => WITH_NOTE.has(kind) && ID.test(subject.id))
    .map(({ entry }) => entry.subject.id);
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
  SELECT audit_seq, note, encode(note_salt, 'hex') FROM svc.review_votes
  WHERE organization_id = $1 AND event_id = ANY ($2::uuid[]) AND note IS NOT NULL
  UNION ALL
  SELECT closed_seq, note, encode(note_salt, 'hex') FROM svc.anomalies
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND note IS NOT NULL AND closed_seq IS NOT NULL
  UNION ALL
  SELECT audit_seq, note, encode(note_salt, 'hex') FROM svc.grants
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND note IS NOT NULL
  UNION ALL
  SELECT end_seq, end_note, encode(end_note_salt, 'hex') FROM svc.grants
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND end_note IS NOT NULL AND end_seq IS NOT NULL`;
