/** Verbs that are told by their ending: what somebody did, and what everybody is told to do. */

/** -ou, -eu, -iu: what somebody did. @param tail of the word, see words.ts */
export function isPast(tail: number): boolean {
  const before = (tail >> 5) & 31;
  return (tail & 31) === 21 && (before === 15 || before === 5 || before === 9);
}

/** -ar, -er, -ir: at the head of a sentence what everybody is told to do. */
export function isInfinitive(tail: number): boolean {
  const before = (tail >> 5) & 31;
  return (tail & 31) === 18 && (before === 1 || before === 5 || before === 9);
}
