// SPDX-License-Identifier: Apache-2.0
/** The shapes of numbers, by the lengths of their groups of digits. */
import { DIGITS_MAX } from '../first-look/memory.ts';

/** A trie of group lengths. Shapes share their beginnings, and most numbers leave the trie at the first group. */
export interface ShapeTree {
  next: Int16Array;
  shapeOf: (string | undefined)[];
  /** Indexed by the length of a group that stands alone. */
  ofOneGroup: (string | undefined)[];
}

export function shapeTree(shapes: Iterable<string>): ShapeTree {
  const rows: number[][] = [new Array<number>(DIGITS_MAX + 1).fill(0)];
  const shapeOf: (string | undefined)[] = [undefined];
  for (const shape of shapes) {
    let node = 0;
    for (const length of shape.split('-').map(Number)) {
      const row = rows[node] as number[];
      if (row[length] === 0) {
        row[length] = rows.length;
        rows.push(new Array<number>(DIGITS_MAX + 1).fill(0));
        shapeOf.push(undefined);
      }
      node = row[length] as number;
    }
    shapeOf[node] = shape;
  }
  const ofOneGroup = (rows[0] as number[]).map((node) => shapeOf[node]);
  return { next: Int16Array.from(rows.flat()), shapeOf, ofOneGroup };
}
