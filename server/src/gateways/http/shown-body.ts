/**
 * The visible part of an upstream's body: text without secrets, cut at a character. Other content is only described.
 */
import { isUtf8 } from 'node:buffer';
import { UPSTREAM_BODY_BYTES_MAX } from '@svc/contract';
import { MEDIA_TYPE_CHARACTERS_MAX } from '../limits.ts';
import { REDACTED, type Redaction } from './redact.ts';

export interface UpstreamBody {
  body: Buffer;
  /** More arrived than was read, or more would have come. */
  isCut: boolean;
  contentType: string | null;
  contentEncoding: string | null;
}

/** The most bytes of one character in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/**
 * The part of an answer that is read: the shown part, and beyond it the usual size of a secret. A larger secret ends
 * the shown part at its beginning.
 */
export function bytesNeeded(redaction: Redaction): number {
  return UPSTREAM_BODY_BYTES_MAX + redaction.bytesBeyond + CHARACTER_BYTES_MAX;
}

export function shownBody(upstream: UpstreamBody, redaction: Redaction): string {
  if (upstream.body.length === 0) return '';
  const { isCut } = upstream;
  const body = isCut ? wholeCharacters(upstream.body, upstream.body.length) : upstream.body;
  const isShown = isPlain(upstream.contentEncoding) && isText(body);
  const shown = isShown
    ? redaction.apply(body, isCut)
    : redaction.apply(Buffer.from(describe(upstream, redaction)), false);
  return wholeCharacters(shown, UPSTREAM_BODY_BYTES_MAX).toString('utf8');
}

function isPlain(contentEncoding: string | null): boolean {
  return contentEncoding === null || /^(?:identity)?$/i.test(contentEncoding.trim());
}

/** Control characters that no text holds: a body with one is not text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

function isText(body: Buffer): boolean {
  // Bytes of non-ASCII characters are no controls, so the bytes are searched directly.
  return isUtf8(body) && !BINARY.test(body.toString('latin1'));
}

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
