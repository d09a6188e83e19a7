/** Fields of a record that say what sort of number another of its fields holds: `"type": "cpf"`. */
import type { Kind } from './kinds.ts';
import { listOf, textAt, type View } from './view.ts';

/** `<input value="529…" name="cpf">`, `/companies/727…?doc=cnpj`, `"value": "529…", "type": "cpf"`. */
const SORTS: ReadonlySet<string> = new Set(
  'name id field label title doc docs type tipo kind document doctype documenttype tipodoc tipodocumento'.split(' '),
);

/** A field right behind the number, with nothing but its key and marks between, says what sort of number it is. */
export function isNamedBySort(between: string): boolean {
  let key = '';
  let marks = '';
  for (const character of between.toLowerCase()) {
    if (character >= 'a' && character <= 'z') key += character;
    else if (character !== ' ' && character !== '_') marks += character;
  }
  return SORTS.has(key) && SORT_MARKS.has(marks);
}

const SORT_MARKS: ReadonlySet<string> = new Set([
  '"="',
  '?=',
  '&=',
  '","":"',
  '",":"',
  ',:',
  "'='",
  '"\'":"\'',
  "',':'",
]);

const SORT_KEY_MAX = 24;
const SORT_TO_NUMBER_MAX = 48;
const NUMBER_KEYS: ReadonlySet<string> = new Set(
  (
    'number numero value valor docnumber documentnumber docvalue documentvalue numerodocumento numerododocumento ' +
    'nrdocumento numdocumento numdoc nrdoc document documento doc id text content'
  ).split(' '),
);

/** `"doc_type": "RG", "doc_number": "29…"`: a field that says what sort of number the next one holds. */
export function isSortOfNextField(view: View, wanted: Kind, index: number, start: number): boolean {
  const { starts, ends } = listOf(view, wanted);
  const [labelStart, labelEnd] = [starts.at(index), ends.at(index)];
  if (view.bytes[labelStart - 1] !== 0x22 || !isWholeValue(view, labelEnd)) return false;
  if (start - labelEnd > SORT_TO_NUMBER_MAX) return false;
  const between = textAt(view, labelEnd, start);
  const before = lettersOf(
    textAt(view, labelStart - SORT_KEY_MAX, labelStart - 1)
      .split('"')
      .at(-2) ?? '',
  );
  const [, key = '', ...rest] = between.slice(2).split('"');
  return (
    SORTS.has(before) &&
    NUMBER_KEYS.has(lettersOf(key)) &&
    rest.length <= 2 &&
    (rest[0] ?? '').trimStart().startsWith(':')
  );
}

function lettersOf(text: string): string {
  return [...text.toLowerCase()].filter((character) => character >= 'a' && character <= 'z').join('');
}

/** `"event":"card.created",`: the end of a field's value, which names no field after it. */
export function isWholeValue(view: View, end: number): boolean {
  return view.bytes[end] === 0x22 && view.bytes[end + 1] === 0x2c;
}
