// SPDX-License-Identifier: Apache-2.0
/** Numbers that a program took for an amount, so that their first zeros are lost. */
import type { Document } from '../document/document.ts';
import { fieldNameOf } from '../document/record-keys.ts';
import { columnLabels } from '../document/tables.ts';
import { LABEL, type Label, maskOf } from '../lexicon/label.ts';
import type { NumberRun } from './numbers.ts';

/** The digits of a number with the zeros before them. */
export function paddedDigits({ digits, length }: NumberRun, wanted: number): number[] {
  return Array.from({ length: wanted }, (_, index) => digits[index - wanted + length] ?? 0);
}

const DOCUMENTS = maskOf(LABEL.CPF, LABEL.CNPJ, LABEL.RG, LABEL.CNH);

/** Tells whether a number's column or field is called so, and nothing else. @param name a part of the field's name */
export function isNamedByField(document: Document, { start }: NumberRun, label: Label, name: string): boolean {
  const column = columnLabels(document.cells, start);
  if (column > 0) return (column & DOCUMENTS) === 1 << label;
  return fieldNameOf(document, start).includes(name);
}
