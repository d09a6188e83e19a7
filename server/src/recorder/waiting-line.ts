/** Decisions that wait for a batch, by organization, in the order in which organizations came. */
import type { PendingDecision } from './index.ts';

export interface TakenBatch {
  decisions: readonly PendingDecision[];
  /** Whether it may have to wait for a lock that another transaction holds. */
  isContended: boolean;
}

export class WaitingLine {
  readonly #waiting = new Map<string, PendingDecision[]>();
  readonly #inFlight = new Set<string>();
  /** Organizations whose head another transaction held: each is tried again in a batch of its own, which waits. */
  readonly #contended = new Set<string>();
  #isContendedInFlight = false;
  #count = 0;

  /** Decisions that wait. */
  get count(): number {
    return this.#count;
  }

  add(decision: PendingDecision): void {
    const { organizationId } = decision.draft;
    const queue = this.#waiting.get(organizationId);
    if (queue === undefined) this.#waiting.set(organizationId, [decision]);
    else queue.push(decision);
    this.#count += 1;
  }

  /** The next batch, empty when none can start: no organization is in two batches at once. */
  take(decisionsMax: number): TakenBatch {
    const decisions: PendingDecision[] = [];
    for (const [organizationId, queue] of this.#waiting) {
      if (decisions.length >= decisionsMax) break;
      if (this.#inFlight.has(organizationId)) continue;
      // A batch that waits for a lock is alone, and leaves the other place in flight to those that need not wait.
      const isContended = this.#contended.has(organizationId);
      if (isContended && (decisions.length > 0 || this.#isContendedInFlight)) continue;
      decisions.push(...queue.splice(0, decisionsMax - decisions.length));
      this.#inFlight.add(organizationId);
      // What is left goes to the end of the line: an organization that floods does not starve the others.
      this.#waiting.delete(organizationId);
      if (queue.length > 0) this.#waiting.set(organizationId, queue);
      if (isContended) {
        this.#contended.delete(organizationId);
        this.#isContendedInFlight = true;
        return this.#taken(decisions, true);
      }
    }
    return this.#taken(decisions, false);
  }

  /** The batch has ended; those it passed over go in front of what has arrived since. */
  settle({ decisions, isContended }: TakenBatch, passedOver: readonly PendingDecision[]): void {
    for (const { draft } of decisions) this.#inFlight.delete(draft.organizationId);
    if (isContended) this.#isContendedInFlight = false;
    for (const decision of passedOver.toReversed()) {
      const { organizationId } = decision.draft;
      const queue = this.#waiting.get(organizationId);
      if (queue === undefined) this.#waiting.set(organizationId, [decision]);
      else queue.unshift(decision);
      this.#contended.add(organizationId);
    }
    this.#count += passedOver.length;
  }

  #taken(decisions: readonly PendingDecision[], isContended: boolean): TakenBatch {
    this.#count -= decisions.length;
    return { decisions, isContended };
  }
}
