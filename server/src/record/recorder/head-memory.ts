// SPDX-License-Identifier: Apache-2.0
/**
 * The heads that this process wrote last. A sole writer of an organization can send a whole batch behind a statement
 * that fails unless the head is unchanged. The memory is a guess and never trusted: PostgreSQL compares it under the
 * lock.
 */
import { LRUCache } from 'lru-cache';
import type { LongestChains } from '../../storage/heads/index.ts';
import type { Head, LinkedBatch } from './link-batch.ts';
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

export class HeadMemory {
  readonly chains: LongestChains;
  readonly #heads = new LRUCache<string, Head>(GROWING);
  readonly #distrusted = new LRUCache<string, Distrust>(GROWING);

  constructor(chains: LongestChains) {
    this.chains = chains;
  }

  /** The heads to which a batch may be linked unseen; null when one of them must be read first. */
  guess(batch: readonly PendingRecord[]): readonly Head[] | null {
    const heads = new Map<string, Head>();
    const keys = new Set<string>();
    for (const { draft } of batch) {
      const { organizationId } = draft;
      const head = heads.get(organizationId) ?? this.#trusted(organizationId);
      if (head === undefined) return null;
      heads.set(organizationId, head);
      // Decided from what stands under the lock, which is read first.
      if ('changeOf' in draft) return null;
      if (!('event' in draft)) continue;
      if (draft.generation !== head.generation) return null;
      if (draft.idempotency === null) continue;
      const slot = `${organizationId} ${draft.idempotency.endpoint} ${draft.idempotency.key}`;
      // Two attempts of one request: only the locked head decides which of them is recorded.
      if (keys.has(slot)) return null;
      keys.add(slot);
    }
    return [...heads.values()];
  }

  #trusted(organizationId: string): Head | undefined {
    const distrust = this.#distrusted.get(organizationId);
    if (distrust === undefined || distrust.left === 0) return this.#heads.get(organizationId);
    distrust.left -= 1;
    return undefined;
  }

  /**
   * After a commit: the heads before the batch, and their successors after it.
   * @param wrong those that were guessed wrong
   */
  learn(before: readonly Head[], linked: LinkedBatch, wrong: readonly string[] = []): void {
    for (const head of before) {
      const next = advancedHead(head, linked);
      this.#heads.set(head.organization_id, next);
      this.chains.learn(next);
    }
    for (const organizationId of wrong) this.distrust(organizationId);
  }

  /** The guesses were right. */
  trust(heads: readonly Head[]): void {
    for (const { organization_id } of heads) {
      const distrust = this.#distrusted.get(organization_id);
      if (distrust === undefined) continue;
      distrust.span = Math.floor(distrust.span / 2);
      if (distrust.span === 0) this.#distrusted.delete(organization_id);
    }
  }

  /** The guess was wrong. */
  distrust(organizationId: string): void {
    const span = Math.min((this.#distrusted.get(organizationId)?.span ?? 0) * 2 || 1, BATCHES_WITHOUT_GUESS_MAX);
    this.#distrusted.set(organizationId, { left: span, span });
  }
}

/** The head after a linked batch. */
export function advancedHead(head: Head, linked: LinkedBatch): Head {
  const next = linked.heads.find(({ organization_id }) => organization_id === head.organization_id);
  if (next === undefined) return head;
  const { audit_seq, audit_hash, usage_month, usage_events } = next;
  return { ...head, audit_seq, audit_hash: Buffer.from(audit_hash, 'hex'), usage_month, usage_events };
}
