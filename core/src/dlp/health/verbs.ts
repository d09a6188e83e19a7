/** Verbs that are told by their ending: what somebody did, and what everybody is told to do. */

const LETTER = { A: 0x61, E: 0x65, I: 0x69, O: 0x6f, R: 0x72, U: 0x75 } as const;

/** -ou, -eu, -iu: what somebody did. @param end of the word, which has two letters at least */
export function isPast(bytes: Uint8Array, end: number): boolean {
  const before = letterAt(bytes, end - 2);
  return letterAt(bytes, end - 1) === LETTER.U && (before === LETTER.O || before === LETTER.E || before === LETTER.I);
}

/** -ar, -er, -ir: at the head of a sentence what everybody is told to do. @param end as of `isPast` */
export function isInfinitive(bytes: Uint8Array, end: number): boolean {
  const before = letterAt(bytes, end - 2);
  return letterAt(bytes, end - 1) === LETTER.R && (before === LETTER.A || before === LETTER.E || before === LETTER.I);
}

/** In lower case. */
function letterAt(bytes: Uint8Array, index: number): number {
  return (bytes[index] as number) | 0x20;
}
