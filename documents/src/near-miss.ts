/** Guesses the word that the author of an unknown word meant. */

const DISTANCE_MAX = 2;
/** A longer word is no slip of a known one. */
const CHARACTERS_MAX = 40;

/** The nearest known word, when it is near enough: ignoring case, at most two edits and a third of its letters. */
export function nearMiss(word: string, known: readonly string[]): string | null {
  if (word.length > CHARACTERS_MAX) return null;
  let nearest: string | null = null;
  let nearestDistance = DISTANCE_MAX + 1;
  for (const candidate of known) {
    const distance = editDistance(fold(word), fold(candidate));
    if (distance >= nearestDistance || distance * 3 > candidate.length) continue;
    nearest = candidate;
    nearestDistance = distance;
  }
  return nearest;
}

/** `time_zone`, `time-zone` and `TimeZone` are the same slip. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Levenshtein's distance, computed row by row. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
