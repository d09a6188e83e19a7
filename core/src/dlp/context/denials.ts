// SPDX-License-Identifier: Apache-2.0
/**
 * Labels that deny a number or call it wrong: "sem CEP na nota 87019777". The digits then belong to the noun right
 * before them. Numbers with check digits prove themselves and need no such rule.
 */
import { type Document, textAt } from '../document/document.ts';
import { isOfWord, WordSet } from '../document/word-set.ts';

const DENIALS = new WordSet(
  'sem nao nenhum nenhuma falta faltou faltam faltando faltava nem without no lacks lacking missing misses invalid ' +
    'wrong omitiu esqueceu forgot',
);
const WORDS_BEFORE_MAX = 3;
const FAULTS = new WordSet(
  'ausente ausencia faltando faltante falta faltou vazio branco nulo invalido errado incorreto divergente ' +
    'inexistente pendente desatualizado incompleto diferente nao missing absent empty blank null invalid wrong ' +
    'incorrect mismatch incomplete outdated not isn doesn differs',
);
/** Words that may link the other noun to the text before it: "na nota 870…", "for customer 870…". */
const TIES = new WordSet('de da do das dos no na nos nas em ao a para pra pro of on in for from at to the o este esta');
/** Right before the digits, these words hand over the requested number. */
const GIVES = new WordSet(
  'e eh is s was era foi seria seja be segue informou informa informe informado passou passa mandou ' +
    'manda enviou disse ' +
    'diz usa use usar usei uso certo correto correta novo nova atual right correct new actual ' +
    'current try tente tenta ' +
    'coloca coloque colocar poe por digite digitou preencha preencher favor cep ceps zip code codigo ' +
    'postal postcode ' +
    'usou temos tenho tem veio consta achei encontrei sera should okay ok obrigado thanks',
);
/** "Na nota nº 870…" */
const NUMBER_WORDS = new WordSet('n no nr num numero number id');
const CLAUSE_MARKS = ',(;-:';

/**
 * @param from position some words before the label, on its line
 * @param label start of the label
 * @param labelEnd position behind it
 * @param start start of the number
 */
export function isOfOther(document: Document, from: number, label: number, labelEnd: number, start: number): boolean {
  // "Sem CEP: 87019777" and "não tem CEP\n87019777" do not say whose the digits are.
  if (document.bytes[start - 1] !== 0x20 || hasFieldEnd(document, labelEnd, start)) return false;
  let end = wordEndBefore(document, start, labelEnd);
  let noun = wordStartBefore(document, end, labelEnd);
  while (NUMBER_WORDS.isAt(document, noun, end)) {
    end = wordEndBefore(document, noun, labelEnd);
    noun = wordStartBefore(document, end, labelEnd);
  }
  if (end - noun < NOUN_LENGTH_MIN || GIVES.isAt(document, noun, end)) return false;
  if (!hasWordOf(DENIALS, document, label, from, WORDS_BEFORE_MAX) && !hasWordOf(FAULTS, document, noun, labelEnd))
    return false;
  const tieEnd = wordEndBefore(document, noun, labelEnd);
  if (TIES.isAt(document, wordStartBefore(document, tieEnd, labelEnd), tieEnd)) return true;
  const said = textAt(document, labelEnd, start).toLowerCase();
  return CLAUSE_MARKS.includes(signBefore(said, textAt(document, noun, end).toLowerCase()));
}

const NOUN_LENGTH_MIN = 3;

/** True where another field or another number begins between; the last sign before the number is the number's own. */
function hasFieldEnd({ bytes }: Document, from: number, to: number): boolean {
  let last = to - 1;
  while (last > from && IS_BLANK[bytes[last] as number] === 1) last -= 1;
  for (let index = from; index < last; index += 1) if (IS_FIELD_END[bytes[index] as number] === 1) return true;
  return false;
}

const IS_BLANK = new Uint8Array(256);
for (const character of ' \t\n\v\f\r') IS_BLANK[character.charCodeAt(0)] = 1;
const IS_FIELD_END = new Uint8Array(256);
for (const character of ';|:={}[]\n0123456789') IS_FIELD_END[character.charCodeAt(0)] = 1;

/** Position where the last word before `end` ends; `from` when there is none. */
function wordEndBefore({ bytes }: Document, end: number, from: number): number {
  let last = end;
  while (last > from && !isOfWord(bytes[last - 1])) last -= 1;
  return last;
}

function wordStartBefore({ bytes }: Document, end: number, from: number): number {
  let first = end;
  while (first > from && isOfWord(bytes[first - 1])) first -= 1;
  return first;
}

/** Tells whether one of the words is among the last ones before `end`. */
function hasWordOf(
  words: WordSet,
  document: Document,
  end: number,
  from: number,
  count = Number.POSITIVE_INFINITY,
): boolean {
  let first = end;
  for (let left = count; left > 0; left -= 1) {
    const last = wordEndBefore(document, first, from);
    if (last === from) return false;
    first = wordStartBefore(document, last, from);
    if (words.isAt(document, first, last)) return true;
  }
  return false;
}

/** Returns the last sign before the last word; a letter when only a blank stands there. */
function signBefore(text: string, word: string): string {
  return text.slice(0, text.lastIndexOf(word)).trimEnd().slice(-1) || 'a';
}
