// SPDX-License-Identifier: Apache-2.0
/**
 * A value at the start of a line, explained behind a colon: "86500-600: CEP da matriz", `"52998224725": "CPF do
 * sócio"`. A value that is handed over may have its explanation behind a comma.
 */
import { type Document, textAt } from '../document/document.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';

const MARK_LENGTH_MAX = 6;
const MARKS: ReadonlySet<string> = new Set([':', '=', '->', '=>', '":"', '":', "':'"]);
/** These signs also separate fields: they count only when the explanation continues. */
const WEAK_MARKS: ReadonlySet<string> = new Set([',', ';', '|']);
const BULLET_MAX = 4;
const BULLETS = '-*• "\'{\t';
const NEXT_MAX = 8;
/** After these words the explanation names the owner, and no verb turns it into a sentence. */
const TIES: readonly string[] = [' da ', ' de ', ' do ', ' das ', ' dos ', ' of ', ' for ', ' (', ','];
const COMPACT_DATE_LENGTH = 8;

/** @param start start of the value @param end position behind it @param labelStart start of the word behind the sign */
export function isGlossed(
  document: Document,
  start: number,
  end: number,
  labelStart: number,
  labelEnd: number,
): boolean {
  if (labelStart - end > MARK_LENGTH_MAX) return false;
  const mark = textAt(document, end, labelStart).replaceAll(' ', '');
  const isWeak = WEAK_MARKS.has(mark);
  if (!isWeak && !MARKS.has(mark)) return false;
  if (isCompactDate(document, start, end)) return false;
  const next = document.bytes[labelEnd];
  const isLast = next === undefined || next === 0x0a || next === 0x22 || next === 0x2e;
  if (!beginsLine(document, start)) return isLast && mark === ',' && isHandedOver(document, start);
  if (!isWeak && isLast) return true;
  const behind = textAt(document, labelEnd, labelEnd + NEXT_MAX).toLowerCase();
  return TIES.some((tie) => behind.startsWith(tie));
}

const HANDING_LENGTH_MAX = 24;
const HANDING = setOf('mando mandei manda segue seguem anota anote passo passei envio enviei aqui here sending note');

/** "Te mando: 8196…, celular", "segue: 5078…, CEP". */
function isHandedOver(document: Document, start: number): boolean {
  const before = textAt(document, start - HANDING_LENGTH_MAX, start)
    .trimEnd()
    .toLowerCase();
  if (!before.endsWith(':')) return false;
  const words = wordsIn(before.slice(before.lastIndexOf('\n') + 1));
  return HANDING.has(words.at(-1) === 'ai' ? (words.at(-2) ?? '') : (words.at(-1) ?? ''));
}

/** True when only a bullet, an indent or a record's punctuation stands before it on its line. */
function beginsLine(document: Document, start: number): boolean {
  for (let index = start - 1; index >= start - BULLET_MAX; index -= 1) {
    const byte = document.bytes[index];
    if (byte === undefined || byte === 0x0a) return true;
    if (!BULLETS.includes(String.fromCharCode(byte))) return false;
  }
  return false;
}

/** 20260131: a line of a log begins with the day. */
function isCompactDate(document: Document, start: number, end: number): boolean {
  if (end - start !== COMPACT_DATE_LENGTH) return false;
  const text = textAt(document, start, end);
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))];
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
