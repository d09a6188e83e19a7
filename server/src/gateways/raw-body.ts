/**
 * Finds the text of one member in the text of a JSON object: what is forwarded and what is compared is what the caller
 * wrote, digit for digit, since a number in JSON may be more exact than a number of the language.
 */

const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

/**
 * @param text that `JSON.parse` has read as an object
 * @returns the text of the last member of this name, which is the one that `JSON.parse` keeps; null without one
 */
export function rawMember(text: string, name: string): string | null {
  const quoted = JSON.stringify(name);
  let at = skipSpace(text, 0) + 1;
  let found: string | null = null;
  while (at < text.length) {
    at = skipSpace(text, at);
    if (text[at] === '}') break;
    const keyEnd = skip(STRING, text, at);
    const key = text.slice(at, keyEnd);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    if (key === quoted || (key.includes('\\') && JSON.parse(key) === name)) found = text.slice(start, end);
    // Past the comma; the closing brace ends the loop.
    at = skipSpace(text, end);
    if (text[at] === ',') at += 1;
  }
  return found;
}

/** Strings and numbers; a string that looks like a number stays a string. */
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** What no string of a request holds. */
const MARK = '\\u0000';

/**
 * A request for comparing it with another: numbers of one member that the language does not hold as they are written
 * count digit for digit, and none is lost to infinity.
 * @param raw text of the member; null when the request has none
 */
export function exactMember<Request extends object>(
  request: Request,
  name: keyof Request,
  raw: string | null,
): Request {
  let isExact = true;
  const marked = raw?.replaceAll(STRINGS_AND_NUMBERS, (token) => {
    if (token[0] === '"' || String(Number(token)) === token) return token;
    isExact = false;
    return `"${MARK}${token}"`;
  });
  return marked === undefined || isExact ? request : { ...request, [name]: JSON.parse(marked) };
}

/** Nearly everywhere there is none, and this is faster than an expression. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (WHITE_SPACE.has(text.charCodeAt(at))) at += 1;
  return at;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return skip(STRING, text, start);
  if (first !== '{' && first !== '[') return skip(SCALAR, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = skip(STRING, text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error('a JSON text that was parsed does not end');
}
