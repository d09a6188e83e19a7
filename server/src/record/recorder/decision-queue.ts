// SPDX-License-Identifier: Apache-2.0
/** Decisions that wait for a batch, by organization, in the order in which organizations came. */
import type { PendingRecord } from './pending-record.ts';

/** One batch that commits and one sent behind it: more would only make the batches smaller. */
const BATCHES_OF_ONE_ORGANIZATION_MAX = 2;
/**
 * With 8 connections and three organizations, separate batches made 9 % more decisions, each with 11 % less processor
 * time. With 64 connections they made 6 % fewer.
 */
const UNSHARED_DECISIONS_MAX = 16;

export interface TakenBatch {
  decisions: readonly PendingRecord[];
  /** True when it may have to wait for a lock of another transaction. */
  isContended: boolean;
}

export class DecisionQueue {
  readonly #waiting = new Map<string, PendingRecord[]>();
  /** Per organization: its batches in flight, and its number of decisions in the last of them. */
  readonly #inFlight = new Map<string, { batches: number; decisions: number }>();
  /** Organizations whose head another transaction held: each is tried again in a batch of its own, which waits. */
  readonly #contended = new Set<string>();
  #isContendedInFlight = false;
  /** Decisions in flight in batches of several organizations, which never wait for a lock. */
  #sharedInFlight = 0;
  #count = 0;

  /** Decisions that wait. */
  get count(): number {
    return this.#count;
  }

  add(decision: PendingRecord): void {
    const { organizationId } = decision.draft;
    const queue = this.#waiting.get(organizationId);
    if (queue === undefined) this.#waiting.set(organizationId, [decision]);
    else queue.push(decision);
    this.#count += 1;
  }

  /**
   * The next batch, empty when none can start. No organization is in two batches at once, unless the second can follow
   * the first on its connection; then it is alone. Fewer decisions than those ahead of them wait for more to come, or
   * for the commit, because two small batches take longer than one. That holds for batches of several organizations
   * too. A batch of one organization takes one round trip, and one of several takes two. Organizations share one when
   * more of them wait than batches can be sent, or when there are so many decisions that fewer batches matter more.
   * @param batchesMax number that can be sent now, including this one
   */
  take(decisionsMax: number, canFollow: (organizationId: string) => boolean, batchesMax: number): TakenBatch {
    const decisions: PendingRecord[] = [];
    const isShared = !this.#isLittle(batchesMax);
    if (isShared && this.#sharedInFlight > this.#count) return this.#taken([], false);
    for (const [organizationId, queue] of this.#waiting) {
      if (decisions.length >= decisionsMax) break;
      const ahead = this.#inFlight.get(organizationId) ?? { batches: 0, decisions: 0 };
      const follows = ahead.batches > 0;
      if (follows && (decisions.length > 0 || ahead.batches >= BATCHES_OF_ONE_ORGANIZATION_MAX)) continue;
      if (follows && (queue.length < ahead.decisions || !canFollow(organizationId))) continue;
      // A batch that waits for a lock is alone, and leaves the other place in flight to batches that need not wait.
      const isContended = this.#contended.has(organizationId);
      if (isContended && (decisions.length > 0 || this.#isContendedInFlight)) continue;
      const taken = queue.splice(0, decisionsMax - decisions.length);
      decisions.push(...taken);
      this.#inFlight.set(organizationId, { batches: ahead.batches + 1, decisions: taken.length });
      // The rest goes to the end of the line: a flooding organization does not starve the others.
      this.#waiting.delete(organizationId);
      if (queue.length > 0) this.#waiting.set(organizationId, queue);
      if (isContended) {
        this.#contended.delete(organizationId);
        this.#isContendedInFlight = true;
        return this.#taken(decisions, true);
      }
      if (follows || !isShared) break;
    }
    return this.#taken(decisions, false);
  }

  /** True when each waiting organization with nothing in flight can have a batch of its own. */
  #isLittle(batchesMax: number): boolean {
    let organizations = 0;
    let decisions = 0;
    for (const [organizationId, queue] of this.#waiting) {
      if (this.#inFlight.has(organizationId)) continue;
      organizations += 1;
      decisions += queue.length;
      if (organizations > batchesMax || decisions > UNSHARED_DECISIONS_MAX) return false;
    }
    return true;
  }

  /** The batch has ended; its skipped decisions go in front of later arrivals. */
  settle({ decisions, isContended }: TakenBatch, passedOver: readonly PendingRecord[]): void {
    for (const organizationId of new Set(decisions.map(({ draft }) => draft.organizationId))) {
      const inFlight = this.#inFlight.get(organizationId);
      if (inFlight !== undefined && inFlight.batches > 1) inFlight.batches -= 1;
      else this.#inFlight.delete(organizationId);
    }
    if (isContended) this.#isContendedInFlight = false;
    if (isOfSeveral(decisions)) this.#sharedInFlight -= decisions.length;
    for (const decision of passedOver.toReversed()) {
      const { organizationId } = decision.draft;
      const queue = this.#waiting.get(organizationId);
      if (queue === undefined) this.#waiting.set(organizationId, [decision]);
      else queue.unshift(decision);
      this.#contended.add(organizationId);
    }
    this.#count += passedOver.length;
  }

  #taken(decisions: readonly PendingRecord[], isContended: boolean): TakenBatch {
    this.#count -= decisions.length;
    if (isOfSeveral(decisions)) this.#sharedInFlight += decisions.length;
    return { decisions, isContended };
  }
}

function isOfSeveral(decisions: readonly PendingRecord[]): boolean {
  const first = decisions[0]?.draft.organizationId;
  return decisions.some(({ draft }) => draft.organizationId !== first);
}
