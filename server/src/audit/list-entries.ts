/** Lists the entries of an audit chain, newest first. */
import { type AuditItem, type AuditList, type AuditListQuery, UUID_PATTERN } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { type Condition, conditionsOf, inTransaction } from '../db/index.ts';
import { invalid } from '../errors/index.ts';
import { cursorOf, type Page, pageAnswer } from '../pagination/index.ts';

/** The number of an entry marks its position. */
export const ENTRY_MARK = /^[1-9]\d{0,14}$/;

/**
 * A filtered page examines this many entries, since no index serves it. It may then hold fewer entries than its limit,
 * or none, and a cursor to continue with.
 */
const ENTRIES_SCANNED_MAX = 50_000;

type EntryQuery = Omit<AuditListQuery, 'limit' | 'cursor'>;

/** @throws ApiError 400 for an unreadable time */
export async function listEntries(
  pool: pg.Pool,
  organizationId: string,
  query: EntryQuery,
  page: Page,
): Promise<AuditList> {
  const conditions = conditionsOn(query, page);
  const isFiltered = Object.values(query).some((filter) => filter !== undefined);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await transaction.query<{ audit_seq: number }>(SELECT_HEAD, [organizationId]);
    const before = page.after === null ? (head?.audit_seq ?? 0) + 1 : Number(page.after);
    const from = isFiltered ? Math.max(1, before - ENTRIES_SCANNED_MAX) : 1;
    const { text, values } = conditionsOf(
      [organizationId, page.limit + 1],
      [...conditions, [from, (place) => `e.seq >= ${place}::bigint`]],
    );
    const rows = await transaction.queryOnce<EntryItemRow & Record<string, unknown>>(selectEntries(text), values);
    const answer = pageAnswer(rows, page, (row) => String(row.seq), itemOf);
    return answer.nextCursor !== null || from === 1 ? answer : { ...answer, nextCursor: cursorOf(String(from)) };
  });
}

const SELECT_HEAD = 'SELECT audit_seq FROM svc.organization_heads WHERE organization_id = $1';

function conditionsOn(query: EntryQuery, page: Page): Condition[] {
  return [
    [page.after, (place) => `e.seq < ${place}::bigint`],
    [query.kind, (place) => `(e.kind = ${place} OR starts_with(e.kind, ${place} || '.'))`],
    [query.actor, (place) => `e.actor_id = ${place}`],
    [query.subject, (place) => `e.subject_id = ${place}`],
    [momentOf('from', query.from), (place) => `e.at >= ${place}`],
    [momentOf('to', query.to), (place) => `e.at < ${place}`],
    [query.q, searchCondition],
  ];
}

/** The wildcards of LIKE have no meaning here. */
const searchCondition = (place: string): string => `(
    e.seq::text = ${place}
    OR lower(${place}) IN (e.subject_id, e.actor_id, encode(e.hash, 'hex'))
    OR strpos(e.kind, lower(${place})) > 0
    OR strpos(lower(e.metadata::text), lower(${place})) > 0
  )`;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function momentOf(field: 'from' | 'to', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const atMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw invalid(field, 'must be a moment such as 2026-11-20T12:00:00Z');
  return new Date(Math.ceil(atMs));
}

interface EntryItemRow {
  seq: number;
  at: Date;
  kind: string;
  actor_type: string;
  actor_id: string;
  actor_name: string | null;
  subject_type: string;
  subject_id: string;
  metadata: JsonObject;
  prev_hash: string;
  hash: string;
}

function itemOf(row: EntryItemRow): AuditItem {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    subject: { type: row.subject_type, id: row.subject_id },
    metadata: row.metadata,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Only a valid id is compared as one, so that the look-up of the name uses the primary key. */
const idOf = (type: string): string =>
  `CASE WHEN e.actor_type = '${type}' AND e.actor_id ~ '${UUID_PATTERN}' THEN e.actor_id::uuid END`;

/** The page is cut before names are looked up. */
const selectEntries = (conditions: string): string => `
  SELECT e.seq, e.at, e.kind, e.actor_type, e.actor_id, COALESCE(p.name, k.name) AS actor_name, e.subject_type,
    e.subject_id, e.metadata, encode(e.prev_hash, 'hex') AS prev_hash, encode(e.hash, 'hex') AS hash
  FROM (
    SELECT * FROM svc.audit_entries e
    WHERE e.organization_id = $1
      AND ${conditions}
    ORDER BY e.seq DESC
    LIMIT $2
  ) e
    LEFT JOIN svc.accounts p ON p.id = ${idOf('user')}
    LEFT JOIN svc.api_keys k ON k.organization_id = e.organization_id AND k.id = ${idOf('key')}
  ORDER BY e.seq DESC`;
