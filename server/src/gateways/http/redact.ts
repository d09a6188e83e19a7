/**
 * Takes secrets out of an upstream's answer, in whatever usual way they are written there: as they are,
 * percent-encoded, escaped for JSON or HTML, each once or twice and for every character or some, in hexadecimal, in
 * base64 or base64url, also within a longer text that was encoded or wrapped into lines. Time grows with the length of
 * the answer alone, whatever the secret is.
 */
import { ENCODED_BYTE_BYTES_MAX } from '../limits.ts';
import { type Decoded, decodings, endOf, startOf } from './decodings.ts';
import { endsWithin, placesOf, type Search, searchFor } from './search.ts';

export const REDACTED = '[REDACTED]';

/** Shorter runs of base64 and hexadecimal are too likely to be something else. */
const ENCODED_BYTES_MIN = 4;

export interface Redaction {
  /** A secret takes at most so many bytes of an answer. */
  bytesMax: number;
  /**
   * @param isCut the end may be in the middle of a secret: then what could be its beginning is left out
   */
  apply(text: Buffer, isCut: boolean): Buffer;
}

/** A place in the answer: from, and up to but without. */
type Span = [start: number, end: number];

export function redactionOf(secrets: readonly string[]): Redaction {
  const wanted = [...new Set(secrets)].filter((secret) => secret !== '').map((secret) => Buffer.from(secret, 'utf8'));
  const patterns = wanted.flatMap(patternsOf);
  const bytesMax = Math.max(0, ...wanted.map((secret) => secret.length * ENCODED_BYTE_BYTES_MAX));
  return {
    bytesMax,
    apply(text, isCut) {
      if (patterns.length === 0) return text;
      const whole = isCut ? withoutBegunEscape(text) : text;
      const spans: Span[] = [];
      let end = whole.length;
      for (const decoded of decodings(whole)) {
        for (const pattern of patterns) {
          spans.push(...spansOf(decoded, pattern));
          if (isCut) end = Math.min(end, beginningAtEnd(decoded, pattern) ?? end);
        }
      }
      return replaced(whole, merged(spans), end);
    },
  };
}

interface Pattern {
  search: Search;
  /** How the text is read while it is searched. */
  reading: 'as it is' | 'base64' | 'hexadecimal';
  /** Characters before and after that hold bits of the secret and of what stands beside it. */
  edges: readonly [before: number, after: number];
}

function patternsOf(secret: Buffer): Pattern[] {
  const plain: Pattern = { search: searchFor(secret), reading: 'as it is', edges: [0, 0] };
  if (secret.length < ENCODED_BYTES_MIN) return [plain];
  const hexadecimal = Buffer.from(secret.toString('hex'));
  return [
    plain,
    { search: searchFor(hexadecimal), reading: 'hexadecimal', edges: [0, 0] },
    ...[0, 1, 2].map((shift) => base64Pattern(secret, shift)),
  ];
}

/** Characters of base64 that also hold bits of the bytes before. */
const SHARED_CHARACTERS = [0, 2, 3];

/** The part of base64 that depends on the secret alone, when it begins so many bytes after a multiple of three. */
function base64Pattern(secret: Buffer, shift: number): Pattern {
  const encoded = Buffer.concat([Buffer.alloc(shift), secret])
    .toString('base64')
    .replaceAll('=', '');
  const sharesEnd = (shift + secret.length) % 3 !== 0;
  const core = encoded.slice(SHARED_CHARACTERS[shift], encoded.length - (sharesEnd ? 1 : 0));
  return {
    search: searchFor(Buffer.from(core)),
    reading: 'base64',
    edges: [shift === 0 ? 0 : 1, sharesEnd ? 1 : 0],
  };
}

function spansOf(decoded: Decoded, pattern: Pattern): Span[] {
  const { bytes } = decoded;
  const { search, reading, edges } = pattern;
  return placesOf(bytes, search, ALPHABETS[reading]).map((place) => {
    let first = place;
    let last = place + search.bytes.length - 1;
    if (reading === 'base64') {
      for (let count = 0; count < edges[0] && isBase64(bytes[first - 1]); count += 1) first -= 1;
      for (let count = 0; count < edges[1] && isBase64(bytes[last + 1]); count += 1) last += 1;
      while (bytes[last + 1] === PADDING) last += 1;
    }
    return [startOf(decoded, first), endOf(decoded, last)];
  });
}

/** Where in the answer a secret begins whose rest would come after the end; null when none does. */
function beginningAtEnd(decoded: Decoded, { search, reading }: Pattern): number | null {
  const { bytes } = decoded;
  const length = endsWithin(bytes, search, ALPHABETS[reading]);
  return length === 0 ? null : startOf(decoded, bytes.length - length);
}

const PADDING = 0x3d;
const isBase64 = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte));

/** Both alphabets of base64 and both cases of hexadecimal are read as one. */
const ALPHABETS: Readonly<Record<Pattern['reading'], Uint8Array>> = {
  'as it is': byteTable({}),
  base64: byteTable({ '-': '+', _: '/' }),
  hexadecimal: byteTable({ A: 'a', B: 'b', C: 'c', D: 'd', E: 'e', F: 'f' }),
};

function byteTable(replacements: Readonly<Record<string, string>>): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [from, to] of Object.entries(replacements)) table[from.charCodeAt(0)] = to.charCodeAt(0);
  return table;
}

/** What may be the beginning of an escape at the end cannot be read: it is left out. */
function withoutBegunEscape(text: Buffer): Buffer {
  const tail = text.subarray(-ENCODED_BYTE_BYTES_MAX).toString('latin1');
  const begun = /(?:%|\\|&)[^%\\&]*(?:25[0-9a-f]?)?$/i.exec(tail);
  return begun === null ? text : text.subarray(0, text.length - (tail.length - begun.index));
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

function replaced(text: Buffer, spans: readonly Span[], end: number): Buffer {
  if (spans.length === 0) return text.subarray(0, end);
  const parts: Buffer[] = [];
  let at = 0;
  for (const [start, spanEnd] of spans) {
    if (start >= end) break;
    parts.push(text.subarray(at, start), Buffer.from(REDACTED));
    at = spanEnd;
  }
  if (at < end) parts.push(text.subarray(at, end));
  return Buffer.concat(parts);
}
