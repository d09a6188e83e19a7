// SPDX-License-Identifier: Apache-2.0
/**
 * The memory for texts under scan, and the compiled code that reads them. The memory is reused and wiped after each
 * scan. Fresh memory for a short text took longer than reading it.
 */
import { CONTENT_CHARACTERS_MAX } from '@svc/contract';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { ENDS_KEY, KEY_LENGTH_MIN, MAY_BE_START } from '../lexicon/secret-shapes.ts';
import { BYTE_OF_UNIT, IS_ODD } from '../text/fold-table.ts';
import { IntList, returnLists } from '../text/int-list.ts';
import { COMPILED } from './compiled.ts';

/** Memory for longer texts is not kept. */
export const KEPT_UNITS_MAX = 2 ** Math.ceil(Math.log2(CONTENT_CHARACTERS_MAX + 1));

// Texts are copied as UTF-16LE and read as units of the machine.
if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) throw new Error('The scan needs a little-endian machine.');

/** Declared here because the types of Node.js and of the language both lack it. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Memory: new (pages: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** See core/assembly/first-look.ts. */
interface FirstLook {
  fold(units: number, bytes: number, length: number, odd: number): number;
  read(bytes: number, length: number, words: number, lists: number, room: number): undefined;
  wipe(from: number, length: number): undefined;
}

const MODULE = new WebAssembly.Module(Buffer.from(COMPILED, 'base64'));
const PAGE = 65_536;
/** Addresses where the compiled code looks for its tables. */
const TABLES = [
  { at: 0x0040, table: Int32Array.of(KEY_LENGTH_MIN) },
  { at: 0x0100, table: IS_ODD },
  { at: 0x0200, table: ENDS_KEY },
  { at: 0x1000, table: MAY_BE_START },
  { at: 0x2000, table: DICTIONARY.termFilter.hashes },
  { at: 0x4000, table: DICTIONARY.termFilter.endings },
  { at: 0x10000, table: BYTE_OF_UNIT },
  { at: 0x20000, table: DICTIONARY.termTable },
] as const;
const TEXT_AT = 4 * PAGE;
/** The compiled code reads blocks of sixteen characters, and one block of zeros behind the text. */
const PADDING = 64;
const INTEGER = 4;
/** Digits of the longest number that detectors look at. */
export const DIGITS_MAX = 19;
/** Integers per word. */
export const WORD_FIELDS = 4;
/** Integers per prefilter term, twice as many as in the other lists. */
export const PREFILTER_TERM_FIELDS = 2;
/** The number of lists; the list of prefilter terms takes the room of two. */
const LISTS = 9;

/** The result of `read`, each list sorted by position. It holds until the next call. */
export interface Lists {
  words: WordList;
  /** The place of each prefilter term in `words` and its labels; labels of 0 must be looked up. */
  prefilterTerms: IntList;
  /** Starts of words and of digit groups that may begin a key. */
  wordKeys: IntList;
  digitKeys: IntList;
  digitStarts: IntList;
  digitEnds: IntList;
  lineEnds: IntList;
  atSigns: IntList;
  slashes: IntList;
}

export interface WordList {
  /** Start, end, hash and tail of each word, side by side, so that one memory access fetches them all. */
  readonly values: Int32Array;
  /** Number of words times WORD_FIELDS. */
  length: number;
}

export class ScanMemory {
  readonly capacity: number;
  /** The bytes of the text as it stands, and of the text without disguises. */
  readonly bytes: Buffer;
  readonly unfolded: Buffer;
  /** Positions that need a closer look, as `fold` found them. */
  readonly odd: Int32Array;
  /** The digits of the number under inspection, see numbers.ts. */
  readonly digits = new Uint8Array(DIGITS_MAX + 1);
  readonly #lists: Lists;
  readonly #contentAt: number;
  readonly #bytesAt: number;
  readonly #unfoldedAt: number;
  readonly #oddAt: number;
  readonly #wordsAt: number;
  readonly #listsAt: number;
  readonly #listBytes: number;
  readonly #content: Buffer;
  readonly #counts: Int32Array;
  readonly #code: FirstLook;
  #wordsUsed = 0;
  #offsets = new Int32Array(0);

  /** @param capacity UTF-16 units of the longest text */
  constructor(capacity: number) {
    this.capacity = capacity;
    let end = TEXT_AT;
    const place = (bytes: number): number => {
      const at = end;
      end = Math.ceil((at + bytes + PADDING) / PADDING) * PADDING;
      return at;
    };
    this.#contentAt = place(capacity * 2);
    this.#bytesAt = place(capacity);
    this.#unfoldedAt = place(capacity);
    // A list cannot be longer: every word, group and sign has a character of its own.
    this.#listBytes = (capacity + 1) * INTEGER;
    this.#oddAt = place(this.#listBytes);
    this.#wordsAt = place(this.#listBytes * WORD_FIELDS);
    this.#listsAt = place(this.#listBytes * LISTS);
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    const { buffer } = memory;
    for (const { at, table } of TABLES) {
      new Uint8Array(buffer).set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength), at);
    }
    this.#code = new WebAssembly.Instance(MODULE, { env: { memory } }).exports as FirstLook;
    this.#content = Buffer.from(buffer, this.#contentAt, capacity * 2);
    this.#counts = new Int32Array(buffer, 0, LISTS);
    this.bytes = Buffer.from(buffer, this.#bytesAt, capacity);
    this.unfolded = Buffer.from(buffer, this.#unfoldedAt, capacity);
    this.odd = new Int32Array(buffer, this.#oddAt, capacity);
    let listAt = this.#listsAt;
    const next = (rooms = 1): IntList => {
      const list = new IntList(new Int32Array(buffer, listAt, (capacity + 1) * rooms));
      listAt += this.#listBytes * rooms;
      return list;
    };
    this.#lists = {
      words: { values: new Int32Array(buffer, this.#wordsAt, (capacity + 1) * WORD_FIELDS), length: 0 },
      prefilterTerms: next(PREFILTER_TERM_FIELDS),
      wordKeys: next(),
      digitKeys: next(),
      digitStarts: next(),
      digitEnds: next(),
      lineEnds: next(),
      atSigns: next(),
      slashes: next(),
    };
  }

  /** An array of one more entry than characters. */
  get offsets(): Int32Array {
    if (this.#offsets.length === 0) this.#offsets = new Int32Array(this.capacity + 1);
    return this.#offsets;
  }

  /**
   * Folds a content into `bytes`.
   * @returns the number of bytes that need a closer look; their positions are in `odd`
   */
  fold(content: string): number {
    // The string is copied in one piece: reading its units one by one takes three times as long.
    this.#content.write(content, 0, 'utf16le');
    return this.#code.fold(this.#contentAt, this.#bytesAt, content.length, this.#oddAt);
  }

  /** @param bytes the beginning of `bytes` or of `unfolded`; its words and signs are written into the lists */
  read(bytes: Uint8Array): Lists {
    const lists = this.#lists;
    const { words } = lists;
    this.#code.read(bytes.byteOffset, bytes.length, this.#wordsAt, this.#listsAt, this.#listBytes);
    const counts = this.#counts;
    words.length = counts[0] as number;
    lists.prefilterTerms.length = counts[1] as number;
    lists.wordKeys.length = counts[2] as number;
    lists.digitKeys.length = counts[3] as number;
    lists.digitStarts.length = counts[4] as number;
    lists.digitEnds.length = lists.digitStarts.length;
    lists.lineEnds.length = counts[5] as number;
    lists.atSigns.length = counts[6] as number;
    lists.slashes.length = counts[7] as number;
    if (words.length > this.#wordsUsed) this.#wordsUsed = words.length;
    return lists;
  }

  /** Every array that may hold or reveal a part of a text. */
  parts(): readonly Uint8Array[] {
    const { values } = this.#lists.words;
    return [
      this.#content,
      this.bytes,
      this.unfolded,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      this.digits,
    ];
  }

  /** Positions are not part of a text and stay. The hash of a short word reveals the word, so hashes are wiped. */
  wipe(length: number): void {
    this.#code.wipe(this.#contentAt, length * 2);
    this.#code.wipe(this.#bytesAt, length);
    if (this.#offsets.length > 0) this.#code.wipe(this.#unfoldedAt, length);
    this.#code.wipe(this.#wordsAt, this.#wordsUsed * INTEGER);
    this.#wordsUsed = 0;
    this.digits.fill(0);
  }
}

const KEPT = new ScanMemory(KEPT_UNITS_MAX);
let current = KEPT;

/** @param length number of UTF-16 units to read. The content holds until `forget`, which must follow. */
export function memoryFor(length: number): ScanMemory {
  if (length <= KEPT_UNITS_MAX) current = KEPT;
  else if (length > current.capacity) current = new ScanMemory(length);
  return current;
}

/** Ends the scan of a text and erases its content. */
export function forget({ length }: string): void {
  returnLists();
  current.wipe(length);
  current = KEPT;
}
