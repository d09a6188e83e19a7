// SPDX-License-Identifier: Apache-2.0
/**
 * Brings old entries into files, bundle by bundle. The files are checked against a signed checkpoint, written and read
 * back. Only then does the database let the rows go, which checks them again by itself. A run that stops anywhere
 * leaves the rows, and the next one finds its files.
 */
import { hashText } from '@svc/core/audit-chain';
import { leafHashes, openTree, rootOver, type Tree } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import type pg from 'pg';
import { dueBy, everyOrganization, pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { numbersAround } from '../../storage/lists/index.ts';
import {
  type Archive,
  type ArchiveStore,
  bundlePath,
  packBundle,
  removeTiles,
  TILE_WIDTH,
  treeOfArchive,
  unpackBundle,
  writeTiles,
} from '../archive/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { ENTRY_COLUMNS, type EntryRow, hashedTextOf } from './entry-rows.ts';

/** Bundles that leave in one transaction, which holds the row that signs for some hundred milliseconds. */
const BUNDLES_PER_STEP_MAX = 64;
/** Steps of one organization in one run, so that the others get their turn. */
const STEPS_PER_RUN_MAX = 16;
const HASH_BYTES = 32;
const DAY_MS = 86_400_000;

export interface ArchiveDeps {
  pool: pg.Pool;
  archive: Archive;
  checkpoints: Pick<Checkpoints, 'sign' | 'verifierKey'>;
}

interface Step extends ArchiveDeps {
  store: ArchiveStore;
  organizationId: string;
  /** Entries from before this moment are old enough. */
  before: Date;
  bundlesMax: number;
}

/**
 * @param signal stops between two steps
 * @returns the number of organizations with more to archive than one run does: the next run can do it at once
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function archiveEntries(
  deps: ArchiveDeps,
  signal: AbortSignal,
  { bundlesMax = BUNDLES_PER_STEP_MAX, stepsMax = STEPS_PER_RUN_MAX } = {},
): Promise<number> {
  const { pool, archive } = deps;
  const { store } = archive;
  const afterDays = await archivingAfterDays(pool);
  if (store === null || afterDays === null) return 0;
  const before = new Date(pool.clock.nowMs() - afterDays * DAY_MS);
  const work = async (organizationId: string): Promise<boolean> => {
    const step = { ...deps, store, organizationId, before, bundlesMax };
    for (let count = 0; count < stepsMax && !signal.aborted; count += 1) {
      if ((await archiveSome(step)) < bundlesMax) return true;
    }
    return false;
  };
  return await everyOrganization(pool, dueBy(SELECT_DUE), work, signal);
}

/** @returns null while nothing leaves its table */
async function archivingAfterDays(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ after_days: number | null }>(SELECT_SETTINGS);
  return rows[0]?.after_days ?? null;
}

const SELECT_SETTINGS = 'SELECT after_days FROM svc.audit_archive_settings WHERE NOT paused';

const SELECT_DUE = `
  SELECT organization_id FROM svc.audit_checkpoint_heads
  WHERE organization_id = ANY ($1::uuid[]) AND size >= (archived_bundles + 1) * ${TILE_WIDTH}`;

/** The entries that a run with this term would bring into files. */
export async function countDue(pool: pg.Pool, afterDays: number): Promise<number> {
  const before = new Date(pool.clock.nowMs() - afterDays * DAY_MS);
  let bundles = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    for (const id of page) {
      bundles += await inTransaction(pool, [id], async (transaction) => {
        const [row] = await transaction.query<{ first: number; size: number }>(SELECT_STATE, [id]);
        const { above } = await numbersAround(transaction, id, before);
        return Math.max(0, Math.floor(Math.min(row?.size ?? 0, above - 1) / TILE_WIDTH) - (row?.first ?? 0));
      });
    }
  }
  return bundles * TILE_WIDTH;
}

interface Packed {
  root: Buffer;
  file: Buffer;
}

/** @returns the number of bundles that have left */
async function archiveSome(step: Step): Promise<number> {
  const { pool, store, organizationId, bundlesMax } = step;
  const { first, size, tree } = await inTransaction(pool, [organizationId], async (transaction) => {
    const [row] = await transaction.query<{ first: number; size: number }>(SELECT_STATE, [organizationId]);
    const { first: bundles = 0, size: signed = 0 } = row ?? {};
    return { first: bundles, size: signed, tree: await treeOfArchive(transaction, organizationId, bundles) };
  });
  const packed: Packed[] = [];
  while (packed.length < bundlesMax && (first + packed.length + 1) * TILE_WIDTH <= size) {
    const next = await packNext(step, first + packed.length, tree);
    if (next === null) break;
    packed.push(next);
  }
  if (packed.length === 0) return 0;
  await compareWithSigned(step, tree);
  for (const [at, { root, file }] of packed.entries()) await keepBundle(step, first + at, root, file);
  const roots = packed.map(({ root }) => root);
  const note = await step.checkpoints.sign(organizationId, { size: tree.size, root: tree.root() });
  await writeTiles({ pool, store, organizationId }, { first, roots, note });
  await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(ARCHIVE, [organizationId, first, roots]),
  );
  await removeTiles(store, organizationId, { before: first, after: first + packed.length });
  return packed.length;
}

const SELECT_STATE = `
  SELECT archived_bundles AS first, size FROM svc.audit_checkpoint_heads WHERE organization_id = $1`;

/** The function checks all of it again, and refuses. */
const ARCHIVE = 'SELECT svc.archive_bundles($1, $2, $3::bytea[])';

/**
 * Appends a bundle to the tree.
 * @returns null when an entry of it is too young
 * @throws Error when an entry is missing, or is not the one that was hashed
 */
async function packNext({ pool, organizationId, before }: Step, bundle: number, tree: Tree): Promise<Packed | null> {
  const first = bundle * TILE_WIDTH;
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<EntryRow & { is_old: boolean }>(SELECT_BUNDLE, [
      organizationId,
      first,
      first + TILE_WIDTH,
      before,
    ]),
  );
  if (rows.some((row) => !row.is_old)) return null;
  const texts = rows.map((row) => hashedTextOf(row, organizationId));
  for (const [at, { seq, hash, prev_hash: prevHash }] of rows.entries()) {
    const follows = at === 0 || rows[at - 1]?.hash === prevHash;
    if (seq !== first + at + 1 || !follows || hashText(texts[at] as string) !== hash) throw notAsSigned(first + at + 1);
  }
  if (rows.length !== TILE_WIDTH) throw notAsSigned(first + rows.length + 1);
  const hashes = Buffer.from(rows.map(({ hash }) => hash).join(''), 'hex');
  tree.appendAll(hashes);
  return { root: rootOver(leafHashes(hashes)), file: await packBundle(texts) };
}

const SELECT_BUNDLE = `
  SELECT ${ENTRY_COLUMNS}, at < $4 AS is_old FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`;

const notAsSigned = (seq: number): Error =>
  new Error(`audit entry ${seq} is missing or not as it was signed, so it is not archived: check the chain`);

/** @throws Error unless a signed checkpoint has the root that follows from the tree and the rows behind it */
async function compareWithSigned({ pool, organizationId, checkpoints }: Step, tree: Tree): Promise<void> {
  const key = readVerifierKey(await checkpoints.verifierKey(organizationId));
  const { note, hashes } = await inTransaction(pool, [organizationId], async (transaction) => {
    const [row] = await transaction.query<{ size: number; note: string }>(SELECT_SIGNED, [organizationId, tree.size]);
    if (row === undefined) throw notAsSigned(tree.size);
    return { note: row.note, hashes: await selectHashes(transaction, organizationId, tree.size, row.size) };
  });
  const signed = readCheckpoint(note, key);
  const grown = openTree(tree.state());
  grown.appendAll(hashes);
  if (grown.size !== signed.size || !grown.root().equals(signed.root)) throw notAsSigned(tree.size);
}

const SELECT_SIGNED = `
  SELECT size, note FROM svc.audit_checkpoints WHERE organization_id = $1 AND size >= $2 ORDER BY size LIMIT 1`;

/** @throws Error when entries are missing: the chain check names them */
export async function selectHashes(
  transaction: Transaction,
  organizationId: string,
  after: number,
  until: number,
): Promise<Buffer> {
  if (after >= until) return Buffer.alloc(0);
  const [row] = await transaction.query<{ hashes: Buffer | null }>(SELECT_HASHES, [organizationId, after, until]);
  const hashes = row?.hashes ?? Buffer.alloc(0);
  if (hashes.length !== (until - after) * HASH_BYTES) throw new Error('entries of a checkpoint are missing');
  return hashes;
}

const SELECT_HASHES = `
  SELECT string_agg(hash, ''::bytea ORDER BY seq) AS hashes FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3`;

/** @throws Error when another file is there already, or what was written does not come back */
async function keepBundle({ store, organizationId }: Step, bundle: number, root: Buffer, file: Buffer): Promise<void> {
  const path = bundlePath(bundle);
  const isNew = await store.create(organizationId, path, file);
  const kept = await store.read(organizationId, path);
  if (kept !== null && (await unpackBundle(kept, root)) !== null) return;
  throw new Error(
    isNew
      ? `the archive did not keep ${path} of ${organizationId} as it was written`
      : `the archive has another ${path} of ${organizationId}, as after the restore of a backup: move it away`,
  );
}
