// SPDX-License-Identifier: Apache-2.0
/** Builds a WHERE clause from the caller's filters. Their values only ever travel as parameters. */

/** A requested value, null for none, and its condition; the argument is its parameter: `$3`. */
export type Condition = readonly [value: unknown, text: (place: string) => string];

/**
 * The conditions with a value, joined by AND. Others are left out of the text, so that the planner sees the real query
 * and finds its index.
 * @param firstValues the values of `$1`, `$2` and so on in the rest of the statement
 */
export function conditionsOf(
  firstValues: readonly unknown[],
  conditions: readonly Condition[],
): { text: string; values: unknown[] } {
  const values = [...firstValues];
  const texts: string[] = [];
  for (const [value, text] of conditions) {
    if (value === null || value === undefined) continue;
    values.push(value);
    texts.push(text(`$${values.length}`));
  }
  return { text: texts.length === 0 ? 'true' : texts.join('\n    AND '), values };
}
