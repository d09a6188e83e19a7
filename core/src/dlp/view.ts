/** A reading with all that the detectors ask of it, worked out once. */

import { IntList } from './int-list.ts';
import { KIND_COUNT, type Kind } from './kinds.ts';
import { findCells, type TableCells } from './tables.ts';
import { CLASS, CLASS_OF_BYTE, type Tokens, tokenise } from './tokens.ts';
import type { Reading } from './unfold.ts';
import { DICTIONARY } from './vocabulary.ts';

export interface LabelList {
  starts: IntList;
  ends: IntList;
}

export interface View {
  bytes: Uint8Array;
  offsets: Int32Array | null;
  tokens: Tokens;
  /** Known words by kind, each list sorted. */
  labels: readonly LabelList[];
  cells: TableCells;
}

export function viewOf(reading: Reading): View {
  const tokens = tokenise(reading.bytes, DICTIONARY);
  const labels = labelsOf(tokens);
  const cells = findCells(reading.bytes, tokens, labels);
  return { bytes: reading.bytes, offsets: reading.offsets, tokens, labels, cells };
}

export function listOf(view: View, kind: Kind): LabelList {
  return view.labels[kind] as LabelList;
}

export function hasLabel(view: View, kind: Kind): boolean {
  return listOf(view, kind).starts.length > 0;
}

export function isDigitAt(view: View, index: number): boolean {
  return CLASS_OF_BYTE[view.bytes[index] as number] === CLASS.DIGIT;
}

export function isLetterAt(view: View, index: number): boolean {
  const kind = CLASS_OF_BYTE[view.bytes[index] as number];
  return kind === CLASS.LOWER || kind === CLASS.UPPER || kind === CLASS.FOREIGN;
}

/** The text of a short span; spans are bounded by their callers. */
export function textAt(view: View, start: number, end: number): string {
  let text = '';
  const last = Math.min(end, view.bytes.length);
  for (let index = Math.max(0, start); index < last; index += 1)
    text += String.fromCharCode(view.bytes[index] as number);
  return text;
}

/** Shared by all kinds of which a text has none, which are most: never written to. */
const NO_LABELS: LabelList = Object.freeze({ starts: new IntList(), ends: new IntList() });

function labelsOf(tokens: Tokens): LabelList[] {
  const labels = new Array<LabelList>(KIND_COUNT).fill(NO_LABELS);
  const { phraseStarts, phraseEnds, phraseEntries } = tokens;
  for (let index = 0; index < phraseStarts.length; index += 1) {
    const kinds = DICTIONARY.entries[phraseEntries.at(index)]?.kinds ?? 0;
    for (let rest = kinds; rest !== 0; rest &= rest - 1) {
      const kind = 31 - Math.clz32(rest & -rest);
      let label = labels[kind] as LabelList;
      if (label === NO_LABELS) {
        label = { starts: new IntList(), ends: new IntList() };
        labels[kind] = label;
      }
      label.starts.push(phraseStarts.at(index));
      label.ends.push(phraseEnds.at(index));
    }
  }
  return labels;
}
