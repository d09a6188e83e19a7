// SPDX-License-Identifier: Apache-2.0
/**
 * The owner of a single health word: a person, a name, a telling word ("tem", "my", "avisou") or a record's punctuation
 * beside it. In prose without any of these ("pausas para evitar tendinite") an illness has no owner.
 */
import { lineAround } from '../context/context.ts';
import { type Document, isCapitalAt, isLetterAt, textAt } from '../document/document.ts';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { WordReader } from '../lexicon/words.ts';
import { weightAt } from './entries.ts';
import { hasUnknownName, isTitled } from './subject.ts';
import { ORGANISATIONS, THINGS } from './things-vocabulary.ts';
import { isPast } from './verbs.ts';
import { isVocative } from './vocatives.ts';

const REACH = 100;
const LINES_MAX = 1;
const SHORT_LINE_MAX = 40;
const MARK_GAP_MAX = 3;

/** @param start start of the health word @param end position behind it */
export function hasOwner(document: Document, start: number, end: number): boolean {
  const [from, to] = surroundings(document, start, end);
  return (
    isInRecord(document, start, end) ||
    hasWordOfPerson(document, from, to, start, end) ||
    hasWordOfTelling(document, from, to, start) ||
    hasUnknownName(document, start, end) ||
    isDeedOfName(document, start, end)
  );
}

/** Looks at the word's line and at the lines next to it. */
function surroundings(document: Document, start: number, end: number): [number, number] {
  const [from, to] = lineAround(document, start, end, LINES_MAX);
  return [Math.max(from, start - REACH), Math.min(to, end + REACH)];
}

/** Behind a colon, sign, bracket, quote or bullet, or alone on a short line: records and lists concern a person. */
function isInRecord(document: Document, start: number, end: number): boolean {
  for (let index = start - 1; index >= start - MARK_GAP_MAX; index -= 1) {
    const byte = document.bytes[index];
    if (byte === undefined || byte === 0x0a) return lineAround(document, start, end)[1] - start <= SHORT_LINE_MAX;
    if (IS_RECORD_MARK[byte] === 1) return true;
    if (byte !== 0x20) return false;
  }
  return false;
}

const IS_RECORD_MARK = new Uint8Array(256);
for (const character of ':=|;\t([{"\'>,-+/#*_') IS_RECORD_MARK[character.charCodeAt(0)] = 1;

/** Matches a person, another medical word, or a medicine that is taken. */
function hasWordOfPerson(document: Document, from: number, to: number, start: number, end: number): boolean {
  const { starts, ends } = document.phrases;
  for (let phrase = starts.countBelow(from); phrase < starts.length && starts.at(phrase) < to; phrase += 1) {
    if (starts.at(phrase) < end && ends.at(phrase) > start) continue;
    const weight = weightAt(document, phrase);
    if (weight >= WEIGHT.WEAK && weight !== WEIGHT.PROFESSION) return true;
    if (weight === WEIGHT.INTAKE) return true;
    if (weight !== WEIGHT.PERSON || isTitled(document, starts.at(phrase))) continue;
    if (!isVocative(document, starts.at(phrase), ends.at(phrase), start)) return true;
  }
  return false;
}

/** "tem", "avisou", "my": a statement about oneself or another person. */
function hasWordOfTelling(document: Document, from: number, to: number, start: number): boolean {
  const words = new WordReader(document.bytes);
  for (let index = from; index < to; index = words.end) {
    while (index < to && !isLetterAt(document, index)) index += 1;
    if (index >= to) return false;
    words.read(index);
    if (words.end - index > TELLING_LENGTH_MAX) continue;
    const word = textAt(document, index, words.end).toLowerCase();
    if (TELLING.has(word) || (words.end === start - 1 && PREDICATES.has(word))) return true;
  }
  return false;
}

const NAME_LENGTH_MIN = 3;
const NO_NAMES: ReadonlySet<string> = new Set(
  'quem ninguem nada tudo isso isto que nem nunca nao mal qual todo'.split(' '),
);

/** "Dagmara desmaiou": every sentence begins with a capital, but a verb of a person follows here. */
function isDeedOfName(document: Document, start: number, end: number): boolean {
  if (document.bytes[start - 1] !== 0x20) return false;
  let verbEnd = start;
  while (verbEnd < end && isLetterAt(document, verbEnd)) verbEnd += 1;
  if (!isPast(document.bytes, verbEnd)) return false;
  let from = start - 1;
  while (start - from <= TELLING_LENGTH_MAX && isLetterAt(document, from - 1)) from -= 1;
  const length = start - 1 - from;
  if (length < NAME_LENGTH_MIN || !isCapitalAt(document, from) || isLetterAt(document, from - 1)) return false;
  const name = textAt(document, from, start - 1).toLowerCase();
  if (NO_NAMES.has(name) || THINGS.has(name) || ORGANISATIONS.has(name)) return false;
  const word = new WordReader(document.bytes);
  word.read(from);
  return word.end === start - 1 && DICTIONARY.wordId(document.bytes, from, word.end, word.hash) === 0;
}

const TELLING_LENGTH_MAX = 12;
/** "Ken is HIV positive": counts right before the word only, since the verb takes any subject. */
const PREDICATES: ReadonlySet<string> = new Set('is e era sao are being seja com with por estar'.split(' '));
const TELLING: ReadonlySet<string> = new Set(
  (
    'tem teve sinto sente sentindo feel feels feeling desde ontem ter tenho tive tinha terei tendo positivo ' +
    'positiva positive reagente manter mantem pac pct pt esta estou ta to tou tava tamo estava esteve estive ' +
    'estao fez faz faco fiz fazendo fara farei vai vou foi fui sou era quer quero precisa preciso precisei saiu ' +
    'sair sai entrou descobriu descobri marquei marcou remarcar tirou tirei passa passou passei solicito solicita ' +
    'solicitou pede pediu peco pedi perguntou perguntei informou informa informo avisou avisa aviso avisei relata ' +
    'relatou relato contou conto contei disse sofre sofro sofreu usa uso usava toma tomo tomou recebeu recebi ' +
    'levou levei levar fica ficou fiquei volta voltou voltei faltou faltei falta ausente dispensado dispensada ' +
    'afastado afastada quebrou quebrei declaro declara declarou portador portadora apresenta apresentou ' +
    'apresentei consta refere nega pegou peguei venceu perdeu perdi morreu faleceu viajar encaminhado encaminhada ' +
    'encaminhar conduta meu minha meus minhas seu sua seus suas dele dela comigo mamae papai mulher homem moca ' +
    'moco rapaz garoto garota guri jogador jogadora doador doadora diretor diretora diretores cantor cantora ' +
    'sindica sindico cliente pessoa alguem fulano fulana reu irmaos esposo i me my mine her his he she has had ' +
    'have having was am after since due tested diagnosed suffers suffered suffering told says said asked needs ' +
    'needed disclosed mentioned reports reported wants someone somebody person man woman kid baby child mom mum ' +
    'dad tentou tentei custou trouxe trouxeram levaram levei socorrido socorrida liberado liberada operou operei ' +
    'athlete goleiro zagueiro lateral volante atacante ponteiro ponteira capita capitao customer player director ' +
    'donor s ve spent tried put sent himself herself myself mae vem venho caiu died passed celebrated'
  ).split(' '),
);
