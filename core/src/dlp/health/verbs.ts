// SPDX-License-Identifier: Apache-2.0
/** Verbs recognized by their ending: past actions of a person, and instructions to everyone. */

const LETTER = { A: 0x61, E: 0x65, I: 0x69, O: 0x6f, R: 0x72, U: 0x75 } as const;

/** -ou, -eu, -iu: the past action of a person. @param end position behind the word, which has two letters at least */
export function isPast(bytes: Uint8Array, end: number): boolean {
  const before = letterAt(bytes, end - 2);
  return letterAt(bytes, end - 1) === LETTER.U && (before === LETTER.O || before === LETTER.E || before === LETTER.I);
}

/** -ar, -er, -ir: at the head of a sentence an instruction to everyone. @param end as for `isPast` */
export function isInfinitive(bytes: Uint8Array, end: number): boolean {
  const before = letterAt(bytes, end - 2);
  return letterAt(bytes, end - 1) === LETTER.R && (before === LETTER.A || before === LETTER.E || before === LETTER.I);
}

/** Returns the byte in lower case. */
function letterAt(bytes: Uint8Array, index: number): number {
  return (bytes[index] as number) | 0x20;
}
