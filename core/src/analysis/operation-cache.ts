// SPDX-License-Identifier: Apache-2.0
/** Results of operations on pairs of nodes. A newer result takes the place of an older one in the same slot. */

const FIRST_SLOTS = 1 << 12;
const SLOTS_MAX = 1 << 20;
const SLOT_CELLS = 4;
/** Not a result: no diagram has so many cells, and no terminal so large a value. */
export const UNKNOWN = 0x7fff_ffff;

export class OperationCache {
  #cells = new Int32Array(FIRST_SLOTS * SLOT_CELLS);
  #stored = 0;

  /** The stored result, or UNKNOWN. Operations are numbered from 1. */
  read(operation: number, left: number, right: number): number {
    const cells = this.#cells;
    const at = this.#placeOf(operation, left, right);
    return cells[at] === operation && cells[at + 1] === left && cells[at + 2] === right
      ? (cells[at + 3] as number)
      : UNKNOWN;
  }

  write(operation: number, left: number, right: number, result: number): void {
    this.#stored += 1;
    if (this.#stored * SLOT_CELLS > this.#cells.length && this.#cells.length < SLOTS_MAX * SLOT_CELLS) this.#grow();
    const at = this.#placeOf(operation, left, right);
    const cells = this.#cells;
    cells[at] = operation;
    cells[at + 1] = left;
    cells[at + 2] = right;
    cells[at + 3] = result;
  }

  #placeOf(operation: number, left: number, right: number): number {
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b) ^ Math.imul(operation, 0xc2b2ae35);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    hash ^= hash >>> 13;
    return (hash & (this.#cells.length / SLOT_CELLS - 1)) * SLOT_CELLS;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SLOT_CELLS) {
      if (old[at] === 0) continue;
      const place = this.#placeOf(old[at] as number, old[at + 1] as number, old[at + 2] as number);
      this.#cells.set(old.subarray(at, at + SLOT_CELLS), place);
    }
  }
}
