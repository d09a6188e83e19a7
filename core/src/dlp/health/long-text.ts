// SPDX-License-Identifier: Apache-2.0
/**
 * Health words of a long text. A short text is a message, and is about a person without saying so. Leaflets, laws,
 * catalogues and stories are long, and name illnesses of no real person. In a long text a word counts only beside signs
 * of one person, or in a person's record.
 */
import type { Document } from '../document/document.ts';
import { BREAK, type Sentences } from '../document/sentence-list.ts';
import type { Sink } from '../finding.ts';
import { readSentences } from './sentences.ts';

const LONG_TEXT_BYTES = 250;
/** Up to this length a text needs fewer signs, because it may still be a message. */
const MESSAGE_BYTES_MAX = 450;
const NEEDED = 3.5;
const NEEDED_IN_MESSAGE = 2.5;
/** The additional need of a group of words that each have another sense. */
const NEEDED_FOR_GROUP = 1;

const NEIGHBOUR_REACH = 200;
const RECORD_REACH = 2_500;
const BEFORE_MAX = 4;
const AFTER_MAX = 2;
const AGAINST_MAX = 2;
const FINDINGS_MIN = 3;
const TURNS_MIN = 3;
const BLANKS_MIN = 3;
const QUESTIONS_MIN = 3;
const WORKS_MIN = 3;
const ANIMALS_MIN = 3;
const SENTENCES_OF_ANIMAL = 6;
/** Weights for the type of text, beside a sentence, whose own signs seldom weigh more than ten. */
const RECORD = 8;
const CHART = 5;
const CONVERSATION = 2;
const BLANK = 2;
const FORM = 8;
const QUESTIONS = 5;
const PUBLIC_TITLE = 2;
const HISTORY = 4;
const PET_OF_LETTER = 12;
/** The patients are animals or fictitious: no sign of a person outweighs that. */
const NO_PERSON = 40;
const AFFAIRS_MIN = 3;
const AFFAIRS_MAX = 6;
const AFFAIRS_PER_SENTENCE = 8;
const ASKED = 4;
const MEAN_MIN = -3;
const MEAN_MAX = 4;
const REJECTED_FREE = 2;
const REJECTED_MAX = 3;
/** No human text has so many. A real person's word hidden among them is still found. */
const REJECTED_WORDS_MAX = 5_000;
/** In a text of more sentences than this, their sum weighs less. */
const SENTENCES_OF_ONE_MATTER = 40;

/** Numbers that only a person has: a health word beside one concerns that person. */
const PERSONAL_NUMBERS = ['CPF', 'RG', 'CNH'] as const;
const NUMBER_REACH = 400;

/**
 * @param found the findings of the number detectors
 * @param start start of the health word or group of words
 * @param end position behind it
 * @param isDisease whether it is one word without another sense
 */
export function concernsNoPerson(
  document: Document,
  found: Sink,
  start: number,
  end: number,
  isDisease: boolean,
): boolean {
  const { length } = document.bytes;
  if (length < LONG_TEXT_BYTES || isBesideNumber(found, start, end)) return false;
  document.sentences ??= readSentences(document);
  const { sentences } = document;
  if (sentences.rejected >= REJECTED_WORDS_MAX) return false;
  const needed = (length < MESSAGE_BYTES_MAX ? NEEDED_IN_MESSAGE : NEEDED) + (isDisease ? 0 : NEEDED_FOR_GROUP);
  const isRejected = isBelow(needed, sentences, start, end);
  if (isRejected) sentences.rejected += 1;
  return isRejected;
}

/** Only the first number of each type counts, because a scan for types stops at it. */
function isBesideNumber(found: Sink, start: number, end: number): boolean {
  for (const type of PERSONAL_NUMBERS) {
    const first = found.first(type);
    if (first !== undefined && first.start - end <= NUMBER_REACH && start - first.end <= NUMBER_REACH) return true;
  }
  return false;
}

/** True when the sentences of the words, their neighbours and the text are too weak evidence of one person. */
function isBelow(needed: number, sentences: Sentences, start: number, end: number): boolean {
  const { starts } = sentences;
  const first = starts.countBelow(start + 1) - 1;
  let last = first;
  while (last + 1 < starts.length && starts.at(last + 1) < end) last += 1;
  const own = ownSigns(sentences, first, last);
  const whole = wholeText(sentences, start, end);
  // In long lists of illnesses, and in charts, the neighbours make no difference.
  if (own + BEFORE_MAX + AFTER_MAX + whole < needed) return true;
  if (own - 2 * AGAINST_MAX + whole >= needed) return false;
  const before = signsBefore(sentences, first, start);
  return own + before + signsBehind(sentences, last, end, before) + whole < needed;
}

/** Sums the signs in the sentences of the words, at twice their weight. */
function ownSigns(
  { someone, everybody, addressed, breaks, questioned, questions }: Sentences,
  first: number,
  last: number,
): number {
  let own = 0;
  let against = 0;
  for (let index = first; index <= last; index += 1) {
    own = Math.max(own, someone.at(index) + addressed.at(index));
    against = Math.max(against, everybody.at(index));
  }
  // "Tenho asma. Posso tomar?": in lists of questions the asker is no particular person.
  const isAsked = questioned.at(last + 1) === 1 && breaks.at(last + 1) === BREAK.NONE;
  if (isAsked && questions >= QUESTIONS_MIN) against += ASKED;
  return 2 * (own - against);
}

/** Sums the signs in the sentences before. */
function signsBefore({ starts, nets, breaks }: Sentences, first: number, start: number): number {
  let before = 0;
  for (let index = first; index > 0 && before < BEFORE_MAX && breaks.at(index) < BREAK.PARAGRAPH; index -= 1) {
    if (start - starts.at(index) > NEIGHBOUR_REACH) break;
    const net = nets.at(index - 1);
    if (index === first) before = net;
    else if (net > before) before = Math.max(before, net - 1);
  }
  return within(before, -AGAINST_MAX, BEFORE_MAX);
}

/** Sums the signs in the next sentence, though not against a person named before. */
function signsBehind({ starts, nets, breaks }: Sentences, last: number, end: number, before: number): number {
  const hasNext = last + 1 < starts.length && breaks.at(last + 1) < BREAK.PARAGRAPH;
  const behind = hasNext && starts.at(last + 1) - end <= NEIGHBOUR_REACH ? nets.at(last + 1) : 0;
  return within(behind, before > 0 ? 0 : -AGAINST_MAX, AFTER_MAX);
}

/**
 * The evidence of the text as a whole for a word in it: whether it is in a record, and how many words were rejected.
 */
function wholeText(sentences: Sentences, start: number, end: number): number {
  const { records, rejected } = sentences;
  const record = records.countBelow(end) - 1;
  const isRecord = record >= 0 && start - records.at(record) <= RECORD_REACH;
  sentences.tenor ??= tenorOf(sentences);
  const rejections = Math.min(REJECTED_MAX, Math.max(0, rejected - REJECTED_FREE) / 2);
  return sentences.tenor + (isRecord ? RECORD + Math.max(0, -meanOf(sentences)) : 0) - rejections;
}

/** The type of text: a chart, a conversation, a form, a list of questions, a law, a story. */
function tenorOf(sentences: Sentences): number {
  const { starts, records, animals, blanks } = sentences;
  let tenor = meanOf(sentences);
  if (sentences.findings >= FINDINGS_MIN) tenor += CHART;
  if (sentences.turns >= TURNS_MIN) tenor += CONVERSATION;
  if (blanks > 0) tenor -= blanks >= BLANKS_MIN ? FORM : BLANK;
  if (sentences.questions >= QUESTIONS_MIN) tenor -= QUESTIONS;
  if (sentences.publicWords > 0 && records.length === 0) tenor -= PUBLIC_TITLE;
  if (sentences.affairs >= AFFAIRS_MIN && records.length === 0)
    tenor -= Math.min(AFFAIRS_MAX, (AFFAIRS_PER_SENTENCE * sentences.affairs) / starts.length) * shareOf(starts.length);
  if (sentences.oldYears > 0) tenor -= HISTORY;
  if (sentences.letters > 0 && sentences.vets > 0 && animals > 1) tenor -= PET_OF_LETTER;
  const isOfAnimals = animals >= ANIMALS_MIN && animals * SENTENCES_OF_ANIMAL >= starts.length;
  const isStory = sentences.storyWords > 0 || sentences.works >= WORKS_MIN;
  // Two years long past and no first person: everyone in the text is dead.
  const isHistory = sentences.oldYears + sentences.agedYears > 1 && sentences.selves === 0;
  return isOfAnimals || isStory || isHistory ? tenor - NO_PERSON : tenor;
}

/** The mean evidence of the sentences for one person rather than for the public. */
function meanOf({ starts, someoneSum, everybodySum }: Sentences): number {
  return within((2 * (someoneSum - everybodySum)) / starts.length, MEAN_MIN, MEAN_MAX) * shareOf(starts.length);
}

function shareOf(sentences: number): number {
  return Math.min(1, SENTENCES_OF_ONE_MATTER / sentences);
}

function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
