/** A growing list of small integers: a plain array, which lists as short as these fill faster than a typed one. */
export class IntList {
  readonly #values: number[] = [];
  length = 0;

  push(value: number): void {
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** Undefined never reaches a caller: an index outside the list reads as -1, which is no position. */
  at(index: number): number {
    return index >= 0 && index < this.length ? (this.#values[index] as number) : -1;
  }

  /** The number of values below `limit`; the list must be sorted. */
  countBelow(limit: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] as number) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
