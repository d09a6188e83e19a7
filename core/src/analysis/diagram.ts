// SPDX-License-Identifier: Apache-2.0
/**
 * A multi-valued decision diagram with runs of values in its nodes: one function of all dimensions, stored exactly.
 * Levels are numbered from the top, and each has values from 0 to its last. A function whose terminals are FALSE and
 * TRUE is a region. See Srinivasan, Kam, Malik and Brayton, "Algorithms for discrete function manipulation" (1990).
 */
import type { Budget } from './budget.ts';
import { NODE_HEAD, NodePool, RUN_CELLS } from './node-pool.ts';
import { OperationCache, UNKNOWN } from './operation-cache.ts';
import {
  AND,
  CHANGE,
  EQUALS,
  FALSE,
  FIRST,
  IS_ONE_OF,
  MEETS,
  OR,
  SHORTCUT_OF,
  type Shortcut,
  TRUE,
  terminal,
  terminalValue,
  WITHIN,
  WITHOUT,
} from './operations.ts';
import { ReviewForms } from './review-forms.ts';

/** Values up to and including `end` lead to `child`, from the end of the run before. */
export interface Run {
  readonly end: number;
  readonly child: number;
}

/** The values of two functions at a place where they differ. */
export interface OutcomeChange {
  readonly before: number;
  readonly after: number;
}

/** More than any value of a function: the numbers of review forms are at most those of policies and settings. */
const VALUES_END = 2 ** 25;

/** Operations between two looks at the clock. */
const OPERATIONS_PER_LOOK = 1 << 12;

export class Diagram {
  readonly #lasts: readonly number[];
  readonly #pool: NodePool;
  readonly #cache = new OperationCache();
  #scratch = new Int32Array(1 << 12);
  #top = 0;
  #operations = 0;
  readonly #changes: OutcomeChange[] = [];
  readonly #changeValues = new Map<number, number>();
  /** How the REVIEWs are answered that are values of its functions. */
  readonly reviewForms = new ReviewForms();

  /** @param lasts the last value of each level, from the top */
  constructor(lasts: readonly number[], budget: Budget) {
    this.#lasts = lasts;
    this.#pool = new NodePool(budget);
  }

  get nodeCount(): number {
    return this.#pool.nodeCount;
  }

  get cellCount(): number {
    return this.#pool.cellCount;
  }

  get levelCount(): number {
    return this.#lasts.length;
  }

  lastOf(level: number): number {
    return this.#lasts[level] as number;
  }

  /** Refuses to go on when the time is used up. */
  checkTime(): void {
    this.#pool.checkTime();
  }

  /** The level that a node asks; below all levels for a terminal. */
  levelOf(node: number): number {
    return node < 0 ? this.#lasts.length : (this.#pool.cells[node] as number);
  }

  /** The runs of a node that is no terminal. */
  runsOf(node: number): Run[] {
    const { cells } = this.#pool;
    return Array.from({ length: cells[node + 1] as number }, (_, run) => {
      const at = node + NODE_HEAD + run * RUN_CELLS;
      return { end: cells[at] as number, child: cells[at + 1] as number };
    });
  }

  /** The node of these runs, whose children ask levels further down. The last run ends at the level's last value. */
  node(level: number, runs: readonly Run[]): number {
    const base = this.#top;
    for (const { end, child } of runs) this.#push(base, end, child);
    return this.#pop(level, base);
  }

  /** The region in which a level has one of these values, each a range. Ranges ascend and do not overlap. */
  values(level: number, ranges: readonly (readonly [number, number])[]): number {
    const runs: Run[] = [];
    let next = 0;
    for (const [from, to] of ranges) {
      if (from > next) runs.push({ end: from - 1, child: FALSE });
      runs.push({ end: to, child: TRUE });
      next = to + 1;
    }
    if (next <= this.lastOf(level)) runs.push({ end: this.lastOf(level), child: FALSE });
    return this.node(level, runs);
  }

  /** The terminal's value of the function at one point, which has a value for each level. */
  at(node: number, point: ArrayLike<number>): number {
    let here = node;
    while (here >= 0) {
      const { cells } = this.#pool;
      const value = point[cells[here] as number] as number;
      let run = here + NODE_HEAD;
      while ((cells[run] as number) < value) run += RUN_CELLS;
      here = cells[run + 1] as number;
    }
    return terminalValue(here);
  }

  and = (left: number, right: number): number => this.#apply(AND, Math.min(left, right), Math.max(left, right));
  or = (left: number, right: number): number => this.#apply(OR, Math.min(left, right), Math.max(left, right));
  /** The left region where the right one is not. */
  without = (left: number, right: number): number => this.#apply(WITHOUT, left, right);
  /** The function inside the region, and 0 outside. */
  within = (region: number, inside: number): number => this.#apply(WITHIN, region, inside);
  /** The left function where it is not 0, else the right one. */
  first = (left: number, right: number): number => this.#apply(FIRST, left, right);
  /** The region in which the function has a value of one of these classes. */
  isOneOf = (node: number, values: readonly number[]): number =>
    this.#apply(IS_ONE_OF, node, terminal(values.reduce((bits, value) => bits | (1 << value), 0)));
  equals = (node: number, value: number): number => this.#apply(EQUALS, node, terminal(value));
  /** 0 where both functions are equal; elsewhere the value of a change in `changes`. */
  change = (before: number, after: number): number => this.#apply(CHANGE, before, after);

  /** Every change that `change` has met, with its value. */
  changes(): (OutcomeChange & { value: number })[] {
    return this.#changes.map((change, index) => ({ ...change, value: index + 1 }));
  }

  #changeValue(before: number, after: number): number {
    const key = before * VALUES_END + after;
    const known = this.#changeValues.get(key);
    if (known !== undefined) return known;
    const value = this.#changes.push({ before, after });
    this.#changeValues.set(key, value);
    return value;
  }

  /** Whether two regions have a point in common. It makes no nodes. */
  meets(left: number, right: number): boolean {
    return this.#meets(Math.min(left, right), Math.max(left, right));
  }

  /** All of them joined as a balanced tree, each once. */
  fold(join: (left: number, right: number) => number, nodes: Iterable<number>, ofNone: number): number {
    let round = [...new Set(nodes)];
    while (round.length > 1) round = halved(round, join);
    return round[0] ?? ofNone;
  }

  /** The same for an operation that tells left from right: neighbours stay in their order. */
  foldInOrder(join: (left: number, right: number) => number, nodes: readonly number[], ofNone: number): number {
    let round = [...nodes];
    while (round.length > 1) round = halved(round, join);
    return round[0] ?? ofNone;
  }

  #apply(operation: number, left: number, right: number): number {
    const known = (SHORTCUT_OF[operation] as Shortcut)(left, right);
    if (known !== UNKNOWN) return known;
    if (left < 0 && right < 0) return terminal(this.#changeValue(terminalValue(left), terminalValue(right)));
    const stored = this.#cache.read(operation + 1, left, right);
    if (stored !== UNKNOWN) return stored;
    const level = Math.min(this.levelOf(left), this.levelOf(right));
    const base = this.#top;
    const sides = new Pair(this.#pool.cells, level, left, right);
    const last = this.lastOf(level);
    for (let end = -1; end < last; ) {
      end = sides.end(this.#pool.cells, last);
      this.#push(base, end, this.#apply(operation, sides.left(this.#pool.cells), sides.right(this.#pool.cells)));
      sides.advance(this.#pool.cells, end);
    }
    const result = this.#pop(level, base);
    this.#remember(operation, left, right, result);
    return result;
  }

  #meets(left: number, right: number): boolean {
    const known = (SHORTCUT_OF[MEETS] as Shortcut)(left, right);
    if (known !== UNKNOWN) return known === TRUE;
    const stored = this.#cache.read(MEETS + 1, left, right);
    if (stored !== UNKNOWN) return stored === TRUE;
    const level = Math.min(this.levelOf(left), this.levelOf(right));
    const { cells } = this.#pool;
    const sides = new Pair(cells, level, left, right);
    const last = this.lastOf(level);
    let isMet = false;
    for (let end = -1; end < last && !isMet; ) {
      end = sides.end(cells, last);
      isMet = this.meets(sides.left(cells), sides.right(cells));
      sides.advance(cells, end);
    }
    this.#remember(MEETS, left, right, isMet ? TRUE : FALSE);
    return isMet;
  }

  #remember(operation: number, left: number, right: number, result: number): void {
    this.#operations += 1;
    if (this.#operations % OPERATIONS_PER_LOOK === 0) this.#pool.checkTime();
    this.#cache.write(operation + 1, left, right, result);
  }

  /** Adds a run to those since `base`, joined with the run before when both have one child. */
  #push(base: number, end: number, child: number): void {
    if (this.#top > base && this.#scratch[this.#top - 1] === child) {
      this.#scratch[this.#top - RUN_CELLS] = end;
      return;
    }
    if (this.#top + RUN_CELLS > this.#scratch.length) {
      const grown = new Int32Array(this.#scratch.length * 2);
      grown.set(this.#scratch);
      this.#scratch = grown;
    }
    this.#scratch[this.#top] = end;
    this.#scratch[this.#top + 1] = child;
    this.#top += RUN_CELLS;
  }

  /** The node of the runs since `base`. One run alone asks nothing: its child is the node. */
  #pop(level: number, base: number): number {
    const count = (this.#top - base) / RUN_CELLS;
    this.#top = base;
    return count === 1 ? (this.#scratch[base + 1] as number) : this.#pool.nodeOf(level, this.#scratch, base, count);
  }
}

/** Walks the runs of two nodes at one level. A node of a lower level is one run. Its place survives a growing pool. */
class Pair {
  #left: number;
  #right: number;
  readonly #isLeft: boolean;
  readonly #isRight: boolean;

  constructor(cells: Int32Array, level: number, left: number, right: number) {
    this.#isLeft = left >= 0 && cells[left] === level;
    this.#isRight = right >= 0 && cells[right] === level;
    this.#left = this.#isLeft ? left + NODE_HEAD : left;
    this.#right = this.#isRight ? right + NODE_HEAD : right;
  }

  end(cells: Int32Array, last: number): number {
    const left = this.#isLeft ? (cells[this.#left] as number) : last;
    const right = this.#isRight ? (cells[this.#right] as number) : last;
    return Math.min(left, right);
  }

  left(cells: Int32Array): number {
    return this.#isLeft ? (cells[this.#left + 1] as number) : this.#left;
  }

  right(cells: Int32Array): number {
    return this.#isRight ? (cells[this.#right + 1] as number) : this.#right;
  }

  advance(cells: Int32Array, end: number): void {
    if (this.#isLeft && cells[this.#left] === end) this.#left += RUN_CELLS;
    if (this.#isRight && cells[this.#right] === end) this.#right += RUN_CELLS;
  }
}

function halved(nodes: readonly number[], join: (left: number, right: number) => number): number[] {
  const joined: number[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at] as number, nodes[at + 1]];
    joined.push(right === undefined ? left : join(left, right));
  }
  return joined;
}
