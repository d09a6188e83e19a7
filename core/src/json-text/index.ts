// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what must hold of a JSON text beyond its grammar: each key once in its object, and a bounded depth. All work is
 * linear in the length of the text. It refuses to know what a text says.
 */
import { JSON_DEPTH_MAX } from '@svc/contract/limits';
import { closingQuote, repeatedKey } from './repeated-key.ts';

export { repeatedKey };

/** @returns what the text says; null for a text that is no JSON, nests too deep or has a key twice */
export function readJsonText(text: string): { value: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isTooDeep(text) || repeatedKey(text, value) !== null ? null : { value };
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Counted in the text: readers of the value may be recursive. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = closingQuote(text, at);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}
