// SPDX-License-Identifier: Apache-2.0
/** Codes that a terminal obeys and does not show: colours, erasures, links. */
import { type Decoded, NO_CHARACTER } from './decoded.ts';
import { decodeEscape } from './escapes.ts';

const ESCAPE = 0x1b;
const BELL = 0x07;
const BACKSLASH = 0x5c;
const PARAMETERS_MAX = 48;
/** A link holds a whole address. */
const STRING_MAX = 2_048;
/** A text inside of texts may write the backslash that ends a link as four. */
const BACKSLASHES_MAX = 4;

/** Characters behind an escape that begin a string of the terminal: `]` a link or title, `P`, `X`, `^`, `_`. */
const BEGINS_STRING = ']PX^_';

/** Answers the code whose escape character has just been decoded, or that character alone. */
export function withTerminalCode(content: string, index: number, decoded: Decoded): Decoded {
  return { codePoint: NO_CHARACTER, length: decoded.length + codeLength(content, index + decoded.length) };
}

/** The units behind the escape character that belong to its code. */
function codeLength(content: string, from: number): number {
  const first = content.charAt(from);
  if (first === '[') return parametersLength(content, from + 1);
  if (first !== '' && BEGINS_STRING.includes(first)) return stringLength(content, from);
  if (first === '(' || first === ')' || first === '#' || first === '%') return 2;
  return first === '=' || first === '>' || first === '7' || first === '8' || first === 'M' || first === 'c' ? 1 : 0;
}

/** `31m`, `?25h`, `K`: parameters and the letter that ends them; the bracket alone where none does. */
export function parametersLength(content: string, from: number): number {
  let index = from;
  while (index - from < PARAMETERS_MAX && isBetween(content.charCodeAt(index), 0x20, 0x3f)) index += 1;
  return isBetween(content.charCodeAt(index), 0x40, 0x7e) ? index - from + 2 : 1;
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

/** `]8;;https://…` up to a bell or a string terminator, each also where it is written as an escape. */
function stringLength(content: string, from: number): number {
  for (let index = from + 1; index - from < STRING_MAX; index += 1) {
    const unit = content.charCodeAt(index);
    if (unit === BELL || unit === 0x9c) return index + 1 - from;
    if (unit === ESCAPE) return (content.charCodeAt(index + 1) === BACKSLASH ? index + 2 : index) - from;
    if (unit === BACKSLASH) {
      const escaped = content.charAt(index + 1) === 'a' ? { codePoint: BELL, length: 2 } : decodeEscape(content, index);
      if (escaped?.codePoint === BELL) return index + escaped.length - from;
      if (escaped?.codePoint === ESCAPE) return backslashesEnd(content, index + escaped.length) - from;
    }
    if (unit === 0x0a || Number.isNaN(unit)) break;
  }
  return 1;
}

function backslashesEnd(content: string, from: number): number {
  let end = from;
  while (end - from < BACKSLASHES_MAX && content.charCodeAt(end) === BACKSLASH) end += 1;
  return end;
}

/** `^[[31m` is how programs show a code that they do not obey. */
export function isShownEscape(content: string, index: number): boolean {
  const after = content.charAt(index + 2);
  return content.charAt(index + 1) === '[' && (after === '[' || after === ']');
}

/** Colours whose escape character was lost on the way: `[31m`, once the text also holds the code that ends them. */
export function holdsBareCodes(content: string): boolean {
  return content.includes('[0m');
}

/** `[01;31m`, `[K`; null where the bracket begins something else. */
export function decodeBareCode(content: string, index: number): Decoded | null {
  let end = index + 1;
  while (end - index < PARAMETERS_MAX && isBetween(content.charCodeAt(end), 0x30, 0x3b)) end += 1;
  const last = content.charAt(end);
  return last === 'm' || last === 'K' ? { codePoint: NO_CHARACTER, length: end + 1 - index } : null;
}
