// SPDX-License-Identifier: Apache-2.0
/** Signs checkpoints over the committed entries of some organizations, in one transaction. */
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
  signed: { organizationId: string; size: number; lastHash: Buffer }[];
  /** Organizations with entries beyond the new checkpoint. */
  behind: string[];
  refused: { organizationId: string; reason: CheckpointRefusal }[];
}

/**
 * Locks the checkpoint row of each organization, reads the entries committed after it, and signs. Chains are numbered
 * under the lock of their head, so all entries up to the committed head exist. Signed entries are not read again: each
 * checkpoint extends the last tree, and is refused when that tree is not the signed one.
 * @param busy treatment of a row that another process holds: `wait` for it, or leave it to that process
 */
export async function signCheckpoints(
  pool: pg.Pool,
  signer: Signer,
  organizationIds: readonly string[],
  busy: 'wait' | 'skip',
): Promise<SigningOutcome> {
  const outcome: SigningOutcome = { signed: [], behind: [], refused: [] };
  const { chains } = signer;
  const known = new Map(organizationIds.map((id) => [id, chains.of(id)]));
  await inTransaction(pool, organizationIds, async (transaction) => {
    const open: OpenTree[] = [];
    const rows = await lockRows(transaction, organizationIds, busy);
    const doubted = rows.flatMap((row) => chains.meet(row, known.get(row.organization_id)) ?? []);
    const hashes = await hashesAt(transaction, doubted);
    for (const one of doubted) chains.compare(one, hashes);
    for (const row of rows) {
      const opened = openRow(row, signer);
      if (opened === null) continue;
      if (typeof opened === 'string') outcome.refused.push({ organizationId: row.organization_id, reason: opened });
      else open.push(opened);
    }
    const complete = await readEntries(transaction, open, outcome);
    await storeCheckpoints(transaction, complete, signer);
    outcome.signed = complete.map(({ id, tree, lastHash }) => ({ organizationId: id, size: tree.size, lastHash }));
    outcome.behind = complete.filter(({ tree, lastSeq }) => tree.size < lastSeq).map(({ id }) => id);
  });
  return outcome;
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

/** @returns the trees to which all their entries were appended */
async function readEntries(
  transaction: Transaction,
  open: readonly OpenTree[],
  outcome: SigningOutcome,
): Promise<OpenTree[]> {
  const complete: OpenTree[] = [];
  let waiting = [...open];
  while (waiting.length > 0) {
    const pages = await selectPages(transaction, waiting);
    const next: OpenTree[] = [];
    for (const one of waiting) {
      const page = pages.get(one.id);
      if (page === undefined || page.last_seq !== one.tree.size + page.count) {
        outcome.refused.push({ organizationId: one.id, reason: 'gap' });
        continue;
      }
      one.tree.appendAll(page.hashes);
      one.lastHash = page.hashes.subarray(-HASH_BYTES);
      (one.tree.size < one.until ? next : complete).push(one);
      // Waiting requests are served between two pages.
      await setImmediate();
    }
    waiting = next;
  }
  return complete;
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
async function lockRows(
  transaction: Transaction,
  organizationIds: readonly string[],
  busy: 'wait' | 'skip',
): Promise<LockedRow[]> {
  const [, locked, heads] = await Promise.all([
    transaction.query(MAKE_ROWS, [organizationIds]),
    transaction.query<Omit<LockedRow, 'audit_seq' | 'audit_hash'>>(
      busy === 'wait' ? LOCK_ROWS : `${LOCK_ROWS} SKIP LOCKED`,
      [organizationIds],
    ),
    transaction.query<Pick<LockedRow, 'organization_id' | 'audit_seq' | 'audit_hash'>>(SELECT_HEADS, [organizationIds]),
  ]);
  const headOf = new Map(heads.map((head) => [head.organization_id, head]));
  return locked.flatMap((row) => {
    const head = headOf.get(row.organization_id);
    return head === undefined ? [] : [{ ...row, ...head }];
  });
}

const MAKE_ROWS = `
  INSERT INTO svc.audit_checkpoint_heads (organization_id, size, frontier)
  SELECT organization_id, 0, '' FROM svc.organization_heads WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id
  ON CONFLICT (organization_id) DO NOTHING`;

const LOCK_ROWS = `
  SELECT organization_id, size, frontier, note FROM svc.audit_checkpoint_heads
  WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id
  FOR NO KEY UPDATE`;

/** Read without a lock: the hot path of decisions holds these rows. */
const SELECT_HEADS = `
  SELECT organization_id, audit_seq, audit_hash FROM svc.organization_heads WHERE organization_id = ANY ($1::uuid[])`;

const HASH_BYTES = 32;

interface PageRow {
  organization_id: string;
  count: number;
  last_seq: number;
  /** 32 bytes each. */
  hashes: Buffer;
}

async function selectPages(transaction: Transaction, open: readonly OpenTree[]): Promise<Map<string, PageRow>> {
  const wanted = open.map(({ id, tree, until }) => ({ organization_id: id, after: tree.size, until }));
  const rows = await transaction.query<PageRow & Record<string, unknown>>(SELECT_PAGES, [
    JSON.stringify(wanted),
    ENTRIES_PER_PAGE,
  ]);
  return new Map(rows.map((row) => [row.organization_id, row]));
}

/** Numbers are unique, so a page whose last number is its first plus its count, less one, has no gap. */
const SELECT_PAGES = `
  SELECT w.organization_id, p.count, p.last_seq, p.hashes
  FROM json_to_recordset($1) AS w (organization_id uuid, after bigint, until bigint)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, max(e.seq) AS last_seq, string_agg(e.hash, ''::bytea ORDER BY e.seq) AS hashes
      FROM (
        SELECT seq, hash FROM svc.audit_entries
        WHERE organization_id = w.organization_id AND seq > w.after AND seq <= w.until
        ORDER BY seq LIMIT $2
      ) e
    ) p
  WHERE p.count > 0`;

async function storeCheckpoints(
  transaction: Transaction,
  complete: readonly OpenTree[],
  key: SigningKey,
): Promise<void> {
  if (complete.length === 0) return;
  const rows = complete.map(({ id, tree, before }) => ({
    organization_id: id,
    before,
    size: tree.size,
    frontier: tree.state().frontier.toString('hex'),
    note: signCheckpoint(originOf(id), { size: tree.size, root: tree.root() }, key.privateKey),
  }));
  const stored = await transaction.query(STORE_CHECKPOINTS, [JSON.stringify(rows), transaction.clock.now()]);
  if (stored.length !== rows.length) throw new Error('a checkpoint was signed that does not grow');
  await tellWithCommit(transaction, WORK);
}

/** The rows are locked; the statement asserts again that each grows. Pushes commit with the signature. */
const STORE_CHECKPOINTS = `
  WITH signed AS (
    SELECT d.organization_id, d.before, d.size, decode(d.frontier, 'hex') AS frontier, d.note
    FROM json_to_recordset($1) AS d (organization_id uuid, before bigint, size bigint, frontier text, note text)
  ), kept AS (
    INSERT INTO svc.audit_checkpoints (organization_id, size, frontier, note, signed_at)
    SELECT organization_id, size, frontier, note, $2::timestamptz FROM signed
  ), outgoing AS (
    INSERT INTO svc.checkpoint_outbox (organization_id, pushed_size, last_size, due_at, attempts)
    SELECT s.organization_id, s.before, s.size, $2, 0
    FROM signed s JOIN svc.organizations o ON o.organization_id = s.organization_id
    WHERE o.checkpoint_url IS NOT NULL
    ON CONFLICT (organization_id) DO UPDATE SET last_size = excluded.last_size
  )
  UPDATE svc.audit_checkpoint_heads h SET size = s.size, frontier = s.frontier, note = s.note
  FROM signed s WHERE h.organization_id = s.organization_id AND h.size < s.size
  RETURNING h.organization_id`;
