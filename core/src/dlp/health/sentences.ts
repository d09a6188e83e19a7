// SPDX-License-Identifier: Apache-2.0
/**
 * The subject of a long text, sentence by sentence. Signs of one person are a name, a relative, the first person, an
 * age, measured values. Signs of the public are rules, groups, shares, blank fields. One pass collects them.
 */
import type { Document } from '../document/document.ts';
import { addRecord, BREAK, noSentences, type Sentences } from '../document/sentence-list.ts';
import { WORD_FIELDS, type WordList } from '../first-look/memory.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { GenreReader } from './genre.ts';
import { isFullName, isUpper, NameReader, type Place } from './names.ts';
import { NumberReader } from './numbers.ts';
import { beginsPlaceholder, blankLength, endsSentence, isAnswered } from './punctuation.ts';
import { idOfWord, MEANS_OF_WORD, SAYS, SAYS_OF_WORD } from './sentence-vocabulary.ts';
import { Signs } from './signs.ts';
import { isInfinitive, isPast } from './verbs.ts';

const SENTENCE_BYTES_MAX = 600;
const HEAD_BYTES_MAX = 120;
const WORD_LENGTH_MIN = 4;
const FIELD_GAP_MAX = 20;
const LABELS_MAX = 16;
const LABEL_LENGTH_MIN = 2;
const LABEL_STAMP_MAX = 24;

const { LOWER, DIGIT } = CLASS;
const CLASSES = CLASS_OF_BYTE;
const FIELDS = SAYS.FIELD | SAYS.FIELD_OF_NAME | SAYS.FIELD_OF_NUMBER;
/** Verbs and words that follow a name: "Radek would", "Fulgêncio não". */
const ACTS = SAYS.PAST | SAYS.TELLS | SAYS.STATE | SAYS.RULE;
const HEADS = SAYS.STORY | SAYS.PUBLIC;
const VERBS = SAYS.TELLS | SAYS.PAST | SAYS.STATE;

export function readSentences(document: Document): Sentences {
  const reader = new SentenceReader(document);
  reader.read();
  return reader.sentences;
}

class SentenceReader {
  readonly sentences = noSentences();
  readonly #bytes: Uint8Array;
  /** The words of the first look, which are not read again. */
  readonly #words: WordList;
  readonly #names: NameReader;
  readonly #numbers: NumberReader;
  readonly #genre: GenreReader;
  readonly #place: Place = { sentence: 0, line: 0, says: 0, saysBefore: 0, start: -1, end: -1 };
  #signs = new Signs();
  #isAfterBlankLine = false;
  #hasColon = false;
  /** Meanings of the last word. */
  #hash = 0;
  readonly #labels: number[] = [];

  constructor({ bytes, tokens }: Document) {
    this.#bytes = bytes;
    this.#words = tokens.words;
    this.#names = new NameReader(bytes, this.#place);
    this.#numbers = new NumberReader(bytes, this.#place, this.sentences);
    this.#genre = new GenreReader(bytes, this.#place, this.sentences);
  }

  read(): void {
    const bytes = this.#bytes;
    const { values } = this.#words;
    let word = 0;
    for (let index = 0; index < bytes.length; ) {
      const byteClass = CLASSES[bytes[index] as number] as number;
      if (byteClass >= LOWER) {
        while ((values[word] as number) < index) word += WORD_FIELDS;
        const end = values[word + 1] as number;
        this.#word(index, end, values[word + 2] as number);
        index = end;
      } else if (byteClass === DIGIT) {
        index = this.#numbers.read(this.#signs, index);
      } else {
        index = this.#mark(bytes[index] as number, index);
      }
      if (index - this.#place.sentence > SENTENCE_BYTES_MAX) this.#end(index);
    }
    this.#end(bytes.length);
  }

  #word(start: number, end: number, hash: number): void {
    const id = idOfWord(this.#bytes, start, end, hash);
    const says = SAYS_OF_WORD[id] as number;
    const signs = this.#signs;
    const isCapital = isUpper(this.#bytes[start]);
    signs.words += 1;
    if (signs.words === 1 && this.#bytes[start - 1] === 0x22) signs.isVoice = this.#isVoice(start);
    const isFirst = signs.words === 1;
    const means = MEANS_OF_WORD[id] as number;
    if (means !== 0 || (isCapital && this.#genre.isAwaiting(signs, start)))
      this.#genre.read(signs, start, end, hash, says, means);
    if (isCapital) this.#names.read(signs, start, end, hash, says);
    else this.#names.endRun();
    if (says !== 0) {
      this.#said(says, start, end, isCapital);
    } else if (end - start >= WORD_LENGTH_MIN && isPast(this.#bytes, end) && (!isCapital || isFirst)) {
      signs.past += 1;
      signs.isElliptic ||= isFirst;
      this.#names.act(signs);
      this.#acts();
    } else if (end - start >= WORD_LENGTH_MIN && isFirst && isCapital && isInfinitive(this.#bytes, end)) {
      signs.rules += 1;
    }
    this.#place.saysBefore = this.#place.says;
    this.#place.says = says;
    this.#place.start = start;
    this.#place.end = end;
    this.#hash = hash;
  }

  /** The type of text, by its first words. A note that its persons are fictitious may stand anywhere. */
  #head(says: number, start: number): void {
    const isInHead = start <= HEAD_BYTES_MAX;
    if ((says & HEADS) === HEADS || (isInHead && (says & SAYS.STORY) !== 0)) this.sentences.storyWords += 1;
    else if (isInHead && this.#place.line === 0) this.sentences.publicWords += 1;
  }

  /** "Segurado sofreu", "she has": the word before is the subject of the verb. */
  #acts(): void {
    if ((this.#place.says & SAYS.ROLE) !== 0) this.#signs.role = 2;
    if ((this.#place.says & SAYS.THIRD) !== 0) this.#signs.third += 1;
    if ((this.#place.says & SAYS.READER) !== 0 && this.#signs.yous > 0) this.#signs.isToldOfYou = true;
  }

  /** `"I sleep again" (verified buyer)`: a quoted sentence, as opposed to a record's key or value. */
  #isVoice(start: number): boolean {
    const before = this.#bytes[start - 2];
    return before === undefined || before === 0x0a || (before === 0x20 && this.#bytes[start - 3] !== 0x3a);
  }

  #said(says: number, start: number, end: number, isCapital: boolean): void {
    const signs = this.#signs;
    this.#saidOfSomebody(says, end);
    if ((says & ACTS) !== 0) this.#names.act(signs);
    if ((says & VERBS) !== 0) this.#acts();
    if (signs.words === 1 && isCapital && (says & VERBS) !== 0) signs.isElliptic = true;
    if ((says & SAYS.PAST) !== 0) signs.past += 1;
    if ((says & SAYS.STATE) !== 0) signs.state += 1;
    if ((says & SAYS.TELLS) !== 0) signs.tells += 1;
    if ((says & SAYS.CHART) !== 0) {
      signs.charts += 1;
      this.sentences.findings += 1;
    }
    if ((says & SAYS.SOURCE) !== 0) signs.isQuoted = true;
    if ((says & SAYS.READER) !== 0) signs.readers += 1;
    if ((says & SAYS.RULE) !== 0 && !this.#isReflexive(start, end)) signs.rules += 1;
    if ((says & SAYS.GROUP) !== 0) signs.groups += 1;
    if ((says & SAYS.ANIMAL) !== 0) this.sentences.animals += 1;
    if ((says & HEADS) !== 0) this.#head(says, start);
    this.#numbers.said(signs, says, start, end, isCapital);
    if ((says & FIELDS) !== 0) this.#field(says, end);
  }

  #saidOfSomebody(says: number, end: number): void {
    const signs = this.#signs;
    const { says: last, start: lastStart, end: lastEnd } = this.#place;
    const isOnesOwn = (last & (SAYS.FIRST | SAYS.OUR)) !== 0;
    const isOfArticle = (last & SAYS.ARTICLE) !== 0;
    if ((says & SAYS.FIRST) !== 0 && this.#isOneself(end))
      signs.first = Math.max(signs.first, Math.min(2, signs.first + ((says & SAYS.OUR) !== 0 ? 2 : 1)));
    const isTold = (last & SAYS.FIRST) !== 0 && lastEnd - lastStart === 1 && (says & (SAYS.PAST | SAYS.STATE)) !== 0;
    if (isTold || (says & SAYS.FIRST_TELLS) !== 0) signs.first = 3;
    if ((says & SAYS.KIN) !== 0) signs.kin = Math.max(signs.kin, isOnesOwn ? 3 : isOfArticle ? 2 : 1);
    if ((says & SAYS.ROLE) !== 0 && (isOnesOwn || isOfArticle || signs.words === 1))
      signs.role = Math.max(signs.role, isOnesOwn || signs.words === 1 ? 2 : 1);
    // "He or she" means no particular person.
    if ((says & SAYS.THIRD) !== 0) signs.third += (last & SAYS.OR) !== 0 ? -2 : 1;
  }

  /** The word I, as opposed to Anexo I and the code I10. */
  #isOneself(end: number): boolean {
    const byte = this.#bytes[end];
    const start = end - 1;
    if (((this.#bytes[start] as number) | 0x20) !== 0x69 || CLASSES[this.#bytes[start - 1] ?? 0] === LOWER) return true;
    return byte === 0x27 || (byte === 0x20 && CLASSES[this.#bytes[end + 1] ?? 0] === LOWER);
  }

  /** "Encontra-se": "se" means "if" only at the head of a clause. */
  #isReflexive(start: number, end: number): boolean {
    const isSe = end - start === 2 && ((this.#bytes[start] as number) | 0x20) === 0x73;
    return isSe && this.#signs.words > 1 && this.#bytes[start - 2] !== 0x2c;
  }

  /** "Paciente: Ana", `"dob": "1984…"`: a field that names the owner of a record, with a value. */
  #field(says: number, end: number): void {
    const bytes = this.#bytes;
    // "Aluno(a)".
    let at = bytes[end] === 0x28 && bytes[end + 2] === 0x29 ? end + 3 : end;
    let isField = false;
    for (; at - end < FIELD_GAP_MAX && IS_FIELD_GAP[bytes[at] ?? 0] === 1; at += 1)
      isField ||= bytes[at] === 0x3a || bytes[at] === 0x3d;
    if (!isField) return;
    const isBlank = bytes[at] === 0x30 && bytes[at + 1] === 0x30;
    if ((says & SAYS.FIELD_OF_NUMBER) !== 0 && CLASSES[bytes[at] ?? 0] === DIGIT && !isBlank)
      addRecord(this.sentences, this.#signs, this.#place.sentence);
    if ((says & (SAYS.FIELD | SAYS.FIELD_OF_NAME)) !== 0 && isFullName(bytes, at))
      addRecord(this.sentences, this.#signs, this.#place.sentence);
  }

  #mark(byte: number, index: number): number {
    const bytes = this.#bytes;
    if (byte === 0x0a) return this.#line(index);
    if (byte === 0x24) this.#signs.shares += 1;
    else if (byte === 0x7c) this.#segment(index);
    else if (byte === 0x3a || byte === 0x3e) this.#label(index);
    else if (byte === 0x5f || byte === 0x5b || byte === 0x7b) {
      const length = byte === 0x5f ? blankLength(bytes, index) : 1;
      if (length > 2 || (length === 1 && byte !== 0x5f && beginsPlaceholder(bytes, index))) {
        this.#signs.blanks += 1;
        this.sentences.blanks += 1;
      }
      return index + length;
    } else if (IS_STOP[byte] === 1) this.#stop(byte, index);
    return index + 1;
  }

  #stop(byte: number, index: number): void {
    const { start, end, says, sentence, line } = this.#place;
    const isAbbreviation = end === index && (end - start < 2 || (says & (SAYS.TITLE | SAYS.OFFICE)) !== 0);
    if (!endsSentence(this.#bytes, index, end === index ? end - start : 0, isAbbreviation)) return;
    if (byte === 0x3f) {
      this.#signs.isQuestion = true;
      if (sentence === line && !this.#hasColon && !isAnswered(this.#bytes, index)) this.sentences.questions += 1;
    }
    this.#end(index + 1);
  }

  /** Continues with the first line that is not blank. @returns its start */
  #line(index: number): number {
    const bytes = this.#bytes;
    // A first line that ends a sentence is no title.
    if (this.#place.line === 0 && (index > HEAD_BYTES_MAX || bytes[index - 1] === 0x2e)) this.sentences.publicWords = 0;
    this.#end(index + 1);
    this.#signs.isAttendance = false;
    let next = index + 1;
    let start = next;
    for (; bytes[next] === 0x20 || bytes[next] === 0x0a; next += 1) {
      if (bytes[next] !== 0x0a) continue;
      this.#isAfterBlankLine = true;
      start = next + 1;
    }
    this.#place.sentence = start;
    this.#place.line = start;
    return start;
  }

  /** The segment of an HL7 message that identifies the patient. */
  #segment(index: number): void {
    const { start, end, line } = this.#place;
    const isPid = this.#bytes[start] === 0x50 && this.#bytes[start + 1] === 0x49 && this.#bytes[start + 2] === 0x44;
    if (end === index && start === line && end - start === 3 && isPid)
      addRecord(this.sentences, this.#signs, this.#place.sentence);
  }

  /** "Bia: …", "[09:02] Bia: …": people who speak more than once take part in a conversation. */
  #label(index: number): void {
    this.#hasColon = true;
    const { start, end, line } = this.#place;
    if (this.#signs.words !== 1 || end !== index || index - start < LABEL_LENGTH_MIN) return;
    if (start - line > LABEL_STAMP_MAX || (start === line && !isUpper(this.#bytes[start]))) return;
    if (this.#labels.includes(this.#hash)) this.sentences.turns += 1;
    else if (this.#labels.length < LABELS_MAX) this.#labels.push(this.#hash);
  }

  #end(index: number): void {
    const signs = this.#signs;
    const { sentences } = this;
    const { sentence, line } = this.#place;
    if (signs.words > 0 || signs.measures > 0) {
      const [someone, everybody] = [signs.someone(), signs.everybody()];
      sentences.starts.push(sentence);
      sentences.someone.push(someone);
      sentences.addressed.push(signs.yous === 0 ? 0 : signs.someone(signs.address()) - someone);
      sentences.everybody.push(everybody);
      sentences.nets.push(someone - everybody);
      sentences.questioned.push(signs.isQuestion ? 1 : 0);
      sentences.breaks.push(this.#isAfterBlankLine ? BREAK.PARAGRAPH : sentence === line ? BREAK.LINE : BREAK.NONE);
      sentences.someoneSum += someone;
      sentences.everybodySum += everybody;
      if (signs.first > 1 || signs.kin > 2) sentences.selves += 1;
      this.#signs = new Signs();
      // A numbered part and a list of attendees last until the end of their line.
      this.#signs.isItem = signs.isItem && this.#bytes[index - 1] !== 0x0a;
      this.#signs.isAttendance = signs.isAttendance;
      this.#isAfterBlankLine = false;
    }
    this.#place.sentence = index;
    this.#place.says = 0;
    this.#hasColon = false;
    this.#names.endRun();
  }
}

const IS_FIELD_GAP = new Uint8Array(256);
for (const character of ' :="().') IS_FIELD_GAP[character.charCodeAt(0)] = 1;
const IS_STOP = new Uint8Array(256);
for (const character of '.!?') IS_STOP[character.charCodeAt(0)] = 1;
