/** What a caller sees of an upstream's body: text without secrets, cut at a character; anything else is described. */
import { isUtf8 } from 'node:buffer';
import { UPSTREAM_BODY_BYTES_MAX } from '@svc/contract';
import { MEDIA_TYPE_CHARACTERS_MAX } from '../limits.ts';
import { REDACTED, type Redaction } from './redact.ts';

export interface UpstreamBody {
  body: Buffer;
  /** More came than was read, or more would have come. */
  isCut: boolean;
  contentType: string | null;
  contentEncoding: string | null;
}

/** Bytes of one character in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/**
 * So much is read of an answer: what is shown, and beyond it as much as a secret usually takes. One that takes more
 * ends what is shown where it begins.
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

/** Controls that no text holds: whatever holds one is something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

function isText(body: Buffer): boolean {
  // Bytes of characters beyond ASCII are no controls, so it is searched as it stands.
  return isUtf8(body) && !BINARY.test(body.toString('latin1'));
}

/** The first bytes, without a character of which only a part is among them. */
function wholeCharacters(bytes: Buffer, bytesMax: number): Buffer {
  let end = Math.min(bytes.length, bytesMax);
  let start = end;
  // Back to the first byte of the last character.
  while (start > 0 && end - start < CHARACTER_BYTES_MAX && ((bytes[start - 1] ?? 0) & 0xc0) === 0x80) start -= 1;
  const first = bytes[start - 1] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (length > 1 && end - start + 1 < length) end = start - 1;
  return bytes.subarray(0, end);
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i;

/**
 * A media type is a word of the upstream's too: only one that looks like one is repeated. How many bytes were read
 * would tell how long the secret is: more than what is ever shown is not counted.
 */
function describe({ body, isCut, contentType, contentEncoding }: UpstreamBody, redaction: Redaction): string {
  const encoded = isPlain(contentEncoding) ? '' : ', compressed';
  const counted = Math.min(body.length, UPSTREAM_BODY_BYTES_MAX);
  const bytes = isCut || body.length > counted ? `more than ${counted}` : counted;
  return `[binary answer: ${mediaTypeOf(contentType, redaction)}${encoded}, ${bytes} bytes]`;
}

/** Secrets are taken out of what the upstream wrote: in lower case, or the half of it, one would not be known again. */
function mediaTypeOf(contentType: string | null, redaction: Redaction): string {
  const redacted = redaction.apply(Buffer.from(contentType ?? ''), false).toString('utf8');
  const parts = (redacted.split(';', 1)[0] ?? '').trim().split(REDACTED);
  const isNamed = parts.join('').length <= MEDIA_TYPE_CHARACTERS_MAX && MEDIA_TYPE.test(parts.join('x'));
  return isNamed ? parts.map((part) => part.toLowerCase()).join(REDACTED) : 'unknown type';
}
