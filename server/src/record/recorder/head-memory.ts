// SPDX-License-Identifier: Apache-2.0
/**
 * The heads that this process wrote last. A sole writer of an organization can send a whole batch behind a statement
 * that fails unless the head is unchanged. The memory is a guess and never trusted: PostgreSQL compares it under the
 * lock.
 */
import { LRUCache } from 'lru-cache';
import type { LongestChains } from '../../storage/heads/index.ts';
import type { CountOf } from './counts.ts';
import type { Draft } from './draft.ts';
import type { Head } from './linked-batch.ts';
import type { PendingRecord } from './pending-record.ts';

const HEADS_MAX = 10_000;
/** With `max` the cache would take the memory of all its entries at the start. */
const GROWING = { maxSize: HEADS_MAX, sizeCalculation: () => 1 };
/** After a wrong guess another process writes too: so many batches of the organization go without one, at most. */
const BATCHES_WITHOUT_GUESS_MAX = 50;

/** How far an organization's guesses are trusted. */
interface Distrust {
  /** Batches that still go without a guess. */
  left: number;
  /** Batches after the last wrong guess. Each further one doubles them, and each right one halves them. */
  span: number;
}

/** Counts at the head with this number. */
interface KnownCounts {
  seq: number;
  used: Map<string, number>;
}

/** Counts of one organization; when there are more, they are read anew. */
const COUNTS_MAX = 10_000;

export class HeadMemory {
  readonly chains: LongestChains;
  readonly #heads = new LRUCache<string, Head>(GROWING);
  readonly #counts = new LRUCache<string, KnownCounts>(GROWING);
  readonly #distrusted = new LRUCache<string, Distrust>(GROWING);

  constructor(chains: LongestChains) {
    this.chains = chains;
  }

  /** The head to which the batch of an organization may be linked unseen; undefined when it must be read first. */
  guess(organizationId: string, batch: readonly PendingRecord[], countOf: CountOf): Head | undefined {
    const head = this.#trusted(organizationId);
    if (head === undefined) return undefined;
    // A change is decided from what stands under the lock, which is read first.
    const isKnown = batch.every(
      ({ draft, counters }) =>
        !('changeOf' in draft) && isOf(head, draft) && counters.every(({ name }) => countOf(name) !== undefined),
    );
    return isKnown ? head : undefined;
  }

  /** A count at the remembered head. */
  countOf(organizationId: string, name: string): number | undefined {
    const counts = this.#counts.get(organizationId);
    return counts?.seq === this.#heads.get(organizationId)?.audit_seq ? counts?.used.get(name) : undefined;
  }

  #trusted(organizationId: string): Head | undefined {
    const distrust = this.#distrusted.get(organizationId);
    if (distrust === undefined || distrust.left === 0) return this.#heads.get(organizationId);
    distrust.left -= 1;
    return undefined;
  }

  /**
   * The head after a commit. Counts that were known at the head before it are known at this one.
   * @param counts those that were read or changed
   */
  learn(before: Head, head: Head, counts: Iterable<readonly [name: string, used: number]>): void {
    const known = this.#counts.get(head.organization_id);
    const used = known?.seq === before.audit_seq && known.used.size < COUNTS_MAX ? known.used : new Map();
    for (const [name, count] of counts) used.set(name, count);
    if (used.size > 0) this.#counts.set(head.organization_id, { seq: head.audit_seq, used });
    this.#heads.set(head.organization_id, head);
    this.chains.learn(head);
  }

  /** The guess was right. */
  trust(organizationId: string): void {
    const distrust = this.#distrusted.get(organizationId);
    if (distrust === undefined) return;
    distrust.span = Math.floor(distrust.span / 2);
    if (distrust.span === 0) this.#distrusted.delete(organizationId);
  }

  /** The guess was wrong. */
  distrust(organizationId: string): void {
    const span = Math.min((this.#distrusted.get(organizationId)?.span ?? 0) * 2 || 1, BATCHES_WITHOUT_GUESS_MAX);
    this.#distrusted.set(organizationId, { left: span, span });
  }
}

const isOf = ({ generation }: Head, draft: Draft): boolean => !('event' in draft) || draft.generation === generation;
