// SPDX-License-Identifier: Apache-2.0
/**
 * Finds a key that one object of a JSON text has twice. Readers disagree on which of the two counts: a proxy and the
 * service could read two different requests. All work is linear in the length of the text.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
/** Keys of a path are shown up to this length. */
const SHOWN_KEY_CHARACTERS_MAX = 100;
/** The end of a longer path is shown. */
const SHOWN_PATH_CHARACTERS_MAX = 400;

/**
 * @param text text that `JSON.parse` has read
 * @param value what it read
 * @returns the path of the first repeated key, such as `cases[0].input.agent`; null without one
 */
export function repeatedKey(text: string, value: unknown): string | null {
  // JSON.parse keeps one member for each key: it keeps fewer than the text has when a key is repeated.
  return countColons(text) === countMembers(value) ? null : locate(text);
}

/** The colons outside of strings: one for each member. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) count += 1;
    else if (unit === QUOTE) at = closingQuote(text, at);
  }
  return count;
}

/** The reader of the body bounds the depth. */
function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const members = Object.values(value);
  let count = Array.isArray(value) ? 0 : members.length;
  for (const member of members) if (typeof member === 'object') count += countMembers(member);
  return count;
}

/** @param opening position of the quote that opens a string @returns the position of the quote that closes it */
export function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** An even number of backslashes escape one another. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 1;
}

/** An object or an array around the place that is read. */
interface Level {
  /** The keys so far; null for an array. */
  keys: Set<string> | null;
  /** The key or the index that the value belongs to. */
  step: string | number;
}

function locate(text: string): string | null {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
        levels.push({ keys: new Set(), step: '' });
        break;
      case OPEN_BRACKET:
        levels.push({ keys: null, step: 0 });
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        levels.pop();
        break;
      case COMMA:
        if (typeof level?.step === 'number') level.step += 1;
        break;
      case QUOTE: {
        const end = closingQuote(text, at);
        if (level?.keys && isFollowedByColon(text, end) && !addKey(level, level.keys, text.slice(at, end + 1))) {
          return shownPath(levels);
        }
        at = end;
        break;
      }
      default:
    }
  }
  return null;
}

/** @returns false when the object has the key already */
function addKey(level: Level, keys: Set<string>, quoted: string): boolean {
  const key: string = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  level.step = key;
  const before = keys.size;
  // The letter keeps texts that look like numbers out of V8's unseeded hash, in which collisions can be chosen.
  keys.add(`k${key}`);
  return keys.size > before;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === COLON;
}

function shownPath(levels: readonly Level[]): string {
  let path = '';
  for (const { step } of levels) {
    if (typeof step === 'number') path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${step.slice(0, SHOWN_KEY_CHARACTERS_MAX)}`;
  }
  if (path === '') return 'body';
  return path.length > SHOWN_PATH_CHARACTERS_MAX ? `…${path.slice(-SHOWN_PATH_CHARACTERS_MAX)}` : path;
}
