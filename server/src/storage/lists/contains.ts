// SPDX-License-Identifier: Apache-2.0
/** Search of a text in a list. */

/**
 * A part of any of these texts, letter case aside. The wildcards of LIKE have no meaning here.
 * @param place of the text that is searched
 */
export function contains(place: string, ...texts: readonly string[]): string {
  return texts.map((text) => `strpos(lower(${text}), lower(${place})) > 0`).join(' OR ');
}
