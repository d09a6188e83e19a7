// SPDX-License-Identifier: Apache-2.0
/** Lists the entries of an audit chain, newest first, and reads one. */
import {
  type AuditItem,
  type AuditList,
  type AuditListQuery,
  LISTED_METADATA_BYTES_MAX,
  UUID_PATTERN,
} from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { ApiError } from '../../platform/errors/index.ts';
import type { Page } from '../../platform/pagination/index.ts';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import {
  contains,
  type ListShape,
  momentOf,
  numbersAround,
  type Reader,
  type Reads,
  readList,
} from '../../storage/lists/index.ts';

/** The number of an entry marks its position. */
export const ENTRY_MARK = /^[1-9]\d{0,14}$/;

/** Entries are numbered as they commit: within so many, their times may be in another order. */
const NUMBERS_OUT_OF_TIME_MAX = 5_000;

type EntryFilters = Omit<AuditListQuery, 'limit' | 'cursor'>;

/** @throws ApiError 400 for an unreadable time, 429 when too much is searched at once */
export async function listEntries(reads: Reads, reader: Reader, query: EntryFilters, page: Page): Promise<AuditList> {
  const from = momentOf('from', query.from);
  const to = momentOf('to', query.to);
  const isSearch = Object.values(query).some((filter) => filter !== undefined);
  const shapeOf = async (transaction: Transaction): Promise<ListShape<Row>> => ({
    ...ENTRIES,
    ...(await numbersBetween(transaction, reader.organizationId, from, to)),
    filters: [
      ...filtersOf(query),
      [from, (place) => `e.at >= ${place}::timestamptz`],
      [to, (place) => `e.at < ${place}::timestamptz`],
    ],
  });
  return await readList(reads, reader, { page, isSearch }, shapeOf, itemOf);
}

/** With all its metadata, however long. @throws ApiError 404; 429 when too much is read at once */
export async function readEntry(reads: Reads, reader: Reader, seq: number): Promise<AuditItem> {
  const { organizationId } = reader;
  const [row] = await reads.run(reader, 'list', () =>
    inTransaction(reads.pool, [organizationId], (transaction) =>
      transaction.query<Row>(SELECT_ENTRY, [organizationId, seq]),
    ),
  );
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such entry.' });
  return itemOf(row);
}

/** A search begins at `to` and ends at `from`. */
async function numbersBetween(
  transaction: Transaction,
  organizationId: string,
  from: Date | null,
  to: Date | null,
): Promise<{ lowest: [number] | null; highest: [number] | null }> {
  const first = from === null ? null : await numbersAround(transaction, organizationId, from);
  const last = to === null ? null : await numbersAround(transaction, organizationId, to);
  return {
    lowest: first && [first.below - NUMBERS_OUT_OF_TIME_MAX],
    highest: last && [Math.min(last.above + NUMBERS_OUT_OF_TIME_MAX, Number.MAX_SAFE_INTEGER)],
  };
}

function filtersOf(query: EntryFilters): Condition[] {
  return [
    [query.kind, (place) => `(e.kind = ${place} OR starts_with(e.kind, ${place} || '.'))`],
    [query.actor, (place) => `e.actor_id = ${place}`],
    [query.subject, (place) => `e.subject_id = ${place}`],
    [query.q, searchCondition],
  ];
}

const searchCondition = (place: string): string => `(
    e.seq::text = ${place}
    OR lower(${place}) IN (e.subject_id, e.actor_id, encode(e.hash, 'hex'))
    OR ${contains(place, 'e.kind', 'e.metadata::text')}
  )`;

interface Row {
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
  decision: JsonObject | null;
  prev_hash: string;
  hash: string;
}

function itemOf(row: Row): AuditItem {
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
      e.subject_id, ${metadata} AS metadata, d.metadata AS decision, encode(e.prev_hash, 'hex') AS prev_hash,
      encode(e.hash, 'hex') AS hash
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

const SELECT_ENTRY = `${selectFrom('svc.audit_entries', 'e.metadata')}
    WHERE e.organization_id = $1 AND e.seq = $2`;

const ENTRIES = {
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
