// SPDX-License-Identifier: Apache-2.0
/**
 * An operator accepts that the database lost the end of an audit chain. The entry of it is in the chain, and is signed
 * with the next checkpoint. Processes that remember the longer chain find it, and sign again.
 */
import type pg from 'pg';
import { OperatorError, originAt } from '../../organization/operators/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, entriesOf, type LongestChains, type LostChain, lockHeads } from '../../storage/heads/index.ts';
import { type Archive, NO_ARCHIVE, readArchived } from '../archive/index.ts';

/** As the log line named it. */
export interface NamedLoss {
  lostSeq: number;
  /** Lower-case hex. */
  lostHash: string;
  foundSeq: number;
}

const ORGANIZATIONS_PER_QUERY = 500;

/**
 * @returns the number of the entry
 * @throws OperatorError when the chain has the entry, when it is shorter than it was found, and for a repetition
 */
export async function acceptLoss(
  pool: pg.Pool,
  organizationId: string,
  loss: NamedLoss,
  archive: Archive = NO_ARCHIVE,
): Promise<number> {
  const { lostSeq, lostHash, foundSeq } = loss;
  const archived = (await readArchived(pool, archive, organizationId, [lostSeq])).get(lostSeq);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new OperatorError('The organization was deleted meanwhile.');
    const { seq } = head.chain;
    if (seq < foundSeq) {
      throw new OperatorError(`The chain has ${seq} entries, and not even ${foundSeq}: take the numbers of the log.`);
    }
    const [standing] = await transaction.query<{ hash: string }>(SELECT_HASH, [organizationId, lostSeq]);
    if ((archived ?? standing)?.hash === lostHash) {
      throw new OperatorError(`Nothing was lost: entry ${lostSeq} stands in the chain with this hash.`);
    }
    const [last] = await selectAccepted(transaction, [organizationId]);
    if (last?.lostSeq === lostSeq && last.lostHash === lostHash) {
      throw new OperatorError(`This loss was accepted before, by entry ${last.entrySeq}.`);
    }
    const change = {
      kind: 'audit.loss_accepted',
      subject: { type: 'organization', id: organizationId },
      metadata: { foundSeq, lostHash, lostSeq },
    };
    const entries = entriesOf(organizationId, [change], originAt(transaction.clock.nowMs()));
    const entrySeq = await appendEntries(transaction, head, entries);
    await transaction.query(NOTE_ACCEPTED, [organizationId, entrySeq]);
    return entrySeq;
  });
}

interface ForgettingLog {
  info(fields: object, message: string): void;
}

/** Forgets the losses that were accepted, of those that this process has found. Without any it asks nothing. */
export async function forgetAcceptedLosses(pool: pg.Pool, chains: LongestChains, log: ForgettingLog): Promise<void> {
  const losses = chains.losses();
  for (let first = 0; first < losses.length; first += ORGANIZATIONS_PER_QUERY) {
    const page = losses.slice(first, first + ORGANIZATIONS_PER_QUERY);
    const ids = page.map(({ organizationId }) => organizationId);
    const rows = await inTransaction(pool, ids, (transaction) => selectAccepted(transaction, ids));
    const acceptedOf = new Map(rows.map((row) => [row.organizationId, row]));
    for (const loss of page) {
      const { organizationId } = loss;
      const accepted = acceptedOf.get(organizationId);
      if (accepted !== undefined && !covers(accepted, loss)) continue;
      chains.forget(organizationId);
      // A deleted organization has no head any more.
      if (accepted === undefined) continue;
      const { entrySeq } = accepted;
      log.info({ organizationId, lostSeq: loss.seq, entrySeq }, 'the loss of entries of an audit chain was accepted');
    }
  }
}

interface Accepted extends Record<string, unknown> {
  organizationId: string;
  /** Null with all below when none was accepted. */
  entrySeq: number | null;
  at: Date | null;
  lostSeq: number | null;
  lostHash: string | null;
}

/**
 * Whether a loss is one that was accepted. Another process may have remembered less of the same end. A chain that was
 * remembered after the acceptance is another loss.
 */
function covers({ at, lostSeq, lostHash }: Accepted, loss: LostChain): boolean {
  if (at === null || lostSeq === null || at.getTime() < loss.atMs) return false;
  return loss.seq === lostSeq ? loss.hash === lostHash : loss.seq < lostSeq;
}

async function selectAccepted(transaction: Transaction, organizationIds: readonly string[]): Promise<Accepted[]> {
  return await transaction.query<Accepted>(SELECT_ACCEPTED, [organizationIds]);
}

const SELECT_ACCEPTED = `
  SELECT h.organization_id AS "organizationId", e.seq AS "entrySeq", e.at,
    (e.metadata->>'lostSeq')::bigint AS "lostSeq", e.metadata->>'lostHash' AS "lostHash"
  FROM svc.organization_heads h
    LEFT JOIN svc.audit_entries e ON e.organization_id = h.organization_id AND e.seq = h.loss_accepted_seq
  WHERE h.organization_id = ANY ($1::uuid[])`;

const SELECT_HASH = `
  SELECT encode(hash, 'hex') AS hash FROM svc.audit_entries WHERE organization_id = $1 AND seq = $2`;

const NOTE_ACCEPTED = `UPDATE svc.organization_heads SET loss_accepted_seq = $2 WHERE organization_id = $1`;
