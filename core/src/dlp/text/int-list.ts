// SPDX-License-Identifier: Apache-2.0
/**
 * Growing lists of small integers, which are positions in a text and never a part of it. Their memory is kept from scan
 * to scan: for long texts, fresh memory took an outsized share of the time.
 */

const CAPACITY_MIN = 64;
/** Between scans the lists hold at most 8 MB. The adversarial texts together needed half of that. */
export const KEPT_INTEGERS_MAX = 2_097_152;

export class IntList {
  #values: Int32Array;
  length = 0;

  constructor(values: Int32Array = new Int32Array(CAPACITY_MIN)) {
    this.#values = values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow();
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** Callers never see undefined: an index outside the list reads as -1, which is no position. */
  at(index: number): number {
    return index >= 0 && index < this.length ? (this.#values[index] as number) : -1;
  }

  /** @param index of a value that the list holds */
  set(index: number, value: number): void {
    this.#values[index] = value;
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

  #grow(): void {
    const values = new Int32Array(this.#values.length * 2);
    values.set(this.#values);
    grown += this.#values.length;
    this.#values = values;
  }
}

/** A scan runs without a break, so one set of lists is enough for a thread. */
let lists: IntList[] = [];
let taken = 0;
/** The integers that the lists have room for beyond their initial size. */
let grown = 0;

/** @returns an empty list that belongs to the caller until `returnLists` */
export function takeList(): IntList {
  let list = lists[taken];
  if (list === undefined) {
    list = new IntList();
    lists.push(list);
  }
  taken += 1;
  return list;
}

/** Ends the use of all lists taken so far. */
export function returnLists(): void {
  for (let index = 0; index < taken; index += 1) (lists[index] as IntList).length = 0;
  taken = 0;
  if (grown <= KEPT_INTEGERS_MAX) return;
  lists = [];
  grown = 0;
}

export function keptIntegers(): number {
  return lists.length * CAPACITY_MIN + grown;
}
