// SPDX-License-Identifier: Apache-2.0
/** The 27 federal units, as written after a town: `São Paulo/SP`, `Brasília - DF`, `(MG)`. */
import { type Document, isCapitalAt, isLetterAt } from '../document/document.ts';

export const STATES: ReadonlySet<string> = new Set(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
);

/** True when the two bytes here are a federal unit, set apart by a hyphen, slash, comma or parenthesis. */
export function isStateAt(document: Document, index: number): boolean {
  // The test for two capitals comes first: nearly every position fails it before a string is made.
  if (index < 1 || !isCapitalAt(document, index) || !isCapitalAt(document, index + 1)) return false;
  const state = String.fromCharCode(document.bytes[index] ?? 0, document.bytes[index + 1] ?? 0);
  if (!STATES.has(state) || isLetterAt(document, index + 2) || isLetterAt(document, index - 1)) return false;
  const before = document.bytes[document.bytes[index - 1] === 0x20 ? index - 2 : index - 1] as number;
  return before === 0x2d || before === 0x2f || before === 0x2c || before === 0x28;
}
