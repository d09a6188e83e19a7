/**
 * The memory in which texts are read, and the compiled code that reads them. It is used again and again and wiped after
 * each scan: new memory for a short text took longer than to read it, and for a long one more than its share.
 */
import { CONTENT_CHARACTERS_MAX } from '@svc/contract';
import { DICTIONARY } from '../lexicon/vocabulary.ts';
import { ENDS_KEY, KEY_LENGTH_MIN, MAY_BE_START } from '../secrets/secret-shapes.ts';
import { BYTE_OF_UNIT, IS_ODD } from '../text/fold-table.ts';
import { IntList, returnLists } from '../text/int-list.ts';
import { COMPILED } from './compiled.ts';

/** Memory for longer texts is not kept. */
export const KEPT_UNITS_MAX = 2 ** Math.ceil(Math.log2(CONTENT_CHARACTERS_MAX + 1));

// Texts are copied as UTF-16LE and read as units of the machine.
if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) throw new Error('The scan needs a little-endian machine.');

/** Neither the types of Node.js nor those of the language have it. */
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
/** Where the compiled code looks for its tables. */
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
/** It reads blocks of sixteen characters, and one of zeros behind the text. */
const PADDING = 64;
const INTEGER = 4;
/** Of the longest number that is looked at. */
export const DIGITS_MAX = 19;
/** Integers of a word. */
export const WORD_FIELDS = 4;
/** Of a marked word, twice as many as of what stands in other lists. */
export const PREFILTER_TERM_FIELDS = 2;
/** Lists of what is in a text, that of marked words counted twice. */
const LISTS = 9;

/** What `read` found, each list sorted by position; it holds until the next call. */
export interface Lists {
  words: WordList;
  /** Of each marked word its place in `words` and its kinds, 0 where they are to be looked up. */
  prefilterTerms: IntList;
  /** Starts of words, and of digit groups, that may begin a key. */
  wordKeys: IntList;
  digitKeys: IntList;
  digitStarts: IntList;
  digitEnds: IntList;
  lineEnds: IntList;
  atSigns: IntList;
  slashes: IntList;
}

export interface WordList {
  /** Start, end, hash and tail of each word, side by side: one look into memory brings them all. */
  readonly values: Int32Array;
  /** Words times their fields. */
  length: number;
}

export class ScanMemory {
  readonly capacity: number;
  /** Of a raw reading, and of one with disguises taken off. */
  readonly bytes: Buffer;
  readonly unfolded: Buffer;
  /** Positions that `fold` found to need a closer look. */
  readonly odd: Int32Array;
  /** Of the number that is looked at, see numbers.ts. */
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
    // No list can be longer: every word, group and sign has a character of its own.
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

  /** One more entry than characters. */
  get offsets(): Int32Array {
    if (this.#offsets.length === 0) this.#offsets = new Int32Array(this.capacity + 1);
    return this.#offsets;
  }

  /** Folds a content into `bytes`. @returns how many of them need a closer look: their positions are in `odd` */
  fold(content: string): number {
    // Copied in one piece: to ask a string for each of its units takes three times as long.
    this.#content.write(content, 0, 'utf16le');
    return this.#code.fold(this.#contentAt, this.#bytesAt, content.length, this.#oddAt);
  }

  /** @param bytes the beginning of `bytes` or of `unfolded`; what they hold comes into the lists */
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

  /** All that may hold a part of a text, or tell one. */
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

  /** Positions stay, which are no part of a text; the hash of a short word is as good as the word. */
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

/** @param length UTF-16 units to be read. What is read holds until `forget`, which must follow. */
export function memoryFor(length: number): ScanMemory {
  if (length <= KEPT_UNITS_MAX) current = KEPT;
  else if (length > current.capacity) current = new ScanMemory(length);
  return current;
}

/** Ends the scan of a text: its content is kept no longer. */
export function forget({ length }: string): void {
  returnLists();
  current.wipe(length);
  current = KEPT;
}
