/**
 * Removes secrets from an upstream's answer in every usual spelling. That includes plain, percent-encoded, and escaped
 * for JSON or HTML, each once or twice, for all characters or some. It includes hexadecimal, base64 and base64url, also
 * inside a longer text that was encoded or wrapped into lines. The time grows with the length of the answer alone,
 * whatever the secret is.
 */
import { WRITTEN_BYTE_BYTES } from '../limits.ts';
import { type Decoded, eachDecoding, endOf, startOf } from './decodings.ts';
import { type Alphabet, searchFor } from './search.ts';
import { writtenForms } from './written-forms.ts';

export const REDACTED = '[REDACTED]';

/** Shorter runs of base64 and hexadecimal are too likely to be other data. */
const ENCODED_BYTES_MIN = 4;

export interface Redaction {
  /** The part read beyond the shown one, so that a secret across that end is usually complete. */
  bytesBeyond: number;
  /**
   * @param isCut the end may be in the middle of a secret: a possible beginning of it is removed, and of an escape too
   */
  apply(text: Buffer, isCut: boolean): Buffer;
}

/** A span of the answer, end exclusive. */
type Span = [start: number, end: number];

export function redactionOf(secrets: readonly string[]): Redaction {
  const wanted = [...new Set(secrets)].filter((secret) => secret !== '');
  const patterns = wanted.flatMap(patternsOf);
  const search = searchFor(patterns);
  const hasForms = wanted.some((secret) => secret.includes(' '));
  return {
    bytesBeyond: Math.max(0, ...wanted.map((secret) => Buffer.byteLength(secret) * WRITTEN_BYTE_BYTES)),
    apply(text, isCut) {
      if (patterns.length === 0) return text;
      const spans: Span[] = [];
      let end = text.length;
      eachDecoding(text, { isCut, hasForms }, (decoded) => {
        if (decoded.begunAt !== null) end = Math.min(end, decoded.begunAt);
        search.run(decoded.bytes, isCut, (pattern, start) => {
          if (start + pattern.bytes.length <= decoded.bytes.length) spans.push(spanOf(decoded, pattern, start));
          else end = Math.min(end, startOf(decoded, start));
        });
      });
      return replaced(text, merged(spans), end);
    },
  };
}

interface Pattern {
  bytes: Uint8Array;
  alphabet: Alphabet;
  /** Characters before and after a span that hold bits of both the secret and its neighbours. */
  edges: readonly [before: number, after: number];
}

/** Before encoding to base64 and hexadecimal, an upstream may have escaped the text for an address, JSON or HTML. */
function patternsOf(secret: string): Pattern[] {
  const plain: Pattern = { bytes: Buffer.from(secret), alphabet: 'as it is', edges: [0, 0] };
  if (plain.bytes.length < ENCODED_BYTES_MIN) return [plain];
  return [plain, ...writtenForms(secret).flatMap((form) => encodedPatternsOf(Buffer.from(form)))];
}

function encodedPatternsOf(bytes: Buffer): Pattern[] {
  const hexadecimal = Buffer.from(bytes.toString('hex'));
  return [
    { bytes: hexadecimal, alphabet: 'hexadecimal', edges: [0, 0] },
    ...[0, 1, 2].map((shift) => base64Pattern(bytes, shift)),
  ];
}

/** Characters of base64 that also hold bits of the bytes before. */
const SHARED_CHARACTERS = [0, 2, 3];

/** The part of base64 that depends on the secret alone, when it begins this many bytes after a multiple of three. */
function base64Pattern(secret: Buffer, shift: number): Pattern {
  const encoded = Buffer.concat([Buffer.alloc(shift), secret])
    .toString('base64')
    .replaceAll('=', '');
  const sharesEnd = (shift + secret.length) % 3 !== 0;
  const core = encoded.slice(SHARED_CHARACTERS[shift], encoded.length - (sharesEnd ? 1 : 0));
  return { bytes: Buffer.from(core), alphabet: 'base64', edges: [shift === 0 ? 0 : 1, sharesEnd ? 1 : 0] };
}

function spanOf(decoded: Decoded, { bytes: { length }, alphabet, edges }: Pattern, start: number): Span {
  const { bytes } = decoded;
  let first = start;
  let last = start + length - 1;
  if (alphabet === 'base64') {
    for (let count = 0; count < edges[0] && isBase64(bytes[first - 1]); count += 1) first -= 1;
    for (let count = 0; count < edges[1] && isBase64(bytes[last + 1]); count += 1) last += 1;
    while (bytes[last + 1] === PADDING) last += 1;
  }
  return [startOf(decoded, first), endOf(decoded, last)];
}

const PADDING = 0x3d;
const isBase64 = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte));

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
