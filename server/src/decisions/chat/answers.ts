// SPDX-License-Identifier: Apache-2.0
/** Answers of other systems, in which any value may have any form. */

/** A field of an answer, when it is a text or a number of a usual length. */
export function textIn(answer: unknown, ...path: readonly (string | number)[]): string | null {
  let value = answer;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string | number, unknown>)[name];
  }
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= 500 ? text : null;
}
