/** Reads a text in each way in which a secret may be written in it, and keeps where each byte comes from. */

export interface Decoded {
  bytes: Uint8Array;
  /** For each byte, where in the text what it was read from begins and ends; null for the text as it is. */
  places: { starts: Uint32Array; ends: Uint32Array } | null;
}

/** Where in the text what a byte was read from begins. */
export const startOf = ({ places }: Decoded, at: number): number => (places === null ? at : (places.starts[at] ?? 0));

/** Where in the text what a byte was read from ends: the place behind it. */
export const endOf = ({ places }: Decoded, at: number): number => (places === null ? at + 1 : (places.ends[at] ?? 0));

type Scheme = 'percent' | 'plus' | 'json' | 'html' | 'lines';

/** A way of reading: schemes that are undone at once, one set after the other. */
const WAYS: readonly (readonly (readonly Scheme[])[])[] = [
  [['percent']],
  [['percent', 'plus']],
  [['percent'], ['percent']],
  [['json']],
  [['json'], ['json']],
  [['html']],
  [['json'], ['percent']],
  [['json'], ['html']],
  [['percent', 'json', 'html']],
];

/** What was wrapped, as base64 is in mail and by many tools. */
const WRAPPED_WAYS: typeof WAYS = [[['lines']], [['json'], ['lines']]];
/** A line that ends within base64 or hexadecimal, as it is or escaped, and the next one goes on with it. */
const WRAPPED = /[\w+/-]{16}(?:\r?\n|(?:\\r)?\\n)[ \t]*[\w+/-]/;

const PERCENT = 0x25;
const PLUS = 0x2b;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** The text as it is, and in every way of reading it that makes a difference. */
export function decodings(text: Uint8Array): Decoded[] {
  const plain: Decoded = { bytes: text, places: null };
  const hasBackslash = text.includes(BACKSLASH);
  const hasEscape = hasBackslash || text.includes(PERCENT) || text.includes(PLUS) || text.includes(AMPERSAND);
  const hasLineEnd = hasBackslash || text.includes(LINE_FEED);
  const isWrapped = hasLineEnd && WRAPPED.test(latin1(text, 0, text.length));
  const ways = [...(hasEscape ? WAYS : []), ...(isWrapped ? WRAPPED_WAYS : [])];
  return [plain, ...ways.map((way) => way.reduce(decode, plain))];
}

function decode(from: Decoded, schemes: readonly Scheme[]): Decoded {
  const bytes = new Uint8Array(from.bytes.length);
  const starts = new Uint32Array(from.bytes.length);
  const ends = new Uint32Array(from.bytes.length);
  let length = 0;
  for (let at = 0; at < from.bytes.length; ) {
    const found = escapeAt(from.bytes, at, schemes);
    const next = at + (found?.length ?? 1);
    for (const byte of found?.bytes ?? [from.bytes[at] ?? 0]) {
      bytes[length] = byte;
      starts[length] = startOf(from, at);
      ends[length] = endOf(from, next - 1);
      length += 1;
    }
    at = next;
  }
  const places = { starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
  return { bytes: bytes.subarray(0, length), places };
}

interface Escape {
  /** Never more than it is long. */
  bytes: Iterable<number>;
  length: number;
}

function escapeAt(bytes: Uint8Array, at: number, schemes: readonly Scheme[]): Escape | null {
  switch (bytes[at]) {
    case 0x09:
    case 0x0a:
    case 0x0d:
    case SPACE:
      return schemes.includes('lines') ? { bytes: [], length: 1 } : null;
    case PERCENT:
      return schemes.includes('percent') ? percentAt(bytes, at) : null;
    case PLUS:
      return schemes.includes('plus') ? { bytes: [SPACE], length: 1 } : null;
    case BACKSLASH:
      return schemes.includes('json') ? jsonAt(bytes, at) : null;
    case AMPERSAND:
      return schemes.includes('html') ? htmlAt(bytes, at) : null;
    default:
      return null;
  }
}

function percentAt(bytes: Uint8Array, at: number): Escape | null {
  const value = hexadecimal(bytes, at + 1, 2);
  return value === null ? null : { bytes: [value], length: 3 };
}

const JSON_SHORT: Readonly<Record<string, number>> = { b: 8, t: 9, n: 10, f: 12, r: 13 };
const LOW_SURROGATE_ESCAPE = /^\\u(d[c-f][0-9a-f]{2})/i;

/** Escapes of JSON, and `\x41` as programs and logs write it. */
function jsonAt(bytes: Uint8Array, at: number): Escape | null {
  const character = String.fromCharCode(bytes[at + 1] ?? 0);
  if (character === 'x') {
    const value = hexadecimal(bytes, at + 2, 2);
    return value === null ? null : { bytes: [value], length: 4 };
  }
  if (character !== 'u') {
    const value = JSON_SHORT[character] ?? bytes[at + 1];
    return value === undefined ? null : { bytes: [value], length: 2 };
  }
  const unit = hexadecimal(bytes, at + 2, 4);
  if (unit === null) return null;
  const pair = unit >= 0xd800 && unit < 0xdc00 ? LOW_SURROGATE_ESCAPE.exec(latin1(bytes, at + 6, 6)) : null;
  if (pair?.[1] === undefined) return { bytes: Buffer.from(String.fromCharCode(unit)), length: 6 };
  return { bytes: Buffer.from(String.fromCharCode(unit, Number.parseInt(pair[1], 16))), length: 12 };
}

const HTML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const HTML = /^&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/;
const HTML_LENGTH_MAX = 11;
const CODE_POINT_MAX = 0x10ffff;

function htmlAt(bytes: Uint8Array, at: number): Escape | null {
  const [whole, name, decimal, hex] = HTML.exec(latin1(bytes, at, HTML_LENGTH_MAX)) ?? [];
  if (whole === undefined) return null;
  const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  if (name === undefined && point > CODE_POINT_MAX) return null;
  const text = name === undefined ? String.fromCodePoint(point) : (HTML_NAMES[name] ?? '');
  return { bytes: Buffer.from(text), length: whole.length };
}

function hexadecimal(bytes: Uint8Array, at: number, digits: number): number | null {
  const text = latin1(bytes, at, digits);
  return text.length === digits && /^[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text, 16) : null;
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + length);
}
