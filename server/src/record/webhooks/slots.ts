// SPDX-License-Identifier: Apache-2.0
/**
 * The deliveries that this process may still make for each endpoint before it counts again what waits. Taking a slot
 * costs no query, so a batch of decisions never counts. An endpoint without slots is held: its events are counted.
 */
import { LRUCache } from 'lru-cache';
import { ENDPOINTS_PER_CHECK, SLOT_ENDPOINTS_MAX, SLOTS_LOW, SLOTS_MAX, WAITING_MAX } from './limits.ts';

interface Slots {
  left: number;
  /** The last count found few slots left: the next one waits for the periodic look. */
  isNarrow: boolean;
}

export class EndpointSlots {
  /** With `max` the cache would take the memory of all its entries at the start. */
  readonly #slots = new LRUCache<string, Slots>({ maxSize: SLOT_ENDPOINTS_MAX, sizeCalculation: () => 1 });
  /** Endpoints to count for: at once, and at the next periodic look. */
  readonly #soon = new Set<string>();
  readonly #later = new Set<string>();

  /** @returns false when the delivery must not be made; its event is then counted */
  take(endpointId: string): boolean {
    const slots = this.#slotsOf(endpointId);
    const isTaken = slots.left > 0;
    if (isTaken) slots.left -= 1;
    if (slots.left < SLOTS_LOW) (slots.isNarrow ? this.#later : this.#soon).add(endpointId);
    return isTaken;
  }

  get hasUrgent(): boolean {
    return this.#soon.size > 0;
  }

  /** Endpoints to count for now. @param isLook true at the periodic look */
  due(isLook: boolean): string[] {
    const due = [...this.#soon, ...(isLook ? this.#later : [])].slice(0, ENDPOINTS_PER_CHECK);
    for (const endpointId of due) {
      this.#soon.delete(endpointId);
      this.#later.delete(endpointId);
    }
    return due;
  }

  /** Another process has made deliveries for this endpoint, or has ended its hold. */
  doubt(endpointId: string): void {
    if (this.#slots.get(endpointId)?.isNarrow === true) this.#soon.add(endpointId);
  }

  /** A count has failed: the next one is due. */
  unknown(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) this.#later.add(endpointId);
  }

  /** @param waiting deliveries that wait for the endpoint; null while it is held */
  counted(endpointId: string, waiting: number | null): void {
    const left = waiting === null ? 0 : Math.max(0, Math.min(SLOTS_MAX, WAITING_MAX - waiting));
    this.#slots.set(endpointId, { left, isNarrow: left < SLOTS_LOW });
  }

  #slotsOf(endpointId: string): Slots {
    const known = this.#slots.get(endpointId);
    if (known !== undefined) return known;
    const slots = { left: SLOTS_MAX, isNarrow: false };
    this.#slots.set(endpointId, slots);
    this.#soon.add(endpointId);
    return slots;
  }
}
