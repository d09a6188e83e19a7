// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the text of one member in the text of a JSON object. Forwarding and comparison use the caller's own text, digit
 * for digit, because a JSON number may be more exact than a JavaScript number.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;

/** The separators of a JSON text. */
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isOpening = (unit: number): boolean => unit === 0x7b || unit === 0x5b;
const isClosing = (unit: number): boolean => unit === CLOSING_BRACE || unit === 0x5d;

/**
 * @param text text that `JSON.parse` has read as an object, with each key once
 * @returns the text of the member of this name; null without one
 */
export function rawMember(text: string, name: string): string | null {
  const quoted = JSON.stringify(name);
  let at = skipSpace(text, 0) + 1;
  while (at < text.length) {
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === CLOSING_BRACE) break;
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    if (key === quoted || (key.includes('\\') && JSON.parse(key) === name)) return text.slice(start, end);
    // Skips the comma; the closing brace ends the loop.
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at += 1;
  }
  return null;
}

/** Strings and numbers; a string that looks like a number stays a string. */
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** The escape that a marked token begins with. JSON has no other way to write U+0000. */
const MARK = '\\u0000';
const NUMBER_MARK = `${MARK}number:`;
/** For a caller's own string that begins like a mark: no string is ever taken for a number. */
const STRING_MARK = `${MARK}string:`;

/**
 * A request in comparable form. Numbers of one member that JavaScript cannot hold exactly count digit for digit, and
 * none is lost to infinity. Two different requests never have one form.
 * @param raw text of the member; null when the request has none
 */
export function exactMember<Request extends object>(
  request: Request,
  name: keyof Request,
  raw: string | null,
): Request {
  let isExact = true;
  const marked = raw?.replaceAll(STRINGS_AND_NUMBERS, (token) => {
    if (token.startsWith(`"${MARK}`)) {
      isExact = false;
      return `"${STRING_MARK}${token.slice(1)}`;
    }
    if (token[0] === '"' || String(Number(token)) === token) return token;
    isExact = false;
    return `"${NUMBER_MARK}${token}"`;
  });
  return marked === undefined || isExact ? request : { ...request, [name]: JSON.parse(marked) };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** @param start position of its opening quote */
export function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = quote;
    while (text.charCodeAt(slashes - 1) === BACKSLASH) slashes -= 1;
    // An even number of backslashes escape one another.
    if ((quote - slashes) % 2 === 0) return quote + 1;
  }
  throw new Error(ENDLESS);
}

function scalarEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COMMA || isClosing(unit) || isSpace(unit)) return at;
  }
  throw new Error(ENDLESS);
}

function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  if (!isOpening(first)) return scalarEnd(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(text, at) - 1;
    else if (isOpening(unit)) depth += 1;
    else if (isClosing(unit)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error(ENDLESS);
}

const ENDLESS = 'a JSON text that was parsed does not end';
