// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the removal of secrets from a text in every usual spelling: see the list in docs/guides/gateways.md. Encoded
 * forms are searched, and escapes are undone in several readings of the text. The time grows with the length of the
 * text alone, whatever the secret is. It refuses to know where text and secrets come from.
 */
import { type Decoded, eachDecoding, endOf, startOf } from './decodings.ts';
import { type Alphabet, searchFor } from './search.ts';
import { writtenForms } from './written-forms.ts';

export const REDACTED = '[REDACTED]';

/** The size of one byte of a secret in a usual spelling, such as `%26`. */
const WRITTEN_BYTE_BYTES = 3;

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
  /** Characters before and after a span that hold bits of both the secret and its neighbours; null when none can. */
  edges: readonly [before: number, after: number] | null;
}

/** Before encoding to base64 and hexadecimal, an upstream may have escaped the text for an address, JSON or HTML. */
export function patternsOf(secret: string): Pattern[] {
  const plain = anyCase(secret);
  if (plain.bytes.length < ENCODED_BYTES_MIN) return [plain];
  const bytes = Buffer.from(secret);
  return [
    plain,
    // Only the case of ASCII is folded while searching.
    ...[secret.toUpperCase(), secret.toLowerCase(), [...secret].reverse().join('')].map(anyCase),
    ...writtenForms(secret).flatMap((form) => encodedPatternsOf(Buffer.from(form))),
    ...base32Patterns(bytes),
    ...base64TwicePatterns(bytes),
  ];
}

function anyCase(text: string): Pattern {
  const bytes = Buffer.from(text).map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
  return { bytes, alphabet: 'any case', edges: null };
}

function encodedPatternsOf(bytes: Buffer): Pattern[] {
  return [anyCase(bytes.toString('hex')), ...[0, 1, 2].map((shift) => base64Pattern(bytes, shift))];
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

/** Base64 of base64: the outer characters around it hold bits of the inner ones at its edges. */
function base64TwicePatterns(secret: Buffer): Pattern[] {
  return [0, 1, 2].flatMap((inner) => {
    const { bytes, edges } = base64Pattern(secret, inner);
    if (bytes.length < ENCODED_BYTES_MIN) return [];
    return [0, 1, 2].map((outer): Pattern => {
      const twice = base64Pattern(Buffer.from(bytes), outer);
      return { ...twice, edges: [twice.edges?.[0] || edges?.[0] ? 3 : 0, 3] };
    });
  });
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE32_BYTES = 5;

/** As for base64, for each place in a group of five bytes. */
function base32Patterns(secret: Buffer): Pattern[] {
  return Array.from({ length: BASE32_BYTES }, (_, shift): Pattern => {
    const bits = [...Buffer.concat([Buffer.alloc(shift), secret])]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const groups = bits.match(/.{5}/g) ?? [];
    const core = groups.slice(Math.ceil((shift * 8) / 5)).map((group) => BASE32[Number.parseInt(group, 2)]);
    return { ...anyCase(core.join('')), edges: [shift === 0 ? 0 : 1, bits.length % 5 === 0 ? 0 : 1] };
  });
}

function spanOf(decoded: Decoded, { bytes: { length }, edges }: Pattern, start: number): Span {
  const { bytes } = decoded;
  let first = start;
  let last = start + length - 1;
  if (edges !== null) {
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
