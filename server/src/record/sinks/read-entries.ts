// SPDX-License-Identifier: Apache-2.0
/** The told entries of a chain in their order, from rows or from files of the archive. */
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type Archive, archivedBundles, selectNodes, TILE_WIDTH } from '../archive/index.ts';
import { isTold, TOLD_KINDS, type ToldEntry } from './ocsf.ts';

/** Numbers of entries that one read covers. */
const NUMBERS_PER_READ_MAX = 256;

interface Chain {
  pool: pg.Pool;
  archive: Archive;
  organizationId: string;
}

interface Page {
  entries: ToldEntry[];
  /** The last number that it covers. */
  until: number;
}

/** The entries behind `after`, up to `headSeq` at most; without reviews of TEST keys. */
export async function readPage(chain: Chain, after: number, headSeq: number): Promise<Page> {
  const { pool, organizationId } = chain;
  const lastOfRead = Math.min(after + NUMBERS_PER_READ_MAX, headSeq);
  const bundle = Math.floor(after / TILE_WIDTH);
  const found = await inTransaction(pool, [organizationId], async (transaction) =>
    bundle < (await archivedBundles(transaction, organizationId))
      ? { root: await selectNodes(transaction, organizationId, { first: bundle, end: bundle + 1 }) }
      : { entries: await selectEntries(transaction, organizationId, after, lastOfRead) },
  );
  const page =
    'root' in found
      ? await archivedPage(chain, bundle, found.root, { after, until: Math.min(lastOfRead, (bundle + 1) * TILE_WIDTH) })
      : { entries: found.entries, until: lastOfRead };
  const sandbox = await selectSandbox(pool, organizationId, page.entries.filter(isOfReview));
  return { ...page, entries: page.entries.filter((entry) => !isOfReview(entry) || !sandbox.has(entry.subject.id)) };
}

const isOfReview = ({ kind }: ToldEntry): boolean => kind.startsWith('review.');

async function archivedPage(
  { archive, organizationId }: Chain,
  bundle: number,
  root: Buffer,
  { after, until }: { after: number; until: number },
): Promise<Page> {
  const { entries } = await archive.read(organizationId, bundle, root);
  return { entries: entries.filter(({ seq, kind }) => seq > after && seq <= until && isTold(kind)), until };
}

interface Row {
  [column: string]: unknown;
  seq: number;
  at: Date;
  kind: string;
  actor_type: ToldEntry['actor']['type'];
  actor_id: string;
  subject_type: string;
  subject_id: string;
  metadata: JsonObject;
}

async function selectEntries(
  transaction: Transaction,
  organizationId: string,
  after: number,
  until: number,
): Promise<ToldEntry[]> {
  const rows = await transaction.query<Row>(SELECT_ENTRIES, [organizationId, after, until, TOLD_KINDS]);
  return rows.map((row) => ({
    seq: row.seq,
    organizationId,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    metadata: row.metadata,
  }));
}

const SELECT_ENTRIES = `
  SELECT seq, at, kind, actor_type, actor_id, subject_type, subject_id, metadata
  FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3 AND kind = ANY ($4::text[])
  ORDER BY seq`;

/** The reviews among them that a TEST key asked for: their entries do not say so. */
async function selectSandbox(
  pool: pg.Pool,
  organizationId: string,
  reviews: readonly ToldEntry[],
): Promise<ReadonlySet<string>> {
  if (reviews.length === 0) return new Set();
  const ids = reviews.map(({ subject }) => subject.id);
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ event_id: string }>(SELECT_SANDBOX, [organizationId, ids]),
  );
  return new Set(rows.map((row) => row.event_id));
}

const SELECT_SANDBOX = `
  SELECT event_id FROM svc.reviews WHERE organization_id = $1 AND event_id = ANY ($2::uuid[]) AND sandbox`;
