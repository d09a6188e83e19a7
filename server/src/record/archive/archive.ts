// SPDX-License-Identifier: Apache-2.0
/** Reads archived entries. Each file is compared with the hash that the database keeps of it, before it is used. */
import type { AuditEntry } from '@svc/core/audit-chain';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type Bundle, unpackBundle } from './bundle.ts';
import { bundlePath, TILE_WIDTH } from './paths.ts';
import type { ArchiveStore } from './store.ts';

/** Bundles that were read last, by the length of their lines; parsed they take a small multiple. */
const CACHE_BYTES_MAX = 8_000_000;

export interface Archive {
  /** null when no archive is configured: then nothing is written, and archived entries cannot be read. */
  store: ArchiveStore | null;
  /** @throws ApiError 503 when the file is missing, damaged or another one; the log names the reason */
  read(organizationId: string, bundle: number, root: Buffer): Promise<Bundle>;
}

interface ArchiveLog {
  error(fields: object, message: string): void;
}

export function createArchive(store: ArchiveStore | null, log: ArchiveLog): Archive {
  const cache = new LRUCache<string, Bundle>({ maxSize: CACHE_BYTES_MAX, sizeCalculation: ({ bytes }) => bytes });

  async function load(organizationId: string, bundle: number, root: Buffer): Promise<Bundle> {
    const fault = (reason: string, mend?: string) => unreadable({ organizationId, bundle, reason }, log, mend);
    if (store === null) throw fault('SVC_AUDIT_ARCHIVE is not set', 'The operator sets it for every process.');
    const file = await store.read(organizationId, bundlePath(bundle)).catch((error: Error) => {
      throw fault(error.message);
    });
    if (file === null) throw fault('the file is missing');
    const read = await unpackBundle(file, root);
    if (read === null) throw fault('the file is not the one that was written');
    return read;
  }

  return {
    store,
    async read(organizationId, bundle, root) {
      const key = `${organizationId} ${bundle} ${root.toString('latin1')}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const read = await load(organizationId, bundle, root);
      cache.set(key, read);
      return read;
    },
  };
}

/** For a database without archived entries. */
export const NO_ARCHIVE: Archive = createArchive(null, { error: () => {} });

function unreadable(
  about: { organizationId: string; bundle: number; reason: string },
  log: ArchiveLog,
  mend = 'The operator brings the file back from a copy.',
): ApiError {
  const { bundle, reason } = about;
  const file = bundlePath(bundle);
  log.error({ ...about, file }, 'archived audit entries cannot be read');
  const entries = `${bundle * TILE_WIDTH + 1} to ${(bundle + 1) * TILE_WIDTH}`;
  const message = `The audit entries ${entries} cannot be read from the archive (${file}: ${reason}). ${mend}`;
  return new ApiError('unavailable', { message });
}

/**
 * Kinds of entries by keys that leave their table. All others are in the archive too, and stay as rows, since they are
 * looked up by what they are about. The migration of the archive has the same list.
 */
export const LEAVING_KINDS: readonly string[] = [
  'decision.recorded',
  'redemption.made',
  'redemption.refused',
  'outcome.reported',
  'outcome.amended',
];

/** The bundles from the first entry on that are in the archive. */
export async function archivedBundles(transaction: Transaction, organizationId: string): Promise<number> {
  const [row] = await transaction.query<{ archived_bundles: number }>(SELECT_BUNDLES, [organizationId]);
  return row?.archived_bundles ?? 0;
}

const SELECT_BUNDLES = 'SELECT archived_bundles FROM svc.audit_checkpoint_heads WHERE organization_id = $1';

/** The roots of bundles, from `first` to before `end`, 32 bytes each. @throws Error when one is missing */
export async function selectNodes(
  transaction: Transaction,
  organizationId: string,
  { level = 1, first, end }: { level?: number; first: number; end: number },
): Promise<Buffer> {
  if (first >= end) return Buffer.alloc(0);
  const values = [organizationId, level, first, end];
  const [row] = await transaction.query<{ hashes: Buffer | null; count: number }>(SELECT_NODES, values);
  if (row === undefined || row.hashes === null || row.count !== end - first) {
    throw new Error('hashes of archived audit entries are missing');
  }
  return row.hashes;
}

const SELECT_NODES = `
  SELECT string_agg(hash, ''::bytea ORDER BY number) AS hashes, count(*)::int AS count FROM svc.audit_archive_nodes
  WHERE organization_id = $1 AND level = $2 AND number >= $3 AND number < $4`;

/**
 * Entries by their numbers. @returns those that are archived
 * @throws ApiError 503 when a file cannot be read
 */
export async function readArchived(
  pool: pg.Pool,
  archive: Archive,
  organizationId: string,
  seqs: readonly number[],
): Promise<Map<number, AuditEntry>> {
  const found = new Map<number, AuditEntry>();
  if (seqs.length === 0) return found;
  const bundles = [...new Set(seqs.map((seq) => Math.floor((seq - 1) / TILE_WIDTH)))];
  const roots = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ number: number; hash: Buffer }>(SELECT_ROOTS, [organizationId, bundles]),
  );
  const wanted = new Set(seqs);
  for (const { number, hash } of roots) {
    const { entries } = await archive.read(organizationId, number, hash);
    for (const entry of entries) if (wanted.has(entry.seq)) found.set(entry.seq, entry);
  }
  return found;
}

const SELECT_ROOTS = `
  SELECT number, hash FROM svc.audit_archive_nodes
  WHERE organization_id = $1 AND level = 1 AND number = ANY ($2::bigint[])`;
