// SPDX-License-Identifier: Apache-2.0
/**
 * Private keys: a PEM, OpenSSH, SSH2, PGP or PuTTY header with key data after it. The header alone is prose. The end
 * line is not required, because a truncated key is still a key.
 */
import { type Document, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL } from '../lexicon/label.ts';
import { findWebKeys } from './web-keys.ts';

const LOOK_BACK = 40;
const LOOK_AHEAD = 700;
const DATA_MIN = 40;
/** Words of a sentence are shorter than a piece of key data, even of data cut up by quotes and plus signs. */
const PIECE_MIN = 16;
const DISTINCT_MIN = 12;

export function findPrivateKey(document: Document, sink: Sink): void {
  findWebKeys(document, sink);
  const { starts, ends } = spansOf(document, LABEL.PRIVATE_KEY);
  for (let index = 0; index < starts.length && !sink.isFull('PRIVATE_KEY'); index += 1) {
    const start = starts.at(index);
    const header = headerEnd(document, start, ends.at(index));
    if (header < 0) continue;
    const next = index + 1 < starts.length ? starts.at(index + 1) : document.bytes.length;
    const end = dataEnd(document, header, Math.min(header + LOOK_AHEAD, next, document.bytes.length));
    if (end > 0) sink.add('PRIVATE_KEY', start, end);
  }
}

/** Position after the header line, -1 when the words stand in a sentence. */
function headerEnd(document: Document, start: number, end: number): number {
  const before = textAt(document, start - LOOK_BACK, end).toUpperCase();
  if (before.endsWith('PUTTY-USER-KEY-FILE')) return end;
  let close = end;
  while (close - end < 12 && document.bytes[close] === 0x20) close += 1;
  let dashes = 0;
  while (dashes < 5 && document.bytes[close + dashes] === 0x2d) dashes += 1;
  const begin = before.lastIndexOf('BEGIN');
  const isHeader = begin >= 2 && before.slice(Math.max(0, begin - 5), begin).includes('--');
  return dashes >= 2 && isHeader ? close + dashes : -1;
}

/** End of enough base64 after the header; 0 when there is none. */
function dataEnd(document: Document, from: number, to: number): number {
  let total = 0;
  let index = from;
  while (index < to) {
    let end = index;
    while (end < to && isBase64At(document, end)) end += 1;
    const length = end - index;
    if (length >= PIECE_MIN && isVaried(textAt(document, index, Math.min(end, index + 64)))) {
      total += length;
      if (total >= DATA_MIN) return end;
    }
    if (document.bytes[index] === 0x2d && document.bytes[index + 1] === 0x2d && document.bytes[index + 2] === 0x2d)
      return 0;
    index = end + 1;
  }
  return 0;
}

function isBase64At(document: Document, index: number): boolean {
  const byte = document.bytes[index];
  return isLetterAt(document, index) || isDigitAt(document, index) || byte === 0x2b || byte === 0x2f || byte === 0x3d;
}

/** Key data mixes characters; `XXXXXXXX…` and `yourprivatekeyhere` do not. */
function isVaried(text: string): boolean {
  const distinct = new Set(text).size;
  const hasUpper = text !== text.toLowerCase();
  return distinct >= Math.min(DISTINCT_MIN, text.length / 2) && hasUpper && hasDigit(text);
}

function hasDigit(text: string): boolean {
  return [...text].some((character) => character >= '0' && character <= '9');
}
