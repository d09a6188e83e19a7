// SPDX-License-Identifier: Apache-2.0
/** Signs a checkpoint over the committed entries of an organization, in one transaction. */
import { setImmediate } from 'node:timers/promises';
import { openTree, type Tree } from '@svc/core/audit-tree';
import { CheckpointFault, originOf, readCheckpoint, signCheckpoint, verifierKeyOf } from '@svc/core/checkpoint';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { hashesAt, type LongestChains } from '../../storage/heads/index.ts';
import { tellWithCommit, WORK } from '../../storage/news/index.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * The most new entries that one checkpoint covers, which is also what a proof of inclusion reads. Thinning leaves no
 * longer gap: see the migration of `thin_checkpoints`.
 */
export const CHECKPOINT_ENTRIES_MAX = 16_384;
/** The entries read and hashed in one go, which blocks the event loop for a few milliseconds. */
const ENTRIES_PER_PAGE = 4_096;

/**
 * The reason for signing nothing until a person has looked. `shorter`: the chain has fewer entries than were answered
 * with or signed, or its checkpoints are gone. `altered`: the stored tree is not the one that this deployment signed
 * last, or an entry is not the one that it answered with. `gap`: an entry is missing.
 */
type CheckpointRefusal = 'shorter' | 'altered' | 'gap';

export interface Signer extends SigningKey {
  /** The chains that this process answered with, and how much of them it has signed. */
  chains: LongestChains;
}

export interface SigningOutcome {
  /** Null: there is nothing new, another process holds the row, or it was refused. */
  signed: { size: number; lastHash: Buffer } | null;
  /** Entries lie beyond the new checkpoint. */
  isBehind: boolean;
  refused: CheckpointRefusal | null;
}

const NOTHING: SigningOutcome = { signed: null, isBehind: false, refused: null };

/**
 * Locks the checkpoint row of the organization, reads the entries committed after it, and signs. The chain is numbered
 * under the lock of its head, so all entries up to the committed head exist. Signed entries are not read again: each
 * checkpoint extends the last tree, and is refused when that tree is not the signed one.
 * @param busy treatment of a row that another process holds: `wait` for it, or leave it to that process
 */
export async function signNext(
  pool: pg.Pool,
  signer: Signer,
  organizationId: string,
  busy: 'wait' | 'skip',
): Promise<SigningOutcome> {
  const { chains } = signer;
  const known = chains.of(organizationId);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const row = await lockRow(transaction, organizationId, busy);
    if (row === null) return NOTHING;
    const doubted = chains.meet(row, known);
    if (doubted !== null) chains.compare(doubted, await hashesAt(transaction, [doubted]));
    const opened = openRow(row, signer);
    if (opened === null) return NOTHING;
    if (typeof opened === 'string') return { ...NOTHING, refused: opened };
    if (!(await readEntries(transaction, opened))) return { ...NOTHING, refused: 'gap' };
    await storeCheckpoint(transaction, opened, signer);
    const { tree, lastHash, lastSeq } = opened;
    return { signed: { size: tree.size, lastHash }, isBehind: tree.size < lastSeq, refused: null };
  });
}

interface OpenTree {
  id: string;
  tree: Tree;
  /** Size of the last checkpoint. */
  before: number;
  /** The last committed entry when the row was locked. */
  lastSeq: number;
  /** The end of this checkpoint. */
  until: number;
  /** The hash of the last entry in the tree. */
  lastHash: Buffer;
}

/** The tree to continue, when its root is the one that was signed last; null when it covers all entries. */
function openRow(row: LockedRow, signer: Signer): OpenTree | CheckpointRefusal | null {
  const { organization_id: id, size, audit_seq: lastSeq } = row;
  const loss = signer.chains.lossOf(id);
  if (loss !== undefined) return loss.foundSeq < loss.seq ? 'shorter' : 'altered';
  if (lastSeq < size || size < (signer.chains.of(id)?.signedSize ?? 0)) return 'shorter';
  if (lastSeq === size) return null;
  const until = Math.min(lastSeq, size + CHECKPOINT_ENTRIES_MAX);
  try {
    const tree = openTree({ size, frontier: row.frontier });
    if (row.note !== null) {
      const signed = readCheckpoint(row.note, verifierKeyOf(originOf(id), signer.publicKey));
      if (signed.size !== size || !signed.root.equals(tree.root())) return 'altered';
    }
    return { id, tree, before: size, lastSeq, until, lastHash: Buffer.alloc(0) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof CheckpointFault) return 'altered';
    throw error;
  }
}

/** @returns false when an entry is missing */
async function readEntries(transaction: Transaction, open: OpenTree): Promise<boolean> {
  while (open.tree.size < open.until) {
    const values = [open.id, open.tree.size, open.until, ENTRIES_PER_PAGE];
    const [page] = await transaction.query<PageRow>(SELECT_PAGE, values);
    if (page === undefined || page.last_seq !== open.tree.size + page.count) return false;
    open.tree.appendAll(page.hashes);
    open.lastHash = page.hashes.subarray(-HASH_BYTES);
    // Waiting requests are served between two pages.
    await setImmediate();
  }
  return true;
}

interface LockedRow {
  organization_id: string;
  size: number;
  frontier: Buffer;
  note: string | null;
  audit_seq: number;
  audit_hash: Buffer;
}

/**
 * Three statements in one burst. Each sees the commits before its beginning. The head is read after the row was locked,
 * so it is never older than the latest signature of another process.
 */
async function lockRow(
  transaction: Transaction,
  organizationId: string,
  busy: 'wait' | 'skip',
): Promise<LockedRow | null> {
  const [, [locked], [head]] = await Promise.all([
    transaction.query(MAKE_ROW, [organizationId]),
    transaction.query<Omit<LockedRow, 'audit_seq' | 'audit_hash'>>(
      busy === 'wait' ? LOCK_ROW : `${LOCK_ROW} SKIP LOCKED`,
      [organizationId],
    ),
    transaction.query<Pick<LockedRow, 'audit_seq' | 'audit_hash'>>(SELECT_HEAD, [organizationId]),
  ]);
  return locked === undefined || head === undefined ? null : { ...locked, ...head };
}

const MAKE_ROW = `
  INSERT INTO svc.audit_checkpoint_heads (organization_id, size, frontier)
  SELECT organization_id, 0, '' FROM svc.organization_heads WHERE organization_id = $1
  ON CONFLICT (organization_id) DO NOTHING`;

const LOCK_ROW = `
  SELECT organization_id, size, frontier, note FROM svc.audit_checkpoint_heads
  WHERE organization_id = $1
  FOR NO KEY UPDATE`;

/** Read without a lock: the hot path of decisions holds this row. */
const SELECT_HEAD = 'SELECT audit_seq, audit_hash FROM svc.organization_heads WHERE organization_id = $1';

const HASH_BYTES = 32;

interface PageRow extends Record<string, unknown> {
  count: number;
  /** Null without an entry. */
  last_seq: number | null;
  /** 32 bytes each. */
  hashes: Buffer;
}

/** Numbers are unique, so a page whose last number is its first plus its count, less one, has no gap. */
const SELECT_PAGE = `
  SELECT count(*)::int AS count, max(seq) AS last_seq, string_agg(hash, ''::bytea ORDER BY seq) AS hashes
  FROM (
    SELECT seq, hash FROM svc.audit_entries
    WHERE organization_id = $1 AND seq > $2 AND seq <= $3
    ORDER BY seq LIMIT $4
  ) AS page`;

/** The row is locked; its change asserts again that the tree grows. Pushes commit with the signature. */
async function storeCheckpoint(transaction: Transaction, { id, tree, before }: OpenTree, key: SigningKey) {
  const { size } = tree;
  const { frontier } = tree.state();
  const note = signCheckpoint(originOf(id), { size, root: tree.root() }, key.privateKey);
  const now = transaction.clock.now();
  const [, , changed] = await Promise.all([
    transaction.query(INSERT_CHECKPOINT, [id, size, frontier, note, now]),
    transaction.query(INSERT_PUSH, [id, before, size, now]),
    transaction.query(CHANGE_HEAD, [id, size, frontier, note]),
  ]);
  if (changed.length !== 1) throw new Error('a checkpoint was signed that does not grow');
  await tellWithCommit(transaction, WORK);
}

const INSERT_CHECKPOINT = `
  INSERT INTO svc.audit_checkpoints (organization_id, size, frontier, note, signed_at) VALUES ($1, $2, $3, $4, $5)`;

const INSERT_PUSH = `
  INSERT INTO svc.checkpoint_outbox (organization_id, pushed_size, last_size, due_at, attempts)
  SELECT organization_id, $2::bigint, $3::bigint, $4::timestamptz, 0 FROM svc.organizations
  WHERE organization_id = $1 AND checkpoint_url IS NOT NULL
  ON CONFLICT (organization_id) DO UPDATE SET last_size = excluded.last_size`;

const CHANGE_HEAD = `
  UPDATE svc.audit_checkpoint_heads SET size = $2, frontier = $3, note = $4
  WHERE organization_id = $1 AND size < $2
  RETURNING 1`;
