// SPDX-License-Identifier: Apache-2.0
/** The spellings of a name: `late-orders` becomes `lateOrders`, `LateOrders`, `LATE_ORDERS` and `late orders`. */

const NAME = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
const CHARACTERS_MAX = 40;

/** @returns {string | null} why it is no name */
export function nameFault(/** @type {string} */ name) {
  if (NAME.test(name) && name.length <= CHARACTERS_MAX) return null;
  return `"${name}" is no name: write lower-case words with hyphens, such as late-orders, of ${CHARACTERS_MAX} characters at most.`;
}

/** @param {string} kebab */
export function spellingsOf(kebab) {
  const parts = kebab.split('-');
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, camel, pascal, constant: parts.join('_').toUpperCase(), words: parts.join(' ') };
}
