// SPDX-License-Identifier: Apache-2.0
/** Proves that a signed checkpoint covers an entry. */
import type { AuditProof } from '@svc/contract';
import {
  EMPTY_TREE,
  inclusionPathOver,
  leafHashes,
  subtreesByStart,
  type TreeState,
  textsOf,
} from '@svc/core/audit-tree';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type Archive, archivedBundles, NO_ARCHIVE, selectNodes, TILE_WIDTH } from '../archive/index.ts';
import { selectHashes } from './archive-entries.ts';
import type { Checkpoints } from './checkpoints.ts';

/**
 * Uses the first checkpoint that covers the entry. It reads only the bounded number of entries between that and the one
 * before. Where they are archived, it reads the roots of their bundles, and two bundles at most.
 * @throws ApiError 404 when there is no such entry, 503 when a file of the archive cannot be read
 */
export async function proveEntry(
  pool: pg.Pool,
  checkpoints: Checkpoints,
  organizationId: string,
  seq: number,
  archive: Archive = NO_ARCHIVE,
): Promise<AuditProof> {
  const key = await checkpoints.verifierKey(organizationId);
  const found = await inTransaction(
    pool,
    [organizationId],
    (transaction) => selectFound(transaction, organizationId, seq),
    'snapshot',
  );
  const read = async (bundle: number) => await archive.read(organizationId, bundle, rootOf(found, bundle));
  const own = bundleOf(seq);
  const hash = own < found.archived ? (await read(own)).entries[(seq - 1) % TILE_WIDTH]?.hash : found.hash;
  if (hash === undefined) throw new ApiError('not_found', { message: 'There is no such entry.' });
  const { covering } = found;
  if (covering === null) return { seq, hash, covered: null };
  const { size, note: checkpoint } = covering;
  const leaves = new Map<number, string[]>();
  for (const bundle of [own, bundleOf(size)]) {
    if (bundle < found.archived) leaves.set(bundle, textsOf((await read(bundle)).leaves));
  }
  const path = inclusionPathOver(size, seq - 1, knownOf(found, covering, leaves)).map((one) => one.toString('base64'));
  return { seq, hash, covered: { index: seq - 1, size, path, checkpoint, key } };
}

const bundleOf = (seq: number): number => Math.floor((seq - 1) / TILE_WIDTH);

interface CoveringRow extends Record<string, unknown> {
  size: number;
  note: string;
  before_size: number | null;
  before_frontier: Buffer | null;
}

interface Found {
  /** undefined when the entry is archived or missing. */
  hash: string | undefined;
  /** Bundles in the archive. */
  archived: number;
  covering: CoveringRow | null;
  /** The roots of archived bundles, from this number on. */
  firstRoot: number;
  roots: string[];
  /** `hashes` are of the entries behind this number, which are rows. */
  rowsAfter: number;
  hashes: Buffer;
}

async function selectFound(transaction: Transaction, organizationId: string, seq: number): Promise<Found> {
  const [archived, [entry], [covering = null]] = await Promise.all([
    archivedBundles(transaction, organizationId),
    transaction.query<{ hash: string }>(SELECT_HASH, [organizationId, seq]),
    transaction.query<CoveringRow>(SELECT_COVERING, [organizationId, seq]),
  ]);
  const before = covering === null ? seq - 1 : beforeOf(covering).size;
  const until = covering?.size ?? before;
  const firstRoot = Math.floor(before / TILE_WIDTH);
  const rowsAfter = Math.max(before, Math.min(archived * TILE_WIDTH, until));
  const [roots, hashes] = await Promise.all([
    selectNodes(transaction, organizationId, { first: firstRoot, end: Math.min(archived, bundleOf(until) + 1) }),
    selectHashes(transaction, organizationId, rowsAfter, until),
  ]);
  return { hash: entry?.hash, archived, covering, firstRoot, roots: textsOf(roots), rowsAfter, hashes };
}

function beforeOf({ before_size: size, before_frontier: frontier }: CoveringRow): TreeState {
  return size === null || frontier === null ? EMPTY_TREE : { size, frontier };
}

function rootOf({ firstRoot, roots }: Found, bundle: number): Buffer {
  return Buffer.from(roots[bundle - firstRoot] ?? '', 'latin1');
}

/** Hashes of the tree that need no other: subtrees of the checkpoint before, bundles and leaves. */
function knownOf(
  { archived, firstRoot, roots, rowsAfter, hashes }: Found,
  covering: CoveringRow,
  leaves: ReadonlyMap<number, string[]>,
) {
  const before = beforeOf(covering);
  const old = subtreesByStart(before);
  return (start: number, end: number): string | undefined => {
    if (end <= before.size) return old.get(start);
    const bundle = Math.floor(start / TILE_WIDTH);
    if (end - start === TILE_WIDTH && bundle < archived) return roots[bundle - firstRoot];
    if (end - start > 1) return undefined;
    if (bundle < archived) return leaves.get(bundle)?.[start % TILE_WIDTH];
    const at = (start - rowsAfter) * HASH_BYTES;
    return leafHashes(hashes.subarray(at, at + HASH_BYTES)).toString('latin1');
  };
}

const HASH_BYTES = 32;

const SELECT_HASH = `
  SELECT encode(hash, 'hex') AS hash FROM svc.audit_entries WHERE organization_id = $1 AND seq = $2`;

const SELECT_COVERING = `
  SELECT c.size, c.note, b.size AS before_size, b.frontier AS before_frontier
  FROM (
    SELECT size, note FROM svc.audit_checkpoints WHERE organization_id = $1 AND size >= $2 ORDER BY size LIMIT 1
  ) c
    LEFT JOIN LATERAL (
      SELECT size, frontier FROM svc.audit_checkpoints
      WHERE organization_id = $1 AND size < c.size ORDER BY size DESC LIMIT 1
    ) b ON true`;
