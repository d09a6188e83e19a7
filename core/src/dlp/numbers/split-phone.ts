// SPDX-License-Identifier: Apache-2.0
/** Phones in two fields, area code and number: `{"ddd": "11", "telefone": "987654321"}`, in either order. */
import { type Document, hasLabel, textAt } from '../document/document.ts';
import { fieldNameOf } from '../document/record-keys.ts';
import { columnLabels } from '../document/tables.ts';
import { LABEL } from '../lexicon/label.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import type { NumberRun } from './numbers.ts';

const SIBLINGS_MAX = 4;
const DISTANCE_MAX = 90;
const NUMBER_NAMES = [
  'telefone',
  'fone',
  'phone',
  'celular',
  'cel',
  'tel',
  'mobile',
  'whats',
  'num',
  'nro',
  'nr',
  'fixo',
];
const AREA_NAMES = ['ddd', 'area', 'prefixo'];
const COUNTRY_NAMES = ['country', 'ddi', 'pais'];
const BRAZIL = '55';
/** An area code, also with its zero for long distance. */
const AREA_LENGTHS: ReadonlySet<number> = new Set([2, 3]);

const isOneOf = (name: string, names: readonly string[]): boolean => names.some((one) => name.includes(one));

/** @param run of eight or nine digits */
export function isSplitPhone(document: Document, run: NumberRun): boolean {
  if (isInColumns(document, run)) return true;
  if (!isOneOf(fieldNameOf(document, run.start), NUMBER_NAMES)) return false;
  const last = run.firstGroup + run.groupCount - 1;
  const siblings = [
    ...siblingsOf(document, run.firstGroup - 1, -1, run.start),
    ...siblingsOf(document, last + 1, 1, run.end),
  ];
  if (siblings.some(({ name, text }) => isOneOf(name, COUNTRY_NAMES) && text !== BRAZIL)) return false;
  return siblings.some(({ name, text }) => isOneOf(name, AREA_NAMES) && isPhoneOf(text, run));
}

const CELL_GAP_MAX = 16;
const CELL_SIGNS = '";|\t ';

/** `ddd;telefone` above `11;987654321`: area code and number in neighbouring columns, each with such a word above. */
function isInColumns(document: Document, run: NumberRun): boolean {
  const { digitStarts, digitEnds } = document.tokens;
  const group = run.firstGroup - 1;
  if (group < 0 || run.start - digitEnds.at(group) > CELL_GAP_MAX) return false;
  const area = textAt(document, digitStarts.at(group), digitEnds.at(group));
  const between = textAt(document, digitEnds.at(group), run.start);
  if (area.length > 3 || between.length < 1 || [...between].some((sign) => !CELL_SIGNS.includes(sign))) return false;
  if (!isPhoneOf(area, run) || !hasLabel(document, LABEL.PHONE)) return false;
  const isPhone = (position: number): boolean => {
    const labels = columnLabels(document.cells, position);
    return labels > 0 && (labels & (1 << LABEL.PHONE)) !== 0;
  };
  return isPhone(digitStarts.at(group)) && isPhone(run.start);
}

function isPhoneOf(area: string, { digits, length }: NumberRun): boolean {
  if (area.length === 3 && !area.startsWith('0')) return false;
  const values = [...Array.from(area.slice(-2), Number), ...digits.subarray(0, length)];
  return isPhoneNumber(values, values.length);
}

/** The short numbers of the same record that stand before or behind a position, with the names of their fields. */
function siblingsOf(
  document: Document,
  from: number,
  step: 1 | -1,
  position: number,
): { name: string; text: string }[] {
  const { digitStarts, digitEnds } = document.tokens;
  const siblings: { name: string; text: string }[] = [];
  for (let count = 0, group = from; count < SIBLINGS_MAX; count += 1, group += step) {
    if (group < 0 || group >= digitStarts.length) break;
    const start = digitStarts.at(group);
    const end = digitEnds.at(group);
    if (Math.abs(start - position) > DISTANCE_MAX || closesRecord(document, start, position)) break;
    if (end - start > 3) continue;
    const text = textAt(document, start, end);
    if (AREA_LENGTHS.has(text.length) || text.length === 1) siblings.push({ name: fieldNameOf(document, start), text });
  }
  return siblings;
}

/** A brace between two values puts them into different records. */
function closesRecord({ bytes }: Document, one: number, other: number): boolean {
  for (let index = Math.min(one, other); index < Math.max(one, other); index += 1) {
    if (bytes[index] === 0x7d || bytes[index] === 0x7b) return true;
  }
  return false;
}
