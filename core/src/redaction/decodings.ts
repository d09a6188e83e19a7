// SPDX-License-Identifier: Apache-2.0
/** Reads a text in each way in which it may spell a secret, and keeps the source position of each byte. */
import { BEGUN, escapeAt, MARKS, PLUS, SCHEMES } from './escapes.ts';

export interface Decoded {
  bytes: Uint8Array;
  /** The source of this text; null for the original. */
  from: { decoded: Decoded; escapes: Escapes } | null;
  /** Position of an escape that a cut breaks off; null when there is none. */
  begunAt: number | null;
}

/** The undone escapes in order: start and end of each, before and after. */
interface Escapes {
  starts: number[];
  ends: number[];
  decodedStarts: number[];
  decodedEnds: number[];
}

/** Start of a byte's source in the text. */
export function startOf({ from }: Decoded, at: number): number {
  if (from === null) return at;
  const { decoded, escapes } = from;
  const last = lastBefore(escapes.decodedStarts, at);
  if (last < 0) return startOf(decoded, at);
  const behind = at - (escapes.decodedEnds[last] as number);
  return startOf(decoded, behind < 0 ? (escapes.starts[last] as number) : (escapes.ends[last] as number) + behind);
}

/** Position behind a byte's source in the text. */
export function endOf({ from }: Decoded, at: number): number {
  if (from === null) return at + 1;
  const { decoded, escapes } = from;
  const last = lastBefore(escapes.decodedStarts, at);
  if (last < 0) return endOf(decoded, at);
  const behind = at - (escapes.decodedEnds[last] as number);
  return endOf(decoded, (escapes.ends[last] as number) + (behind < 0 ? -1 : behind));
}

/** The last of these ascending places that is not behind a given one; -1 when all are. */
function lastBefore(places: readonly number[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface Reading {
  /** The end may be in the middle of an escape: the begun part is left out. */
  isCut: boolean;
  /** True when a plus is tried as the space of a form. */
  hasForms: boolean;
}

const { percent, plus, json, html, lines, mail, decimal, separators, wide } = SCHEMES;
const MIXED = percent | json | html;
const FORM = percent | plus;
const LAYERS = [percent, json, html];
const FORM_LAYERS = [...LAYERS, FORM];
/** Read in the text itself and behind one layer of escapes: what separates parts may be escaped too. */
const SEPARATING = [lines, wide];

/**
 * Visits the text itself and every different reading of it. One or two layers of escapes are undone, three in an
 * address. Those of several schemes are undone at once, as in a text that quotes others. Separators of parts are left
 * out.
 */
export function eachDecoding(text: Uint8Array, reading: Reading, visit: (decoded: Decoded) => void): void {
  const plain: Decoded = { bytes: text, from: null, begunAt: null };
  visit(plain);
  const marks = marksOf(text);
  const layers = reading.hasForms ? FORM_LAYERS : LAYERS;
  let kinds = 0;
  for (const layer of layers) {
    const once = (marks & layer) === 0 ? null : decoded(plain, layer, reading);
    if (once === null) continue;
    kinds += 1;
    visit(once);
    for (const next of layers) {
      const twice = visitDecoded(once, next, reading, visit);
      if (twice !== null && layer === percent && next === percent) visitDecoded(twice, percent, reading, visit);
    }
    for (const next of SEPARATING) visitDecoded(once, next, reading, visit);
  }
  if (kinds > 1) visitDecoded(plain, MIXED, reading, visit);
  for (const layer of [...SEPARATING, mail, decimal, separators]) {
    if ((marks & layer) !== 0) visitDecoded(plain, layer, reading, visit);
  }
}

function visitDecoded(
  from: Decoded,
  layer: number,
  reading: Reading,
  visit: (decoded: Decoded) => void,
): Decoded | null {
  const made = decoded(from, layer, reading);
  if (made !== null) visit(made);
  return made;
}

/** The schemes of escapes that it may contain, by their first bytes. */
function marksOf(text: Uint8Array): number {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) marks |= MARKS[text[at] as number] as number;
  return marks;
}

/** Null when nothing changes. Text behind a broken escape is left out. */
function decoded(from: Decoded, layer: number, { isCut }: Reading): Decoded | null {
  const source = from.bytes;
  // Without a plus a form reads like any address.
  if (layer === FORM && !source.includes(PLUS)) return null;
  const escapes: Escapes = { starts: [], ends: [], decodedStarts: [], decodedEnds: [] };
  let bytes: Buffer | null = null;
  let length = 0;
  /** Position up to which the source has been copied. */
  let taken = 0;
  let begunAt: number | null = null;
  for (let at = nextMark(source, 0, layer); at < source.length; at = nextMark(source, at, layer)) {
    const found = escapeAt(source, at, layer, isCut);
    if (found === null) {
      at += 1;
      continue;
    }
    bytes ??= Buffer.allocUnsafe(source.length);
    bytes.set(source.subarray(taken, at), length);
    length += at - taken;
    taken = at + found.length;
    if (found === BEGUN) {
      begunAt = at;
      break;
    }
    escapes.starts.push(at);
    escapes.ends.push(taken);
    escapes.decodedStarts.push(length);
    for (let place = 0; place < found.bytes.length; place += 1) {
      bytes[length] = found.bytes[place] as number;
      length += 1;
    }
    escapes.decodedEnds.push(length);
    at = taken;
  }
  if (bytes === null) return null;
  if (begunAt === null) {
    bytes.set(source.subarray(taken), length);
    length += source.length - taken;
  }
  const begun = begunAt === null ? from.begunAt : startOf(from, begunAt);
  return { bytes: bytes.subarray(0, length), from: { decoded: from, escapes }, begunAt: begun };
}

function nextMark(bytes: Uint8Array, from: number, layer: number): number {
  let at = from;
  while (at < bytes.length && ((MARKS[bytes[at] as number] as number) & layer) === 0) at += 1;
  return at;
}
