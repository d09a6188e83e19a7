// SPDX-License-Identifier: Apache-2.0
/** Names beside a value: names that rule out a secret, and the header that makes one. */
import { type Document, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { LABEL } from '../lexicon/label.ts';

export const NAME_TO_VALUE_MAX = 48;
const NAME_REACH = 24;

/** `public_key`, `next_page_token`, `token_hash`: the name itself rules out a secret. */
export function isNotSecretName(document: Document, nameStart: number, valueStart: number): boolean {
  const { starts, ends } = spansOf(document, LABEL.NOT_SECRET);
  const index = starts.countBelow(valueStart) - 1;
  if (index < 0) return false;
  const end = ends.at(index);
  if (end < nameStart - NAME_REACH) return false;
  if (starts.at(index) >= nameStart) return true;
  // A word before the name must be part of it, with only joining signs between.
  for (let at = end; at < nameStart; at += 1) {
    const byte = document.bytes[at];
    if (byte !== 0x5f && byte !== 0x2d && byte !== 0x2e) return false;
  }
  return true;
}

/** `tokenId`, `key_prefix`, `SECRET_NAME`: the longer name says that the value is something else. */
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

/** `Authorization: Token 288e…`: behind this header a hash is a token. */
export function isScheme(document: Document, nameStart: number): boolean {
  return textAt(document, nameStart - HEADER.length, nameStart).toLowerCase() === HEADER;
}

/** `user_2NNE…`, `cus_9s6X…`: the handle of a record, under any key. */
export function isHandle(text: string): boolean {
  const mark = text.indexOf('_');
  return mark > 0 && mark <= HANDLE_PREFIX_MAX && HANDLE_PREFIXES.has(text.slice(0, mark));
}

const HANDLE_PREFIX_MAX = 7;
const HANDLE_PREFIXES: ReadonlySet<string> = new Set(
  'user usr cus acct org evt pi ch sub req prod price pm txn po file msg run thread asst proj team ord'.split(' '),
);
