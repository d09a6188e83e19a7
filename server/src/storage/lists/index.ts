// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of lists for people: who may read how much at once, and searches that look at a bounded number of
 * rows. Refuses to know what a list holds.
 */

export { contains } from './contains.ts';
export { SEARCH_WITHIN_MS } from './limits.ts';
export { momentOf, numbersAround } from './moments.ts';
export { readList } from './read-list.ts';
export { createReads, type Reader, type Reads } from './reads.ts';
export type { ListPart, ListShape } from './shape.ts';
