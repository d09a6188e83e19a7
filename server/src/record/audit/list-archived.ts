// SPDX-License-Identifier: Apache-2.0
/** The archived part of a list of entries: bundle by bundle, newest first. A search looks at a bounded part of it. */
import { type AuditListQuery, LISTED_METADATA_BYTES_MAX, SEARCH_ROWS_MAX } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import { canonicalJson } from '@svc/core/canonical-json';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { SEARCH_WITHIN_MS } from '../../storage/lists/index.ts';
import { type Archive, LEAVING_KINDS, selectNodes, TILE_WIDTH } from '../archive/index.ts';
import { type Row, rowsOfArchived } from './list-rows.ts';

export type EntryFilters = Omit<AuditListQuery, 'limit' | 'cursor'>;

/** Roots that are read at once. */
const BUNDLES_PER_QUERY = 32;
const HASH_BYTES = 32;

export interface ArchivedList {
  query: EntryFilters;
  moments: { from: Date | null; to: Date | null };
  isSearch: boolean;
  /** Numbers of entries, both in it. */
  range: { lowest: number; highest: number };
}

interface ArchivedPage {
  rows: Row[];
  /** The last entry that was looked at, when others follow. */
  stoppedAt: AuditEntry | null;
}

/** False where all that the filter lets through are rows too. */
export function mayBeArchived({ kind }: EntryFilters): boolean {
  return kind === undefined || LEAVING_KINDS.some((one) => isOfKind(one, kind));
}

const isOfKind = (kind: string, asked: string): boolean => kind === asked || kind.startsWith(`${asked}.`);

/** @param page the items that it has room for, perhaps none, and the number behind which it begins */
export async function listArchived(
  { pool, archive, organizationId }: { pool: pg.Pool; archive: Archive; organizationId: string },
  list: ArchivedList,
  page: { limit: number; after: number | null },
): Promise<ArchivedPage> {
  const { range, isSearch } = list;
  const untilMs = performance.now() + SEARCH_WITHIN_MS;
  const lowest = Math.max(range.lowest, 1);
  const highest = Math.min(range.highest, (page.after ?? Number.POSITIVE_INFINITY) - 1);
  const isWanted = matcherOf(list);
  const found: AuditEntry[] = [];
  let last: AuditEntry | null = null;
  let looked = 0;
  const end = async (stoppedAt: AuditEntry | null): Promise<ArchivedPage> => ({
    stoppedAt,
    rows: await inTransaction(pool, [organizationId], (transaction) =>
      rowsOfArchived(transaction, organizationId, found, LISTED_METADATA_BYTES_MAX),
    ),
  });
  for await (const entry of entriesDown({ pool, archive, organizationId }, lowest, highest)) {
    if (isWanted(entry)) {
      // One more than the page holds tells that another follows.
      if (found.length === page.limit) return await end(found.at(-1) ?? last ?? entryBehind(entry));
      found.push(entry);
    }
    last = entry;
    looked += 1;
    const isOver = looked >= SEARCH_ROWS_MAX || (looked % TILE_WIDTH === 0 && performance.now() >= untilMs);
    if (isSearch && isOver && entry.seq > lowest) return await end(entry);
  }
  return await end(null);
}

/** A page that is full of rows goes on in the archive: its mark is the number behind that of the next entry. */
const entryBehind = (entry: AuditEntry): AuditEntry => ({ ...entry, seq: entry.seq + 1 });

async function* entriesDown(
  { pool, archive, organizationId }: { pool: pg.Pool; archive: Archive; organizationId: string },
  lowest: number,
  highest: number,
): AsyncGenerator<AuditEntry> {
  const bundleOf = (seq: number) => Math.floor((seq - 1) / TILE_WIDTH);
  for (let end = bundleOf(highest) + 1; end > bundleOf(lowest); end -= BUNDLES_PER_QUERY) {
    const first = Math.max(bundleOf(lowest), end - BUNDLES_PER_QUERY);
    const roots = await inTransaction(pool, [organizationId], (transaction) =>
      selectNodes(transaction, organizationId, { first, end }),
    );
    for (let bundle = end - 1; bundle >= first; bundle -= 1) {
      const at = (bundle - first) * HASH_BYTES;
      const { entries } = await archive.read(organizationId, bundle, roots.subarray(at, at + HASH_BYTES));
      for (const entry of entries.toReversed()) if (entry.seq >= lowest && entry.seq <= highest) yield entry;
    }
  }
}

/** The conditions of the statement for rows. */
function matcherOf({ query, moments }: ArchivedList): (entry: AuditEntry) => boolean {
  const { kind, actor, subject, q } = query;
  const [from, to] = [moments.from?.toISOString(), moments.to?.toISOString()];
  return (entry) =>
    (kind === undefined || isOfKind(entry.kind, kind)) &&
    (actor === undefined || entry.actor.id === actor) &&
    (subject === undefined || entry.subject.id === subject) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to) &&
    (q === undefined || isFound(entry, q));
}

function isFound({ seq, kind, actor, subject, metadata, hash }: AuditEntry, q: string): boolean {
  const lower = q.toLowerCase();
  if (String(seq) === q || [subject.id, actor.id, hash].includes(lower)) return true;
  return kind.toLowerCase().includes(lower) || canonicalJson(metadata).toLowerCase().includes(lower);
}
