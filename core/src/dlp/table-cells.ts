/** What the tables of a text are made of: cells, each with the kinds that its header names. */
import type { IntList } from './int-list.ts';
import { KIND, maskOf } from './kinds.ts';
import type { Phrases } from './phrases.ts';
import type { Tokens } from './tokens.ts';
import { DICTIONARY } from './vocabulary.ts';

export interface TableCells {
  /** First byte of every cell, sorted; a cell ends where the next begins. */
  starts: IntList;
  /** Kinds of the cell's header: 0 for a header without a known word, -1 for the end of a table. */
  kinds: IntList;
}

/** What finds a table, and where it puts the cells. */
export interface Builder {
  bytes: Uint8Array;
  tokens: Tokens;
  phrases: Phrases;
  cells: TableCells;
}

export const HEADER_LENGTH_MAX = 1_500;
export const HEADER_KINDS = maskOf(
  KIND.CPF,
  KIND.CNPJ,
  KIND.RG,
  KIND.CNH,
  KIND.PIX_KEY,
  KIND.PIX,
  KIND.PHONE,
  KIND.CEP,
  KIND.CARD,
  KIND.SUS,
  KIND.OTHER,
  KIND.ICD,
  KIND.SECRET,
  KIND.BARE_KEY,
);

export function kindsWithin(phrases: Phrases, start: number, end: number, wanted: number): number {
  return kindsFrom(phrases, phrases.starts.countBelow(start), end, wanted);
}

/** @param first of the phrases */
export function kindsFrom(phrases: Phrases, first: number, end: number, wanted: number): number {
  let kinds = 0;
  for (let index = first; index < phrases.starts.length; index += 1) {
    if (phrases.starts.at(index) >= end) break;
    kinds |= DICTIONARY.kinds[phrases.entries.at(index)] as number;
  }
  return kinds & wanted;
}

export function addCell(cells: TableCells, start: number, kinds: number): void {
  cells.starts.push(start);
  cells.kinds.push(kinds);
}
