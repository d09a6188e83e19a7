/**
 * Where a text is read: areas that are used again and again and wiped after each scan. New memory for a short text took
 * longer than to read it, and for a long one more than its share.
 */
import { CONTENT_CHARACTERS_MAX } from '@svc/contract';
import { returnLists } from './int-list.ts';
import { returnWords } from './word-list.ts';

/** Areas for longer texts are not kept. */
export const KEPT_UNITS_MAX = 2 ** Math.ceil(Math.log2(CONTENT_CHARACTERS_MAX + 1));
/** The area of short texts is a constant, so that the code that reads it knows where it is. */
const SHORT_UNITS_MAX = 8_192;

interface Area {
  /** UTF-16 units of the text. */
  units: Uint16Array;
  /** The same memory. */
  copy: Buffer;
  bytes: Uint8Array;
}

/** For the second reading. */
interface UnfoldedArea {
  bytes: Uint8Array;
  offsets: Int32Array;
}

// Texts are copied as UTF-16LE and read as units of the machine.
if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) throw new Error('The scan needs a little-endian machine.');

const SHORT = newArea(SHORT_UNITS_MAX);
let long = newArea(0);
let unfolded = newUnfoldedArea(0);

let isUnfolded = false;

/** @param length UTF-16 units to be read. What is read in the area holds until `forget`, which must follow. */
export function areaFor(length: number): Area {
  return length <= SHORT_UNITS_MAX ? SHORT : longAreaFor(length);
}

/** As `areaFor`; it has room for one offset more. */
export function unfoldedAreaFor(length: number): UnfoldedArea {
  isUnfolded = true;
  if (length <= unfolded.bytes.length) return unfolded;
  const larger = newUnfoldedArea(sizeFor(length));
  if (length <= KEPT_UNITS_MAX) unfolded = larger;
  return larger;
}

/** Ends the scan of a text: its content is kept no longer. */
export function forget({ length }: string): void {
  returnLists();
  returnWords();
  const { units, bytes } = length <= SHORT_UNITS_MAX ? SHORT : long;
  units.fill(0, 0, length);
  bytes.fill(0, 0, length);
  if (isUnfolded) unfolded.bytes.fill(0, 0, length);
  isUnfolded = false;
}

function longAreaFor(length: number): Area {
  if (length <= long.bytes.length) return long;
  const larger = newArea(sizeFor(length));
  if (length <= KEPT_UNITS_MAX) long = larger;
  return larger;
}

/** An area that is kept grows by doubling, so that texts of rising length do not each make a new one. */
function sizeFor(length: number): number {
  return length <= KEPT_UNITS_MAX ? 2 ** Math.ceil(Math.log2(length)) : length;
}

function newArea(length: number): Area {
  const units = new Uint16Array(length);
  return { units, copy: Buffer.from(units.buffer), bytes: new Uint8Array(length) };
}

function newUnfoldedArea(length: number): UnfoldedArea {
  return { bytes: new Uint8Array(length), offsets: new Int32Array(length + 1) };
}
