// SPDX-License-Identifier: Apache-2.0
/**
 * The longest audit chain of each organization that this process answered with or signed. A failover to a server that
 * lacked commits shortens chains, and so does a restored backup. Only a memory outside the database tells. It is
 * compared with heads that are read anyway, and costs no query unless another process writes too.
 */
import type { ChainHead } from '@svc/core/audit-chain';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock/index.ts';
import type { Transaction } from '../db/index.ts';
import type { HeadRow } from './lock-heads.ts';

const CHAINS_MAX = 100_000;
const LOSSES_MAX = 10_000;
/** Another server takes longer to take over. A chain that grew within this time is taken for the same. */
const DOUBTED_AFTER_MS = 1_000;

/** It grows: `max` would take the memory of all entries at the start. */
const growing = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });

type ReadHead = Pick<HeadRow, 'organization_id' | 'audit_seq' | 'audit_hash'>;

export interface RememberedChain extends ChainHead {
  organizationId: string;
  /** The moment of the last entry that it learned. */
  atMs: number;
  /** The entries that this process has signed. */
  signedSize: number;
}

/** A remembered chain that is not, or not wholly, in the database any more. */
export interface LostChain extends RememberedChain {
  /** The last number in the database when it was found. */
  foundSeq: number;
}

/** A longer head: whether its chain holds the remembered one is seen at the entry with the remembered number. */
export interface DoubtedChain {
  known: RememberedChain;
  foundSeq: number;
}

export class LongestChains {
  readonly #chains = new LRUCache<string, RememberedChain>(growing(CHAINS_MAX));
  readonly #lost = new LRUCache<string, LostChain>(growing(LOSSES_MAX));
  readonly #clock: Clock;
  readonly #log: { error(fields: object, message: string): void };

  constructor(clock: Clock, log: { error(fields: object, message: string): void }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** To be asked before the head is read: what is learned meanwhile may be longer than what is read. */
  of(organizationId: string): RememberedChain | undefined {
    return this.#chains.get(organizationId);
  }

  /** The loss that was found, until it is accepted. */
  lossOf(organizationId: string): LostChain | undefined {
    return this.#lost.get(organizationId);
  }

  /** @returns a chain to be looked up in the same transaction, and handed to `compare` */
  meet(head: ReadHead, known: RememberedChain | undefined): DoubtedChain | null {
    if (known === undefined || this.#lost.has(head.organization_id)) return null;
    if (head.audit_seq > known.seq) {
      return this.#clock.nowMs() - known.atMs < DOUBTED_AFTER_MS ? null : { known, foundSeq: head.audit_seq };
    }
    if (head.audit_seq < known.seq || head.audit_hash.toString('hex') !== known.hash) this.#lose(known, head.audit_seq);
    return null;
  }

  /** @param hashes the answer of `hashesAt` */
  compare({ known, foundSeq }: DoubtedChain, hashes: ReadonlyMap<string, string>): void {
    if (hashes.get(known.organizationId) !== known.hash) this.#lose(known, foundSeq);
  }

  /** After a commit, or of entries that were committed before. A found loss stays what it is. */
  learn({ organization_id: organizationId, audit_seq: seq, audit_hash: hash }: ReadHead, signedSize = 0): void {
    if (this.#lost.has(organizationId)) return;
    const known = this.#chains.get(organizationId);
    const signed = Math.max(signedSize, known?.signedSize ?? 0);
    if (known !== undefined && known.seq >= seq) known.signedSize = signed;
    else {
      const learned = {
        organizationId,
        seq,
        hash: hash.toString('hex'),
        atMs: this.#clock.nowMs(),
        signedSize: signed,
      };
      this.#chains.set(organizationId, learned);
    }
  }

  losses(): LostChain[] {
    return [...this.#lost.values()];
  }

  /** At least so many: where chains part is not known. */
  lostEntries(): number {
    return this.losses().reduce((sum, { seq, foundSeq }) => sum + Math.max(1, seq - foundSeq), 0);
  }

  /** The loss was accepted, or the organization is gone. */
  forget(organizationId: string): void {
    this.#lost.delete(organizationId);
  }

  #lose(known: RememberedChain, foundSeq: number): void {
    const { organizationId, seq: lostSeq, hash: lostHash } = known;
    if (this.#lost.has(organizationId)) return;
    this.#chains.delete(organizationId);
    this.#lost.set(organizationId, { ...known, foundSeq });
    this.#log.error({ organizationId, lostSeq, lostHash, foundSeq }, 'the database lost entries of an audit chain');
  }
}

/** The hashes of the entries with the remembered numbers, by organization. Without a doubt it asks nothing. */
export async function hashesAt(
  transaction: Transaction,
  doubted: readonly DoubtedChain[],
): Promise<ReadonlyMap<string, string>> {
  if (doubted.length === 0) return new Map();
  const rows = await transaction.query<{ organization_id: string; hash: string }>(SELECT_HASHES, [
    doubted.map(({ known }) => known.organizationId),
    doubted.map(({ known }) => known.seq),
  ]);
  const hashes = new Map(rows.map(({ organization_id, hash }) => [organization_id, hash]));
  const lacking = doubted.filter(({ known }) => !hashes.has(known.organizationId));
  if (lacking.length > 0) await addArchived(transaction, lacking, hashes);
  return hashes;
}

/** An archived entry was compared with a signed checkpoint before it left: it counts as the remembered one. */
async function addArchived(
  transaction: Transaction,
  lacking: readonly DoubtedChain[],
  hashes: Map<string, string>,
): Promise<void> {
  const ids = lacking.map(({ known }) => known.organizationId);
  const rows = await transaction.query<{ organization_id: string; archived: number }>(SELECT_ARCHIVED, [ids]);
  const archivedOf = new Map(rows.map(({ organization_id: id, archived }) => [id, archived]));
  for (const { known } of lacking) {
    if (known.seq <= (archivedOf.get(known.organizationId) ?? 0)) hashes.set(known.organizationId, known.hash);
  }
}

const SELECT_ARCHIVED = `
  SELECT organization_id, archived_bundles * 256 AS archived FROM svc.audit_checkpoint_heads
  WHERE organization_id = ANY ($1::uuid[])`;

const SELECT_HASHES = `
  SELECT e.organization_id, encode(e.hash, 'hex') AS hash
  FROM unnest($1::uuid[], $2::bigint[]) AS d (organization_id, seq)
    JOIN svc.audit_entries e ON e.organization_id = d.organization_id AND e.seq = d.seq
  WHERE e.organization_id = ANY ($1::uuid[])`;
