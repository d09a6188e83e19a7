/**
 * The heads that this process wrote last. Where it is the only one that writes to an organization, a batch can be sent
 * whole, behind a statement that fails unless the head is still that one. It is a guess and never trusted: PostgreSQL
 * compares it under the lock.
 */
import { LRUCache } from 'lru-cache';
import type { Head, LinkedBatch } from './link-batch.ts';
import type { PendingRecord } from './pending-record.ts';

const HEADS_MAX = 10_000;
/** After a wrong guess another process writes too: so many batches of the organization go without one. */
const BATCHES_WITHOUT_GUESS = 50;

export class HeadMemory {
  readonly #heads = new LRUCache<string, Head>({ max: HEADS_MAX });
  readonly #distrusted = new LRUCache<string, number>({ max: HEADS_MAX });

  /** The head that a batch may be linked to unseen; null when it has to be read first. */
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
      if (!('event' in draft)) continue;
      if (draft.generation !== head.generation) return null;
      if (draft.idempotency === null) continue;
      const slot = `${draft.idempotency.endpoint} ${draft.idempotency.key}`;
      // Two attempts of one request: which of them is recorded is found out with the head at hand.
      if (keys.has(slot)) return null;
      keys.add(slot);
    }
    return head;
  }

  /** After a commit: the heads as they were locked, and what the batch made of them. */
  learn(locked: readonly Head[], linked: LinkedBatch): void {
    for (const head of locked) this.#heads.set(head.organization_id, advancedHead(head, linked));
  }

  /** The guess was wrong. */
  distrust(organizationId: string): void {
    this.#heads.delete(organizationId);
    this.#distrusted.set(organizationId, BATCHES_WITHOUT_GUESS);
  }
}

/** A head after a batch that was linked to it. */
export function advancedHead(head: Head, linked: LinkedBatch): Head {
  const next = linked.heads.find(({ organization_id }) => organization_id === head.organization_id);
  if (next === undefined) return head;
  const { audit_seq, audit_hash, usage_month, usage_events } = next;
  return { ...head, audit_seq, audit_hash: Buffer.from(audit_hash, 'hex'), usage_month, usage_events };
}
