/** A reading with all that the detectors ask of it, each thing worked out when it is first asked for, and once. */
import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import type { ReadingMemory } from './first-look/memory.ts';
import type { Landmarks } from './health/landmarks.ts';
import type { PriceLists } from './health/price-lists.ts';
import type { Sentences } from './health/sentence-list.ts';
import { IntList, takeList } from './int-list.ts';
import { KIND_COUNT, type Kind } from './kinds.ts';
import { MARKED_KINDS } from './marks.ts';
import { findPhrases, MarkedPhrases, mayEndPhrase, mayStartPhrase, type Phrases } from './phrases.ts';
import { findCells, type TableCells } from './tables.ts';
import { type Tokens, tokenise } from './tokens.ts';
import type { Reading } from './unfold.ts';
import { DICTIONARY } from './vocabulary.ts';
import type { Clearing, WordSet } from './word-set.ts';

export interface LabelList {
  starts: IntList;
  ends: IntList;
}

export class View {
  readonly bytes: Buffer;
  readonly offsets: Int32Array | null;
  readonly memory: ReadingMemory;
  readonly tokens: Tokens;
  /** Of whom a long text tells; read when a health word asks for it, see health/document.ts. */
  sentences: Sentences | null = null;
  /** What health words look for around them; read when the first one asks, see health/landmarks.ts. */
  landmarks: Landmarks | null = null;
  /** Its tables of goods; found when a health word asks for them, see health/price-lists.ts. */
  priceLists: PriceLists | null = null;
  /** What only programs hold; found when a word for codes asks for it, see health/codes.ts. */
  codeMarks: LabelList | null = null;
  /** How far lists of words were looked for, see word-set.ts. */
  readonly clearings = new Map<WordSet, Clearing>();
  #phrases: Phrases | null = null;
  #marked: MarkedPhrases | null = null;
  /** Kinds of which a mark stands in a phrase, as a bit set. */
  #kept = 0;
  #labels: readonly LabelList[] | null = null;
  #cells: TableCells | null = null;

  constructor(reading: Reading) {
    this.bytes = reading.bytes;
    this.offsets = reading.offsets;
    this.memory = reading.memory;
    this.tokens = tokenise(reading, DICTIONARY);
  }

  /** Whether the marks of a kind stand in phrases of it, as far as that is said without a second look. */
  keepsMarksOf(kind: Kind): boolean {
    const bit = 1 << kind;
    if (this.#phrases !== null || ((this.#kept | ~MARKED_KINDS) & bit) !== 0) return true;
    this.#marked ??= new MarkedPhrases(this.bytes, DICTIONARY, this.tokens);
    if (this.#marked.mayHold(bit)) this.#kept |= bit;
    else this.tokens.marks &= ~bit;
    return (this.#kept & bit) !== 0;
  }

  get phrases(): Phrases {
    this.#phrases ??= findPhrases(this.bytes, DICTIONARY, this.tokens.words);
    return this.#phrases;
  }

  /** Whether a known phrase begins at `position`, which follows a digit. */
  isPhraseStart(position: number): boolean {
    // Most words beside a number are a unit or the T of a time stamp: for these no second look is taken.
    if (this.#phrases === null && !mayStartPhrase(this.bytes, DICTIONARY, position)) return false;
    const { starts } = this.phrases;
    return starts.at(starts.countBelow(position)) === position;
  }

  /** Whether a known phrase ends at `position`, where a digit stands. */
  isPhraseEnd(position: number): boolean {
    if (this.#phrases === null && !mayEndPhrase(this.bytes, DICTIONARY, position)) return false;
    const { ends } = this.phrases;
    return ends.at(ends.countBelow(position)) === position;
  }

  /** Known words by kind, each list sorted. */
  get labels(): readonly LabelList[] {
    this.#labels ??= labelsOf(this.phrases);
    return this.#labels;
  }

  get cells(): TableCells {
    this.#cells ??= findCells(this.bytes, this.tokens, this.phrases, this.labels);
    return this.#cells;
  }
}

/**
 * Empty where the text holds no mark of the kind: then no second look at it is taken. For health that is so where all
 * of its words together prove nothing, see marks.ts.
 */
export function listOf(view: View, kind: Kind): LabelList {
  return mayHold(view, kind) ? (view.labels[kind] as LabelList) : NO_LABELS;
}

export function hasLabel(view: View, kind: Kind): boolean {
  return listOf(view, kind).starts.length > 0;
}

/** False where the text holds no phrase of the kind, which is said without a second look. */
export function mayHold(view: View, kind: Kind): boolean {
  return ((view.tokens.marks | ~MARKED_KINDS) & (1 << kind)) !== 0 && view.keepsMarksOf(kind);
}

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { DIGIT, LOWER, UPPER } = CLASS;

// A byte outside the text counts as one of no class: to look up undefined once made each of these five times as slow.

export function isDigitAt(view: View, index: number): boolean {
  return CLASSES[view.bytes[index] ?? 0] === DIGIT;
}

export function isLetterAt(view: View, index: number): boolean {
  return (CLASSES[view.bytes[index] ?? 0] as number) >= LOWER;
}

export function isCapitalAt(view: View, index: number): boolean {
  return CLASSES[view.bytes[index] ?? 0] === UPPER;
}

/** Longer texts are made in one piece: put together letter by letter they took six times as long. */
const JOINED_LENGTH_MAX = 8;

/** The text of a short span; spans are bounded by their callers. */
export function textAt({ bytes }: View, start: number, end: number): string {
  const first = Math.max(0, start);
  const last = Math.min(end, bytes.length);
  if (last - first > JOINED_LENGTH_MAX) return bytes.toString('latin1', first, last);
  let text = '';
  for (let index = first; index < last; index += 1) text += String.fromCharCode(bytes[index] as number);
  return text;
}

/** Shared by all kinds of which a text has none, which are most: never written to. */
const NO_LABELS: LabelList = Object.freeze({ starts: new IntList(), ends: new IntList() });

function labelsOf(phrases: Phrases): LabelList[] {
  const labels = new Array<LabelList>(KIND_COUNT).fill(NO_LABELS);
  const { starts, ends, entries } = phrases;
  const { kinds } = DICTIONARY;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts.at(index);
    const end = ends.at(index);
    for (let rest = kinds[entries.at(index)] as number; rest !== 0; rest &= rest - 1) {
      const kind = 31 - Math.clz32(rest & -rest);
      let label = labels[kind] as LabelList;
      if (label === NO_LABELS) {
        label = { starts: takeList(), ends: takeList() };
        labels[kind] = label;
      }
      label.starts.push(start);
      label.ends.push(end);
    }
  }
  return labels;
}
