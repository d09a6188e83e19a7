// SPDX-License-Identifier: Apache-2.0
/**
 * Medical words about a thing: an overdose of dashboards, an x-ray of finances, a scheduler in a coma. The words tied
 * to it decide (its noun, its subject, its object), and other names on the line do not.
 */
import { type Document, textAt } from '../document/document.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { wordsIn } from '../text/short-texts.ts';
import { isNumber, nounsOf, type WordInClause } from './clause.ts';
import { isOfOtherNoun } from './collocations.ts';
import { weightAt } from './entries.ts';
import { isFad } from './fads.ts';
import { isGivenByThing, isGivenHeadache } from './headaches.ts';
import { isCalledGrowth, isInfinitive, isInJest, isSomethingElse, MAY_HAVE_PREDICATE } from './predicates.ts';
import { isRecord, isRecordOfThing, RECORD_LENGTH_MAX } from './records.ts';
import { isReturnToThing, isRise } from './relapses.ts';
import {
  ABOUT_CHANGES,
  ADJECTIVES_AFTER,
  ADJECTIVES_BEFORE,
  CONJUNCTIONS,
  DETERMINERS,
  FAULTS,
  INSPECTIONS,
  ORGANISATIONS,
  PEOPLE,
  PLACES_OF_PRIORITY,
  PREPOSITIONS,
  PRIORITY,
  TELL_OF_ORGANISATIONS,
  THINGS,
  VERBS,
} from './things-vocabulary.ts';
import { isOfTrade } from './trades.ts';

const REACH = 64;
const ADVERB_WORDS_MAX = 6;

/** The surroundings of a health word, in lower case: its clause, as words, and its line. */
interface Clause extends WordInClause {
  first: string;
  line: string;
  /** The rest of the line. */
  rest: string;
}

/** @param start start of a health word @param end position behind it */
export function isOfThing(document: Document, start: number, end: number, weight: number): boolean {
  if (weight < WEIGHT.AMBIGUOUS && end - start > RECORD_LENGTH_MAX) return false;
  const mayBeOfThing = end - start <= RECORD_LENGTH_MAX && isRecord(textAt(document, start, end).toLowerCase());
  if (weight < WEIGHT.AMBIGUOUS && !mayBeOfThing) return false;
  if (mayBeOfThing) return isRecordOfThing(textAt(document, start, end).toLowerCase(), wordsBehind(document, end));
  const clause = clauseOf(document, start, end);
  return (
    isSaidOfThing(clause) ||
    isOfAdjective(clause) ||
    isOfOtherNoun(clause.word, clause.before, clause.behind) ||
    isFault(clause) ||
    hasThingAsSubject(clause) ||
    isFad(clause, clause.rest) ||
    isReturnToThing(clause.word, clause.behind) ||
    isRise(clause.word, clause.behind, clause.rest) ||
    isGivenByThing(clause.word, clause.before) ||
    isHardTask(clause) ||
    (isGivenHeadache(clause.word, clause.before, clause.behind) && !hasOtherHealthWord(document, start, end)) ||
    isPriority(clause) ||
    isNotWhatItIs(clause) ||
    (isCalledGrowth(clause.word, clause.before, clause.behind) && !hasOtherHealthWord(document, start, end)) ||
    isOfTrade(clause) ||
    (isDiagnosedInJest(clause) && !hasOtherHealthWord(document, start, end))
  );
}

function wordsBehind(document: Document, end: number): string[] {
  const behind = firstOf(textAt(document, end, end + REACH).toLowerCase(), '\n');
  return wordsIn(firstClause(joined(behind)));
}

function clauseOf(document: Document, start: number, end: number): Clause {
  const from = Math.max(0, start - REACH);
  const around = textAt(document, from, end + REACH).toLowerCase();
  const word = around.slice(start - from, end - from);
  const before = lastOf(around.slice(0, start - from), '\n');
  const behind = firstOf(around.slice(end - from), '\n');
  const own = wordsIn(word);
  return {
    word: own.join(' '),
    first: own[0] ?? '',
    before: wordsIn(lastClause(joined(before))),
    behind: wordsIn(firstClause(joined(behind))),
    line: `${before}${word}${behind}`,
    rest: behind,
  };
}

/** In "e-commerce" and "e-mail" the first letter is no conjunction. */
function joined(text: string): string {
  return text.replaceAll(' e-', ' e');
}

const IS_CLAUSE_MARK = new Uint8Array(256);
for (const character of ',;:!?()[]{}"|') IS_CLAUSE_MARK[character.charCodeAt(0)] = 1;

function firstClause(text: string): string {
  for (let index = 0; index < text.length; index += 1) if (endsClause(text, index)) return text.slice(0, index);
  return text;
}

function lastClause(text: string): string {
  for (let index = text.length - 1; index >= 0; index -= 1) if (endsClause(text, index)) return text.slice(index + 1);
  return text;
}

/** Punctuation between clauses; a full stop and a dash count only beside a blank. */
function endsClause(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (IS_CLAUSE_MARK[code] === 1) return true;
  if (code !== 0x2e && code !== 0x2d) return false;
  const isBeforeBlank = index + 1 >= text.length || text.charCodeAt(index + 1) === 0x20;
  return isBeforeBlank && (code === 0x2e || text.charCodeAt(index - 1) === 0x20);
}

function firstOf(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

function lastOf(text: string, mark: string): string {
  return text.slice(text.lastIndexOf(mark) + 1);
}

const OF: ReadonlySet<string> = new Set('de da do das dos of'.split(' '));
/** "Allergic to", "alergia a": the health word includes its preposition, like "x-ray of" and "fratura na". */
const OWN_TIES: ReadonlySet<string> = new Set(['to', 'a']);
const IN: ReadonlySet<string> = new Set('em no na nos nas in on'.split(' '));

/** "Overdose de planilha", "x-ray of the loan portfolio", "ultrassom em tubos". */
function isSaidOfThing({ word, first, behind: next }: Clause): boolean {
  const own = lastOf(word, ' ');
  const behind = OF.has(own) || IN.has(own) ? [own, ...next] : next;
  if (OWN_TIES.has(own)) return THINGS.has(nounsOf(behind)[0] ?? '');
  // "Raio-x completo da carteira".
  const tie = behind.slice(0, 2).findIndex((each) => OF.has(each) || IN.has(each));
  if (tie < 0 || (tie === 1 && isNumber(behind[0] ?? ''))) return false;
  const isIn = IN.has(behind[tie] as string);
  if (tie === 1 && (isIn || !ABOUT_CHANGES.has(behind[0] as string))) return false;
  if (isIn && !INSPECTIONS.has(first)) return false;
  const mayBeOrganisation = !isIn && (TELL_OF_ORGANISATIONS.has(word) || TELL_OF_ORGANISATIONS.has(first));
  const isThing = (noun: string): boolean => THINGS.has(noun) || (mayBeOrganisation && ORGANISATIONS.has(noun));
  const nouns = nounsOf(behind.slice(tie + 1));
  if (nouns.some((noun) => PEOPLE.has(noun))) return false;
  // The first noun is the one described in Portuguese, the last in English: "of the pressure vessel welds".
  const noun = behind[tie] === 'of' || behind[tie] === 'in' || behind[tie] === 'on' ? nouns.at(-1) : nouns[0];
  if (noun !== undefined && isThing(noun)) return true;
  // "A seizure of alerts woke everybody": the noun ends with its plural.
  const [plural = ''] = nouns;
  return behind[tie] === 'of' && plural.endsWith('s') && isThing(plural);
}

/** "Tropical depression", "analysis paralysis", "paralisia decisória", "surgical strike". */
function isOfAdjective({ word, before, behind }: Clause): boolean {
  if (ADJECTIVES_BEFORE.get(word)?.includes(before.at(-1) ?? '') === true) return true;
  return ADJECTIVES_AFTER.get(word)?.includes(behind[0] ?? '') === true;
}

const TESTED: ReadonlySet<string> = new Set(
  'diagnosed diagnosticado diagnosticada tested testou teste test'.split(' '),
);
const FAULT_WORDS_MAX = 4;

/** "Tested positive for a memory leak", "diagnosticado com greening". */
function isFault({ word, behind }: Clause): boolean {
  if (!wordsIn(word).some((each) => TESTED.has(each))) return false;
  return behind.slice(0, FAULT_WORDS_MAX).some((each) => FAULTS.has(each));
}

/** "Diagnosed with a severe case of Mondays". */
function isDiagnosedInJest({ word, behind }: Clause): boolean {
  return wordsIn(word).some((each) => TESTED.has(each)) && isInJest(behind);
}

/** "O remédio, Paulo, é reiniciar". */
function isNotWhatItIs({ word, before, rest }: Clause): boolean {
  const name = lastOf(word, ' ');
  if (!MAY_HAVE_PREDICATE.has(name)) return false;
  return isSomethingElse(name, before, wordsIn(firstOf(rest.replaceAll('. ', '\n'), '\n')));
}

/** "Mandou a planilha e está gripada": these words begin another clause with the same subject. */
const STATES: ReadonlySet<string> = new Set('esta estava ta tava segue continua ficou teve tem anda'.split(' '));

/** "A loja de Campinas está na UTI", "the queue is in a coma": the head of the verb's subject is a thing. */
function hasThingAsSubject({ first, before }: Clause): boolean {
  let end = before.length;
  let hasVerb = VERBS.has(first);
  for (let steps = 0; steps < ADVERB_WORDS_MAX && end > 0; steps += 1) {
    const word = before[end - 1] as string;
    if (word === 'e' && STATES.has(before[end] ?? first)) return isThingOrPlace(nounsOf(before)[0]);
    if (VERBS.has(word)) hasVerb = true;
    else if (hasVerb || !(PREPOSITIONS.has(word) || DETERMINERS.has(word))) break;
    end -= 1;
  }
  if (!hasVerb || end === 0) return false;
  let begin = end;
  while (begin > 0 && !CONJUNCTIONS.has(before[begin - 1] as string)) begin -= 1;
  const subject = before.slice(begin, end).filter((word) => !isNumber(word));
  return isThingOrPlace(headOf(subject));
}

function isThingOrPlace(noun: string | undefined): boolean {
  return noun !== undefined && (THINGS.has(noun) || ORGANISATIONS.has(noun));
}

/** "A filha do dono da loja" is a daughter, "o time de vendas do Vitor" a team. */
function headOf(subject: readonly string[]): string | undefined {
  if (subject.some((word) => PEOPLE.has(word))) return undefined;
  const tie = subject.findIndex((word, index) => index > 0 && PREPOSITIONS.has(word));
  const nouns = tie < 0 ? subject : subject.slice(0, tie);
  if (nouns.length === 0 || PREPOSITIONS.has(nouns[0] as string)) return undefined;
  return nouns.at(-1);
}

/** "Deu um parto achar vaga", "um parto pra abrir": an infinitive follows, or a thing was hard to do. */
function isHardTask({ word, before, behind }: Clause): boolean {
  if (word !== 'parto' || before.at(-1) !== 'um') return false;
  const [next = '', last = ''] = behind;
  if (behind.length === 0 && before.some(isInfinitive)) return true;
  return isInfinitive(next) || ((next === 'pra' || next === 'para') && isInfinitive(last));
}

function hasOtherHealthWord(document: Document, start: number, end: number): boolean {
  const { starts, ends } = document.phrases;
  for (let phrase = starts.countBelow(start - REACH); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + REACH) return false;
    if (starts.at(phrase) < end && ends.at(phrase) > start) continue;
    if (weightAt(document, phrase) >= WEIGHT.WEAK) return true;
  }
  return false;
}

/**
 * "Assento preferencial: gestante, idoso": a sign names the groups with priority, at least two of them and the place.
 */
function isPriority(clause: Clause): boolean {
  if (!PRIORITY.has(clause.first)) return false;
  const line = new Set(wordsIn(clause.line));
  // "Vaga PcD preenchida por Luana, deficiente visual": both words name one group.
  let kinds = line.has('pcd') && line.has('deficiente') ? -1 : 0;
  let hasPlace = false;
  for (const word of line) {
    if (PRIORITY.has(word)) kinds += 1;
    hasPlace ||= PLACES_OF_PRIORITY.has(word);
  }
  return kinds >= 2 && hasPlace;
}
