// SPDX-License-Identifier: Apache-2.0
/** A normalised text with everything that detectors ask about it. Each answer is computed on first use, and once. */
import type { ScanMemory } from '../first-look/memory.ts';
import type { NormalisedText } from '../first-look/unfold.ts';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { LABEL_COUNT, type Label } from '../lexicon/label.ts';
import { PREFILTERED_LABELS } from '../lexicon/prefilter.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { IntList, takeList } from '../text/int-list.ts';
import type { Landmarks } from './landmark-lists.ts';
import { findPhrases, mayEndPhrase, mayStartPhrase, type Phrases, PrefilteredPhrases } from './phrases.ts';
import type { Sentences } from './sentence-list.ts';
import type { Spans } from './spans.ts';
import { findCells, type TableCells } from './tables.ts';
import { type Tokens, tokenise } from './tokens.ts';

/** See `WordSet`: none of its words begins between `from` and the word at the place `next` of the text's words. */
export interface Clearing {
  from: number;
  next: number;
}

export class Document {
  readonly bytes: Buffer;
  readonly offsets: Int32Array | null;
  readonly memory: ScanMemory;
  readonly tokens: Tokens;
  /** The subject of a long text; read when a health word asks for it, see health/long-text.ts. */
  sentences: Sentences | null = null;
  /** Places that health words look for around them; read when the first one asks, see health/landmarks.ts. */
  landmarks: Landmarks | null = null;
  /** The text's tables of goods; found when a health word asks for them, see health/price-lists.ts. */
  priceLists: Spans | null = null;
  /** Words that only programs use; found when a word for codes asks for them, see health/codes.ts. */
  programWords: Spans | null = null;
  /** The progress of each list of words through this text, see word-set.ts. */
  readonly clearings = new Map<object, Clearing>();
  #phrases: Phrases | null = null;
  #prefiltered: PrefilteredPhrases | null = null;
  /** Labels with a prefilter term that stands in one of their phrases, as a bit set. */
  #confirmed = 0;
  #labelSpans: readonly Spans[] | null = null;
  #cells: TableCells | null = null;

  constructor(normalised: NormalisedText) {
    this.bytes = normalised.bytes;
    this.offsets = normalised.offsets;
    this.memory = normalised.memory;
    this.tokens = tokenise(normalised, DICTIONARY);
  }

  /** True when the label's prefilter terms stand in its phrases, as far as this is known without a second look. */
  confirmsTermsOf(label: Label): boolean {
    const bit = 1 << label;
    if (this.#phrases !== null || ((this.#confirmed | ~PREFILTERED_LABELS) & bit) !== 0) return true;
    this.#prefiltered ??= new PrefilteredPhrases(this.bytes, DICTIONARY, this.tokens);
    if (this.#prefiltered.mayHold(bit)) this.#confirmed |= bit;
    else this.tokens.promisedLabels &= ~bit;
    return (this.#confirmed & bit) !== 0;
  }

  get phrases(): Phrases {
    this.#phrases ??= findPhrases(this.bytes, DICTIONARY, this.tokens.words);
    return this.#phrases;
  }

  /** Whether a known phrase begins at `position`, which follows a digit. */
  isPhraseStart(position: number): boolean {
    // Most words beside a number are a unit or the T of a time stamp. They spare the second look.
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

  /** Occurrences of known words by label, each list sorted. */
  get labelSpans(): readonly Spans[] {
    this.#labelSpans ??= labelSpansOf(this.phrases);
    return this.#labelSpans;
  }

  get cells(): TableCells {
    this.#cells ??= findCells(this.bytes, this.tokens, this.phrases, this.labelSpans);
    return this.#cells;
  }
}

/**
 * Empty where the text holds no prefilter term of the label: the second look is spared. For health it is also empty
 * where all of its words together prove nothing, see prefilter.ts.
 */
export function spansOf(document: Document, label: Label): Spans {
  return mayHold(document, label) ? (document.labelSpans[label] as Spans) : NO_SPANS;
}

export function hasLabel(document: Document, label: Label): boolean {
  return spansOf(document, label).starts.length > 0;
}

/** False where the text holds no phrase with the label. The answer needs no second look. */
export function mayHold(document: Document, label: Label): boolean {
  return (
    ((document.tokens.promisedLabels | ~PREFILTERED_LABELS) & (1 << label)) !== 0 && document.confirmsTermsOf(label)
  );
}

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { DIGIT, LOWER, UPPER } = CLASS;

// A byte outside the text counts as a byte of no class. A look-up of undefined made each of these five times as slow.

export function isDigitAt(document: Document, index: number): boolean {
  return CLASSES[document.bytes[index] ?? 0] === DIGIT;
}

export function isLetterAt(document: Document, index: number): boolean {
  return (CLASSES[document.bytes[index] ?? 0] as number) >= LOWER;
}

export function isCapitalAt(document: Document, index: number): boolean {
  return CLASSES[document.bytes[index] ?? 0] === UPPER;
}

/** Longer texts are made in one piece: joined letter by letter they took six times as long. */
const JOINED_LENGTH_MAX = 8;

/** Returns the text of a short span; callers bound their spans. */
export function textAt({ bytes }: Document, start: number, end: number): string {
  const first = Math.max(0, start);
  const last = Math.min(end, bytes.length);
  if (last - first > JOINED_LENGTH_MAX) return bytes.toString('latin1', first, last);
  let text = '';
  for (let index = first; index < last; index += 1) text += String.fromCharCode(bytes[index] as number);
  return text;
}

/** Shared by all labels that a text lacks, which are most. It is never written to. */
const NO_SPANS: Spans = Object.freeze({ starts: new IntList(), ends: new IntList() });

function labelSpansOf(phrases: Phrases): Spans[] {
  const labelSpans = new Array<Spans>(LABEL_COUNT).fill(NO_SPANS);
  const { starts, ends, entries } = phrases;
  const { labels } = DICTIONARY;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts.at(index);
    const end = ends.at(index);
    for (let rest = labels[entries.at(index)] as number; rest !== 0; rest &= rest - 1) {
      const label = 31 - Math.clz32(rest & -rest);
      let spans = labelSpans[label] as Spans;
      if (spans === NO_SPANS) {
        spans = { starts: takeList(), ends: takeList() };
        labelSpans[label] = spans;
      }
      spans.starts.push(start);
      spans.ends.push(end);
    }
  }
  return labelSpans;
}
