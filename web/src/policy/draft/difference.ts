// SPDX-License-Identifier: Apache-2.0
/** The difference of two texts, line by line. */

export interface DifferingLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Above this many pairs of lines the middle counts as changed as a whole: comparing takes their product. */
const PAIRS_MAX = 1_000_000;

/** The longest common subsequence, between what both begin and end with. */
export function differenceOf(before: readonly string[], after: readonly string[]): DifferingLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  const same = (text: string): DifferingLine => ({ kind: 'same', text });
  const middle = middleOf(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)];
}

function middleOf(before: readonly string[], after: readonly string[]): DifferingLine[] {
  const removed = (text: string): DifferingLine => ({ kind: 'removed', text });
  const added = (text: string): DifferingLine => ({ kind: 'added', text });
  if (before.length * after.length > PAIRS_MAX) return [...before.map(removed), ...after.map(added)];
  const lengths = commonLengths(before, after);
  const lines: DifferingLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (
      now === undefined ||
      (old !== undefined && at(lengths, row + 1, column) >= at(lengths, row, column + 1))
    ) {
      lines.push(removed(old ?? ''));
      row += 1;
    } else {
      lines.push(added(now));
      column += 1;
    }
  }
  return lines;
}

/** For each pair of places the length of the longest common subsequence of what follows. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const isSame = before[row] === after[column];
      const length = isSame
        ? at(rows, row + 1, column + 1) + 1
        : Math.max(at(rows, row + 1, column), at(rows, row, column + 1));
      (rows[row] as Uint32Array)[column] = length;
    }
  }
  return rows;
}

const at = (rows: readonly Uint32Array[], row: number, column: number): number => rows[row]?.[column] ?? 0;

/** How many things changed: a line in the place of another is one. */
export function changesIn(lines: readonly DifferingLine[]): number {
  let changes = 0;
  let [removed, added] = [0, 0];
  for (const { kind } of [...lines, { kind: 'same' }]) {
    if (kind === 'removed') removed += 1;
    else if (kind === 'added') added += 1;
    else {
      changes += Math.max(removed, added);
      [removed, added] = [0, 0];
    }
  }
  return changes;
}
