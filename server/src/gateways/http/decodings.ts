/** Reads a text in each way in which a secret may be written in it, and keeps where each byte comes from. */
import { BEGUN, escapeAt, LINE_END, MARKS, PLUS, SCHEMES } from './escapes.ts';

export interface Decoded {
  bytes: Uint8Array;
  /** What it was read from; null for the text as it is. */
  from: { decoded: Decoded; escapes: Escapes } | null;
  /** Where in the text an escape begins that a cut breaks off; null when none does. */
  begunAt: number | null;
}

/** The escapes that were undone, in their order: where each began and ended, before and after. */
interface Escapes {
  starts: number[];
  ends: number[];
  decodedStarts: number[];
  decodedEnds: number[];
}

/** Where in the text what a byte was read from begins. */
export function startOf({ from }: Decoded, at: number): number {
  if (from === null) return at;
  const { decoded, escapes } = from;
  const last = lastBefore(escapes.decodedStarts, at);
  if (last < 0) return startOf(decoded, at);
  const behind = at - (escapes.decodedEnds[last] as number);
  return startOf(decoded, behind < 0 ? (escapes.starts[last] as number) : (escapes.ends[last] as number) + behind);
}

/** Where in the text what a byte was read from ends: the place behind it. */
export function endOf({ from }: Decoded, at: number): number {
  if (from === null) return at + 1;
  const { decoded, escapes } = from;
  const last = lastBefore(escapes.decodedStarts, at);
  if (last < 0) return endOf(decoded, at);
  const behind = at - (escapes.decodedEnds[last] as number);
  return endOf(decoded, (escapes.ends[last] as number) + (behind < 0 ? -1 : behind));
}

/** The last of these places, which ascend, that is not behind a place; -1 when all are. */
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
  /** The end may be in the middle of an escape: what has begun there is left out. */
  isCut: boolean;
  /** Whether a plus is tried as the space of a form. */
  hasForms: boolean;
}

const { percent, plus, json, html, lines } = SCHEMES;
const MIXED = percent | json | html;
const FORM = percent | plus;
const LAYERS = [percent, json, html];
const FORM_LAYERS = [...LAYERS, FORM];

/**
 * Visits the text as it is, and in every way of reading it that makes a difference: one layer of escapes undone, two,
 * and those of several kinds at once, as in a text that quotes others.
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
    for (const next of layers) visitDecoded(once, next, reading, visit);
    if (layer === json && isWrapped(text, reading)) visitDecoded(once, lines, reading, visit);
  }
  if (kinds > 1) visitDecoded(plain, MIXED, reading, visit);
  if ((marks & LINE_END) !== 0 && isWrapped(text, reading)) visitDecoded(plain, lines, reading, visit);
}

function visitDecoded(from: Decoded, layer: number, reading: Reading, visit: (decoded: Decoded) => void): void {
  const made = decoded(from, layer, reading);
  if (made !== null) visit(made);
}

/** Which kinds of escapes may be in it, by the bytes with which they begin. */
function marksOf(text: Uint8Array): number {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) marks |= MARKS[text[at] as number] as number;
  return marks;
}

/** A line that ends within base64 or hexadecimal, as it is or escaped, and the next one goes on with it. */
const WRAPPED = /[\w+/-]{16}(?:\r?\n|(?:\\r)?\\n)[ \t]*[\w+/-]/;
/** The same where a cut keeps the next one from being seen. */
const BREAKS_OFF = /[\w+/-]{16}(?:\s|\\[rn]?)+$/;

function isWrapped(text: Uint8Array, { isCut }: Reading): boolean {
  const characters = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1');
  return WRAPPED.test(characters) || (isCut && BREAKS_OFF.test(characters));
}

/** Null when it is the same. What follows an escape that is broken off is not in it. */
function decoded(from: Decoded, layer: number, { isCut }: Reading): Decoded | null {
  const source = from.bytes;
  // Without a plus a form is read as any address is.
  if (layer === FORM && !source.includes(PLUS)) return null;
  const escapes: Escapes = { starts: [], ends: [], decodedStarts: [], decodedEnds: [] };
  let bytes: Buffer | null = null;
  let length = 0;
  /** Up to where the source has been taken over. */
  let taken = 0;
  let begunAt: number | null = null;
  for (let at = nextMark(source, 0, layer); at < source.length; at = nextMark(source, at, layer)) {
    const found = escapeAt(source, at, isCut);
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
