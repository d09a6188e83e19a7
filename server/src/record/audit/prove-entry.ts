// SPDX-License-Identifier: Apache-2.0
/** Proves that a signed checkpoint covers an entry. */
import type { AuditProof } from '@svc/contract';
import { EMPTY_TREE, inclusionPath, type TreeState } from '@svc/core/audit-tree';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Checkpoints } from './checkpoints.ts';

/**
 * Uses the first checkpoint that covers the entry. It reads only the bounded number of entries between that and the one
 * before.
 * @throws ApiError 404 when there is no such entry
 */
export async function proveEntry(
  pool: pg.Pool,
  checkpoints: Checkpoints,
  organizationId: string,
  seq: number,
): Promise<AuditProof> {
  const key = await checkpoints.verifierKey(organizationId);
  return await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      const [entry] = await transaction.query<{ hash: string }>(SELECT_HASH, [organizationId, seq]);
      if (entry === undefined) throw new ApiError('not_found', { message: 'There is no such entry.' });
      const [covering] = await transaction.query<CoveringRow>(SELECT_COVERING, [organizationId, seq]);
      if (covering === undefined) return { seq, hash: entry.hash, covered: null };
      const { size, note: checkpoint } = covering;
      const before = beforeOf(covering);
      const hashes = await selectHashes(transaction, organizationId, before.size, size);
      const path = inclusionPath(before, hashes, seq - 1).map((hash) => hash.toString('base64'));
      return { seq, hash: entry.hash, covered: { index: seq - 1, size, path, checkpoint, key } };
    },
    'snapshot',
  );
}

interface CoveringRow extends Record<string, unknown> {
  size: number;
  note: string;
  before_size: number | null;
  before_frontier: Buffer | null;
}

function beforeOf({ before_size: size, before_frontier: frontier }: CoveringRow): TreeState {
  return size === null || frontier === null ? EMPTY_TREE : { size, frontier };
}

/** @throws Error when entries are missing: the chain check names them */
async function selectHashes(
  transaction: Transaction,
  organizationId: string,
  after: number,
  until: number,
): Promise<Buffer> {
  const [row] = await transaction.query<{ hashes: Buffer | null; count: number }>(SELECT_HASHES, [
    organizationId,
    after,
    until,
  ]);
  if (row === undefined || row.hashes === null || row.count !== until - after)
    throw new Error('entries of a checkpoint are missing');
  return row.hashes;
}

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

const SELECT_HASHES = `
  SELECT string_agg(hash, ''::bytea ORDER BY seq) AS hashes, count(*)::int AS count FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3`;
