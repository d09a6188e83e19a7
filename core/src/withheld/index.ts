// SPDX-License-Identifier: Apache-2.0
/** Owns what is left of a withheld result: its form. Refuses to know why it is withheld. */

export const WITHHELD = '[removed]';

/** The form of a JSON value, without any text and number of it. */
export function withheld(value: unknown): unknown {
  if (typeof value === 'string') return WITHHELD;
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map(withheld);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withheld(member)]));
}
