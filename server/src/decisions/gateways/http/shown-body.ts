// SPDX-License-Identifier: Apache-2.0
/**
 * The visible part of an upstream's body: text without secrets, cut at a character. Other content is only described.
 */
import { UPSTREAM_BODY_BYTES_MAX } from '@svc/contract';
import { textIn } from '@svc/core/declared-text';
import { REDACTED, type Redaction } from '@svc/core/redaction';
import { MEDIA_TYPE_CHARACTERS_MAX } from '../limits.ts';

export interface UpstreamBody {
  body: Buffer;
  /** More arrived than was read, or more would have come. */
  isCut: boolean;
  contentType: string | null;
  contentEncoding: string | null;
}

/** The most bytes of one character in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/** In UTF-16 a text of ASCII takes twice the bytes. */
const WIDTH_MAX = 2;

/**
 * The part of an answer that is read: the shown part, and beyond it the usual size of a secret. A larger secret ends
 * the shown part at its beginning.
 */
export function bytesNeeded(redaction: Redaction): number {
  return WIDTH_MAX * (UPSTREAM_BODY_BYTES_MAX + redaction.bytesBeyond) + CHARACTER_BYTES_MAX;
}

export function shownBody(upstream: UpstreamBody, redaction: Redaction): string {
  if (upstream.body.length === 0) return '';
  const text = isPlain(upstream.contentEncoding) ? textOf(upstream, redaction) : null;
  const shown = text ?? redaction.apply(Buffer.from(describe(upstream, redaction)), false);
  return wholeCharacters(shown, UPSTREAM_BODY_BYTES_MAX).toString('utf8');
}

/**
 * The text in UTF-8, redacted after it is decoded. The bytes as they came are redacted before: under a wrong name of
 * its character set, a secret would look like other characters.
 * @returns null for what is no text
 */
function textOf({ body, isCut, contentType }: UpstreamBody, redaction: Redaction): Buffer | null {
  const asSent = redaction.apply(body, isCut);
  const text = textIn({ body: asSent, contentType, isCut });
  if (text === null || BINARY.test(text)) return null;
  const decoded = Buffer.from(text);
  return decoded.equals(asSent) ? decoded : redaction.apply(decoded, isCut);
}

function isPlain(contentEncoding: string | null): boolean {
  return contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
}

/** Control characters that no text holds: a body with one is not text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** The first bytes, without an incomplete last character. */
function wholeCharacters(bytes: Buffer, bytesMax: number): Buffer {
  let end = Math.min(bytes.length, bytesMax);
  let start = end;
  // Goes back to the first byte of the last character.
  while (start > 0 && end - start < CHARACTER_BYTES_MAX && ((bytes[start - 1] ?? 0) & 0xc0) === 0x80) start -= 1;
  const first = bytes[start - 1] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (length > 1 && end - start + 1 < length) end = start - 1;
  return bytes.subarray(0, end);
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i;

/**
 * A media type is also the upstream's text: only a well-formed one is repeated. The number of read bytes would reveal
 * the length of the secret, so bytes beyond the shown part are not counted.
 */
function describe({ body, isCut, contentType, contentEncoding }: UpstreamBody, redaction: Redaction): string {
  const encoded = isPlain(contentEncoding) ? '' : ', compressed';
  const counted = Math.min(body.length, UPSTREAM_BODY_BYTES_MAX);
  const bytes = isCut || body.length > counted ? `more than ${counted}` : counted;
  return `[binary answer: ${mediaTypeOf(contentType, redaction)}${encoded}, ${bytes} bytes]`;
}

/** Secrets are removed from the original text: half of it, or its lower-case form, would hide them. */
function mediaTypeOf(contentType: string | null, redaction: Redaction): string {
  const redacted = redaction.apply(Buffer.from(contentType ?? ''), false).toString('utf8');
  const parts = (redacted.split(';', 1)[0] ?? '').trim().split(REDACTED);
  const isNamed = parts.join('').length <= MEDIA_TYPE_CHARACTERS_MAX && MEDIA_TYPE.test(parts.join('x'));
  return isNamed ? parts.map((part) => part.toLowerCase()).join(REDACTED) : 'unknown type';
}
