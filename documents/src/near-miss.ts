// SPDX-License-Identifier: Apache-2.0
/** Guesses the words that the author of an unknown word may have meant. */

const DISTANCE_MAX = 2;
/** A longer word is no slip of a known one. */
const CHARACTERS_MAX = 100;
/** Later candidates are left out: a guess takes about a millisecond at most. */
const CANDIDATES_MAX = 5_000;
/** The compared pairs of characters of one guess. */
const PAIRS_MAX = 100_000;

/** The nearest known word, when it is near enough: see `nearMisses`. */
export function nearMiss(word: string, known: Iterable<string>): string | null {
  return nearMisses(word, known, 1)[0] ?? null;
}

/**
 * The known words that are near enough, nearest first: ignoring case, at most two edits and a third of their letters.
 * The work is bounded, whatever the length and number of words.
 */
export function nearMisses(word: string, known: Iterable<string>, countMax: number): string[] {
  if (word.length > CHARACTERS_MAX) return [];
  const folded = fold(word);
  const near: { candidate: string; distance: number }[] = [];
  let candidates = 0;
  let pairs = 0;
  for (const candidate of known) {
    candidates += 1;
    if (candidates > CANDIDATES_MAX || pairs > PAIRS_MAX) break;
    if (candidate.length > CHARACTERS_MAX) continue;
    const other = fold(candidate);
    pairs += other.length;
    if (Math.abs(other.length - folded.length) > DISTANCE_MAX) continue;
    pairs += other.length * BAND;
    const distance = editDistance(folded, other);
    if (distance <= DISTANCE_MAX && distance * 3 <= candidate.length) near.push({ candidate, distance });
  }
  near.sort((left, right) => left.distance - right.distance);
  return near.slice(0, countMax).map(({ candidate }) => candidate);
}

/** `time_zone`, `time-zone` and `TimeZone` are the same slip. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Only cells this near to the diagonal can stay within the greatest distance. */
const BAND = 2 * DISTANCE_MAX + 1;

/** Levenshtein's distance, computed row by row within the band; a greater one than counts is any number above it. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next: number[] = [];
    if (i <= DISTANCE_MAX) next[0] = i;
    const end = Math.min(right.length, i + DISTANCE_MAX);
    for (let j = Math.max(1, i - DISTANCE_MAX); j <= end; j += 1) {
      const replaced = at(row, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, at(row, j) + 1, at(next, j - 1) + 1);
    }
    row = next;
  }
  return at(row, right.length);
}

/** Cells outside the band are too far. */
function at(row: readonly number[], index: number): number {
  return row[index] ?? DISTANCE_MAX + 1;
}
