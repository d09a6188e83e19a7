/** Puts a WHERE clause together from what was asked. What a caller says only ever travels as a parameter. */

/** A value that was asked for, null for none, and the condition that it makes; the argument is its place: `$3`. */
export type Condition = readonly [value: unknown, text: (place: string) => string];

/**
 * The conditions whose value is not null, joined by AND. Left-out ones are not in the text at all, so that the planner
 * sees what is really asked, and finds the index for it.
 * @param firstValues those of `$1`, `$2` and so on that the rest of the statement uses
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
