// SPDX-License-Identifier: Apache-2.0
/**
 * The heads that this process wrote last. A sole writer of an organization can send a whole batch behind a statement
 * that fails unless the head is unchanged. The memory is a guess and never trusted: PostgreSQL compares it under the
 * lock.
 */
import { LRUCache } from 'lru-cache';
import type { Head, LinkedBatch } from './link-batch.ts';
import type { PendingRecord } from './pending-record.ts';

const HEADS_MAX = 10_000;
/** With `max` the cache would take the memory of all its entries at the start. */
const GROWING = { maxSize: HEADS_MAX, sizeCalculation: () => 1 };
/** After a wrong guess another process writes too: this many batches of the organization go without one. */
const BATCHES_WITHOUT_GUESS = 50;

export class HeadMemory {
  readonly #heads = new LRUCache<string, Head>(GROWING);
  readonly #distrusted = new LRUCache<string, number>(GROWING);

  /** The head to which a batch may be linked unseen; null when it must be read first. */
  guess(batch: readonly PendingRecord[]): Head | null {
    const organizationId = batch[0]?.draft.organizationId ?? '';
    const waits = this.#distrusted.get(organizationId) ?? 0;
    if (waits > 0) {
      this.#distrusted.set(organizationId, waits - 1);
      return null;
    }
    const head = this.#heads.get(organizationId);
    if (head === undefined) return null;
    const keys = new Set<string>();
    for (const { draft } of batch) {
      if (draft.organizationId !== organizationId) return null;
      // Decided from what stands under the lock, which is read first.
      if ('changeOf' in draft) return null;
      if (!('event' in draft)) continue;
      if (draft.generation !== head.generation) return null;
      if (draft.idempotency === null) continue;
      const slot = `${draft.idempotency.endpoint} ${draft.idempotency.key}`;
      // Two attempts of one request: only the locked head decides which of them is recorded.
      if (keys.has(slot)) return null;
      keys.add(slot);
    }
    return head;
  }

  /** After a commit: the locked heads, and their successors after the batch. */
  learn(locked: readonly Head[], linked: LinkedBatch): void {
    for (const head of locked) this.#heads.set(head.organization_id, advancedHead(head, linked));
  }

  /** The guess was wrong. */
  distrust(organizationId: string): void {
    this.#heads.delete(organizationId);
    this.#distrusted.set(organizationId, BATCHES_WITHOUT_GUESS);
  }
}

/** The head after a linked batch. */
export function advancedHead(head: Head, linked: LinkedBatch): Head {
  const next = linked.heads.find(({ organization_id }) => organization_id === head.organization_id);
  if (next === undefined) return head;
  const { audit_seq, audit_hash, usage_month, usage_events } = next;
  return { ...head, audit_seq, audit_hash: Buffer.from(audit_hash, 'hex'), usage_month, usage_events };
}
