// SPDX-License-Identifier: Apache-2.0
/** Fields of a record that name the type of the number in another field: `"type": "cpf"`. */
import { type Document, spansOf, textAt } from '../document/document.ts';
import type { Label } from '../lexicon/label.ts';

const DOCUMENTS = 'doc docs document documento documentos id identity identification identificacao'.split(' ');
const TYPE_WORDS = 'type tipo tp kind sort especie classe category categoria name nome label'.split(' ');
const NUMBER_WORDS = 'number numero num nr nro no n value valor content conteudo text texto'.split(' ');

/** Builds `docTipo`, `tipo_documento`, `tipoDeDocumento`, `typeOfDocument`: both words in either order. */
function namesOf(words: readonly string[]): string[] {
  return DOCUMENTS.flatMap((document) =>
    words.flatMap((word) => [document + word, ...['', 'de', 'do', 'of'].map((tie) => word + tie + document)]),
  );
}

/** `<input value="529…" name="cpf">`, `/companies/727…?doc=cnpj`, `"value": "529…", "type": "cpf"`. */
const TYPE_KEYS: ReadonlySet<string> = new Set([
  ...'name id field label title doc docs type tipo kind document documento'.split(' '),
  ...namesOf(TYPE_WORDS),
]);

/** True when a field right behind the number names its type. Only the key and punctuation may stand between. */
export function isNamedByType(between: string): boolean {
  let key = '';
  let marks = '';
  for (const character of between.toLowerCase()) {
    if (character >= 'a' && character <= 'z') key += character;
    else if (character !== ' ' && character !== '_') marks += character;
  }
  return TYPE_KEYS.has(key) && TYPE_SIGNS.has(marks);
}

const TYPE_SIGNS: ReadonlySet<string> = new Set([
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

const TYPE_KEY_MAX = 28;
const TYPE_TO_NUMBER_MAX = 48;
const NUMBER_KEYS: ReadonlySet<string> = new Set([
  ...DOCUMENTS,
  ...'number numero num nr nro value valor text texto content conteudo'.split(' '),
  ...namesOf(NUMBER_WORDS),
]);

/** `"doc_type": "RG", "doc_number": "29…"`: one field names the type of the number in the next. */
export function isTypeOfNextField(document: Document, wanted: Label, index: number, start: number): boolean {
  const { starts, ends } = spansOf(document, wanted);
  const labelStart = starts.at(index);
  const labelEnd = ends.at(index);
  if (IS_BEFORE_VALUE[document.bytes[labelStart - 1] ?? 0] !== 1 || start - labelEnd > TYPE_TO_NUMBER_MAX) return false;
  if (!hasFieldSign(document, labelStart) || !hasFieldSign(document, start)) return false;
  const sort = keysIn(textAt(document, labelStart - TYPE_KEY_MAX, labelStart)).at(-1) ?? '';
  if (!isNamed(sort, TYPE_KEYS)) return false;
  const between = textAt(document, labelEnd, start);
  const keys = keysIn(between);
  // `<docTipo>RG</docTipo><docNumero>`: the element with the type is closed first.
  if (keys.length === 2 && keys[0] === sort) keys.shift();
  return keys.length === 1 && isNamed(keys[0] as string, NUMBER_KEYS);
}

/** Tells whether a field's colon, equals sign or bracket stands right before `end`. */
export function hasFieldSign(document: Document, end: number): boolean {
  for (let index = end - 1; index >= end - SIGN_LENGTH_MAX; index -= 1) {
    const byte = document.bytes[index];
    if (byte === 0x3a || byte === 0x3d || byte === 0x3e) return true;
  }
  return false;
}

const IS_BEFORE_VALUE = new Uint8Array(256);
for (const character of '"\'=: >') IS_BEFORE_VALUE[character.charCodeAt(0)] = 1;
/** `" : "` */
const SIGN_LENGTH_MAX = 5;

/** `clienteDocTipo`: the name of a type field may end a longer key. */
function isNamed(key: string, names: ReadonlySet<string>): boolean {
  if (names.has(key)) return true;
  for (let start = 1; key.length - start >= COMPOUND_LENGTH_MIN; start += 1)
    if (names.has(key.slice(start))) return true;
  return false;
}

/** Shorter names also end ordinary words: `prototype`, `android`. */
const COMPOUND_LENGTH_MIN = 6;

/** Returns the keys of a short span, reduced to their letters. */
function keysIn(text: string): string[] {
  const keys: string[] = [''];
  for (const character of text.toLowerCase()) {
    if (character >= 'a' && character <= 'z') keys[keys.length - 1] += character;
    else if (character !== '_' && character !== '-' && keys.at(-1) !== '') keys.push('');
  }
  return keys.filter((key) => key !== '');
}

/** `"event":"card.created",`: the end of a field's value, which names no later field. */
export function isWholeValue(document: Document, end: number): boolean {
  return document.bytes[end] === 0x22 && document.bytes[end + 1] === 0x2c;
}
