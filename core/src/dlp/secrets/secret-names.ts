/** Names beside a value: those that say what else it is, and the header that makes a secret of it. */
import { type Document, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { LABEL } from '../lexicon/label.ts';

export const NAME_TO_VALUE_MAX = 48;
const NAME_REACH = 24;

/** `public_key`, `next_page_token`, `token_hash`: the name says that it is no secret. */
export function isNotSecretName(document: Document, nameStart: number, valueStart: number): boolean {
  const { starts, ends } = spansOf(document, LABEL.NOT_SECRET);
  const index = starts.countBelow(valueStart) - 1;
  if (index < 0) return false;
  const end = ends.at(index);
  if (end < nameStart - NAME_REACH) return false;
  if (starts.at(index) >= nameStart) return true;
  // Before the name it must be part of it: nothing but joining marks between.
  for (let at = end; at < nameStart; at += 1) {
    const byte = document.bytes[at];
    if (byte !== 0x5f && byte !== 0x2d && byte !== 0x2e) return false;
  }
  return true;
}

/** `tokenId`, `key_prefix`, `SECRET_NAME`: a longer name that goes on to say what else the value is. */
export function isPlainName(document: Document, nameEnd: number, valueStart: number): boolean {
  if (!isLetterAt(document, nameEnd) && document.bytes[nameEnd] !== 0x5f && document.bytes[nameEnd] !== 0x2d)
    return false;
  const rest = textAt(document, nameEnd, Math.min(valueStart, nameEnd + NAME_TO_VALUE_MAX)).toLowerCase();
  const from = rest.startsWith('_') || rest.startsWith('-') ? 1 : 0;
  return PLAIN_TAILS.some((tail) => rest.startsWith(tail, from));
}

const PLAIN_TAILS = (
  'id name count type size url uri path prefix version arn ref expir ttl length hash digest fingerprint header field ' +
  'param storage endpoint issuer audience alg format pattern regex label title desc file index ring vault manager ' +
  'store ' +
  'service provider class cache bucket table column hint status kind scope number'
).split(' ');

const HEADER = 'authorization: ';

/** `Authorization: Token 288e…`: behind the header's name a hash is a token. */
export function isScheme(document: Document, nameStart: number): boolean {
  return textAt(document, nameStart - HEADER.length, nameStart).toLowerCase() === HEADER;
}

/** `user_2NNE…`, `cus_9s6X…`: what a record is called by, whatever key holds it. */
export function isHandle(text: string): boolean {
  const mark = text.indexOf('_');
  return mark > 0 && mark <= HANDLE_PREFIX_MAX && HANDLE_PREFIXES.has(text.slice(0, mark));
}

const HANDLE_PREFIX_MAX = 7;
const HANDLE_PREFIXES: ReadonlySet<string> = new Set(
  'user usr cus acct org evt pi ch sub req prod price pm txn po file msg run thread asst proj team ord'.split(' '),
);
