// SPDX-License-Identifier: Apache-2.0
/**
 * How many more deliveries this process may make for each endpoint before it has to count again what waits. Taking one
 * costs no query, so a batch of decisions never counts. An endpoint without room is held: its events are counted.
 */
import { LRUCache } from 'lru-cache';
import { ENDPOINTS_PER_CHECK, ROOM_LOW, ROOM_MAX, ROOMS_MAX, WAITING_MAX } from './limits.ts';

interface Room {
  left: number;
  /** The last count found little room: the next one waits for the periodic look. */
  isNarrow: boolean;
}

export class DeliveryRooms {
  /** With `max` the cache would take the memory of all its entries at the start. */
  readonly #rooms = new LRUCache<string, Room>({ maxSize: ROOMS_MAX, sizeCalculation: () => 1 });
  /** Endpoints to count for: at once, and at the next periodic look. */
  readonly #soon = new Set<string>();
  readonly #later = new Set<string>();

  /** @returns false when the delivery must not be made; its event is then counted */
  take(endpointId: string): boolean {
    const room = this.#roomOf(endpointId);
    const isTaken = room.left > 0;
    if (isTaken) room.left -= 1;
    if (room.left < ROOM_LOW) (room.isNarrow ? this.#later : this.#soon).add(endpointId);
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
    if (this.#rooms.get(endpointId)?.isNarrow === true) this.#soon.add(endpointId);
  }

  /** A count has failed: the next one is due. */
  unknown(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) this.#later.add(endpointId);
  }

  /** @param waiting deliveries that wait for the endpoint; null while it is held */
  counted(endpointId: string, waiting: number | null): void {
    const left = waiting === null ? 0 : Math.max(0, Math.min(ROOM_MAX, WAITING_MAX - waiting));
    this.#rooms.set(endpointId, { left, isNarrow: left < ROOM_LOW });
  }

  #roomOf(endpointId: string): Room {
    const known = this.#rooms.get(endpointId);
    if (known !== undefined) return known;
    const room = { left: ROOM_MAX, isNarrow: false };
    this.#rooms.set(endpointId, room);
    this.#soon.add(endpointId);
    return room;
  }
}
