// SPDX-License-Identifier: Apache-2.0
/** The cells of the tables in a text, each with the labels of its header. */
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { LABEL, maskOf } from '../lexicon/label.ts';
import type { IntList } from '../text/int-list.ts';
import type { Phrases } from './phrases.ts';
import type { Tokens } from './tokens.ts';

export interface TableCells {
  /** First byte of every cell, sorted; a cell ends where the next begins. */
  starts: IntList;
  /** Labels of the cell's header: 0 for a header without a known word, -1 for the end of a table. */
  labels: IntList;
}

/** The input of the functions that find tables, and the list to which they add cells. */
export interface Builder {
  bytes: Uint8Array;
  tokens: Tokens;
  phrases: Phrases;
  cells: TableCells;
}

export const HEADER_LENGTH_MAX = 1_500;
export const HEADER_LABELS = maskOf(
  LABEL.CPF,
  LABEL.CNPJ,
  LABEL.RG,
  LABEL.CNH,
  LABEL.PIX_KEY,
  LABEL.PIX,
  LABEL.PHONE,
  LABEL.CEP,
  LABEL.CARD,
  LABEL.SUS,
  LABEL.OTHER,
  LABEL.ICD,
  LABEL.SECRET,
  LABEL.BARE_KEY,
);

export function labelsWithin(phrases: Phrases, start: number, end: number, wanted: number): number {
  return labelsFrom(phrases, phrases.starts.countBelow(start), end, wanted);
}

/** @param first index of the first phrase */
export function labelsFrom(phrases: Phrases, first: number, end: number, wanted: number): number {
  let labels = 0;
  for (let index = first; index < phrases.starts.length; index += 1) {
    if (phrases.starts.at(index) >= end) break;
    labels |= DICTIONARY.labels[phrases.entries.at(index)] as number;
  }
  return labels & wanted;
}

export function addCell(cells: TableCells, start: number, labels: number): void {
  cells.starts.push(start);
  cells.labels.push(labels);
}
