// SPDX-License-Identifier: Apache-2.0
/**
 * The nodes of a diagram in one growing array of integers. A node is `level, runs, end, child, end, child, …`. Its id
 * is its place in the array. Equal nodes are one node, so equal functions have equal ids. Ids of terminals are below 0.
 */
import { type Budget, OverBudget } from './budget.ts';

const FIRST_CELLS = 1 << 14;
const FIRST_SLOTS = 1 << 11;
/** Nodes between two looks at the clock. */
const NODES_PER_LOOK = 1 << 10;

/** Cells before the first run of a node. */
export const NODE_HEAD = 2;
/** Cells of one run: its last value, and its child. */
export const RUN_CELLS = 2;

export class NodePool {
  /** Grows, and is then another array: read it anew after every new node. */
  cells = new Int32Array(FIRST_CELLS);
  nodeCount = 0;
  /** The first cell is no node: 0 marks an empty slot. */
  #used = 1;
  #slots = new Int32Array(FIRST_SLOTS);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  get cellCount(): number {
    return this.#used;
  }

  /** The node of these runs: `count` pairs of last value and child in `from`, beginning at `start`. */
  nodeOf(level: number, from: Int32Array, start: number, count: number): number {
    let slot = hashOf(level, from, start, count * RUN_CELLS) & (this.#slots.length - 1);
    for (;;) {
      const node = this.#slots[slot] as number;
      if (node === 0) break;
      if (this.#isNode(node, level, from, start, count)) return node;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const node = this.#append(level, from, start, count);
    this.#slots[slot] = node;
    if (this.nodeCount * 2 > this.#slots.length) this.#growSlots();
    return node;
  }

  /** Refuses to go on when the time is used up. */
  checkTime(): void {
    if (this.#budget.elapsedMs() > this.#budget.elapsedMsMax) throw new OverBudget('time');
  }

  #isNode(node: number, level: number, from: Int32Array, start: number, count: number): boolean {
    const { cells } = this;
    if (cells[node] !== level || cells[node + 1] !== count) return false;
    for (let cell = 0; cell < count * RUN_CELLS; cell += 1) {
      if (cells[node + NODE_HEAD + cell] !== from[start + cell]) return false;
    }
    return true;
  }

  #append(level: number, from: Int32Array, start: number, count: number): number {
    const node = this.#used;
    const end = node + NODE_HEAD + count * RUN_CELLS;
    if (end > this.#budget.cellsMax) throw new OverBudget('memory');
    if (this.nodeCount % NODES_PER_LOOK === 0) this.checkTime();
    if (end > this.cells.length) {
      const grown = new Int32Array(Math.min(this.#budget.cellsMax, Math.max(end, this.cells.length * 2)));
      grown.set(this.cells);
      this.cells = grown;
    }
    this.cells[node] = level;
    this.cells[node + 1] = count;
    for (let cell = 0; cell < count * RUN_CELLS; cell += 1) {
      this.cells[node + NODE_HEAD + cell] = from[start + cell] as number;
    }
    this.#used = end;
    this.nodeCount += 1;
    return node;
  }

  #growSlots(): void {
    const { cells } = this;
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let node = 1; node < this.#used; ) {
      const runCells = (cells[node + 1] as number) * RUN_CELLS;
      let slot = hashOf(cells[node] as number, cells, node + NODE_HEAD, runCells) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
      node += NODE_HEAD + runCells;
    }
    this.#slots = slots;
  }
}

/** The mixing step of MurmurHash3, over the cells. */
function hashOf(level: number, from: Int32Array, start: number, cellCount: number): number {
  let hash = level;
  for (let cell = 0; cell < cellCount; cell += 1) {
    let mixed = Math.imul(from[start + cell] as number, 0xcc9e2d51);
    mixed = (mixed << 15) | (mixed >>> 17);
    hash ^= Math.imul(mixed, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
