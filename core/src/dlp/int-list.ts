const EMPTY = new Int32Array(0);
const FIRST_CAPACITY = 16;

/** A growing list of 32-bit integers: positions are many, and boxed numbers would cost three times as much. */
export class IntList {
  data: Int32Array;
  length = 0;

  /** @param capacity how many values it holds before it first grows */
  constructor(capacity = 0) {
    this.data = capacity === 0 ? EMPTY : new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Int32Array(Math.max(FIRST_CAPACITY, this.length * 2));
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length] = value;
    this.length += 1;
  }

  /** Undefined never reaches a caller: an index outside the list reads as -1, which is no position. */
  at(index: number): number {
    return index >= 0 && index < this.length ? (this.data[index] as number) : -1;
  }

  /** The number of values below `limit`; the list must be sorted. */
  countBelow(limit: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.data[middle] as number) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
