// SPDX-License-Identifier: Apache-2.0
/** Tells generated values from names that people invent. */
import { PLACEHOLDER_EXPRESSION } from '../text/expressions.ts';

const ENTROPY_MIN_BITS = 3.5;
const HEX_ENTROPY_MIN_BITS = 2.9;
/** Names joined by signs have long runs of one class of letters. Random text changes class every other character. */
const CLASS_CHANGES_MIN = 0.2;
const HASH_LENGTHS: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);
const WORD_RUN_MAX = 12;
const LONG_LENGTH = 64;
const RANDOM_DIGIT_GROUPS_MIN = 4;
const RANDOM_RUN_MAX = 22;

/** Random characters spell each short word once in a while; a long value is asked for them where it begins. */
const WHOLE_LENGTH_MAX = 64;
const BEGINNING_LENGTH = 32;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER_EXPRESSION.test(text.length > WHOLE_LENGTH_MAX ? text.slice(0, BEGINNING_LENGTH) : text);
}

/** How files begin in base64: images, documents, archives, certificates and keys in PEM. */
const FILE_HEADS = [
  'iVBOR',
  '/9j/',
  'R0lGOD',
  'JVBERi',
  'UEsDB',
  'H4sI',
  'MII',
  'LS0tLS',
  'PD94',
  'PHN2Z',
  'AAABAA',
  'UklGR',
];

export function isFile(text: string): boolean {
  return FILE_HEADS.some((head) => text.startsWith(head));
}

export function isRandom(text: string): boolean {
  const isHexadecimal = isHex(text);
  if (!hasDigit(text) || !hasLetter(text)) return false;
  if (text.includes('://') || (text.startsWith('/') && text.length < LONG_LENGTH) || text.startsWith('./'))
    return false;
  if (entropyBits(text) < minimumBits(isHexadecimal)) return false;
  if (!isHexadecimal && isMadeOfWords(text)) return false;
  return isHexadecimal || (classChanges(text) >= CLASS_CHANGES_MIN && longestLetterRun(text) <= wordRunMax(text));
}

/** Random letters and digits have longer runs of letters the longer they are, and digits in many places. */
function wordRunMax(text: string): number {
  if (text.length >= LONG_LENGTH) return WORD_RUN_MAX + Math.ceil(5 * Math.log(text.length / WORD_RUN_MAX));
  return digitGroups(text) >= RANDOM_DIGIT_GROUPS_MIN ? RANDOM_RUN_MAX : WORD_RUN_MAX;
}

function digitGroups(text: string): number {
  let groups = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (classAt(text, index) === DIGIT && (index === 0 || classAt(text, index - 1) !== DIGIT)) groups += 1;
  }
  return groups;
}

/** False where the bytes of an alphabet are not random. No string is made for the answer. */
export function mayBeRandom(bytes: Uint8Array, start: number, end: number, alphabet: Uint8Array): boolean {
  let length = 0;
  let isHexadecimal = true;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] as number;
    if (alphabet[byte] !== 1) continue;
    COUNTS[byte] = (COUNTS[byte] as number) + 1;
    length += 1;
    isHexadecimal &&= IS_HEX[byte] === 1;
  }
  return countedBits(length, ASCII_FIRST, ASCII_LAST) >= minimumBits(isHexadecimal);
}

function minimumBits(isHexadecimal: boolean): number {
  return isHexadecimal ? HEX_ENTROPY_MIN_BITS : ENTROPY_MIN_BITS;
}

const EXTENSION_MAX = 8;

/** `exports/2025/clients_0714.csv.gz`, `dump_2024-11.tar.gz` are files: no key has both a slash and a full stop. */
export function isPath(text: string): boolean {
  const dot = text.lastIndexOf('.');
  if (dot < 0) return false;
  if (text.includes('/')) return true;
  const extension = text.slice(dot + 1);
  return extension.length > 1 && extension.length < EXTENSION_MAX && longestLetterRun(extension) === extension.length;
}

const NAME_PARTS_MIN = 3;
const NAME_PART_LETTERS_MIN = 3;

/** `BILLING_TOKEN_2024_DEFAULT`: capitals joined by underscores, most of them in words without a digit. */
export function isConstantName(text: string): boolean {
  if (text !== text.toUpperCase() || !text.includes('_')) return false;
  const parts = text.split('_');
  const words = parts.filter((part) => part.length >= NAME_PART_LETTERS_MIN && !hasDigit(part) && hasVowel(part));
  return words.length >= NAME_PARTS_MIN && words.join('').length >= text.length / 2;
}

function hasVowel(part: string): boolean {
  return [...part].some((character) => 'AEIOUY'.includes(character));
}

export function isHash(text: string): boolean {
  return HASH_LENGTHS.has(text.length) && isHex(text);
}

/** A UUID, bare, as `urn:uuid:…` or behind the prefix of a handle: `tkn_…`. */
export function isUuidText(text: string): boolean {
  const digits = text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('_')) + 1).replaceAll('-', '');
  return digits.length === 32 && text.includes('-') && isHex(digits);
}

function isHex(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (IS_HEX[text.charCodeAt(index)] !== 1) return false;
  return true;
}

const IS_HEX = new Uint8Array(256);
for (const character of '0123456789abcdefABCDEF') IS_HEX[character.charCodeAt(0)] = 1;

/** The frequency of each byte in the text under test; all zero between two texts. */
const COUNTS = new Uint16Array(256);

/** Shannon's entropy over the characters of the text, which has one byte each. */
function entropyBits(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const byte = text.charCodeAt(index) & 0xff;
    COUNTS[byte] = (COUNTS[byte] as number) + 1;
  }
  return countedBits(text.length, 0, COUNTS.length - 1);
}

/** The characters of which alphabets consist. */
const ASCII_FIRST = 0x21;
const ASCII_LAST = 0x7e;

/** Computes the entropy of the counts between two bytes, and clears them. */
function countedBits(length: number, first: number, last: number): number {
  let bits = 0;
  for (let byte = first; byte <= last; byte += 1) {
    const count = COUNTS[byte] as number;
    if (count === 0) continue;
    bits -= (count / length) * Math.log2(count / length);
    COUNTS[byte] = 0;
  }
  return bits;
}

/** Share of neighbours in different classes: lower, upper, digit, sign. */
function classChanges(text: string): number {
  let changes = 0;
  let before = classAt(text, 0);
  for (let index = 1; index < text.length; index += 1) {
    const own = classAt(text, index);
    if (own !== before) changes += 1;
    before = own;
  }
  return changes / (text.length - 1);
}

/** Longest run of lower-case letters, which is long in words. */
function longestLetterRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    run = classAt(text, index) === SMALL ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

const WORD_MIN = 4;
const WORD_SHARE_MAX = 0.55;
const FEW_DIGITS_MAX = 3;
const WORDY_DIGITS_MAX = 8;
/** Room for a year and a version; random text has digits in more places than these. */
const WORDY_DIGIT_GROUPS_MAX = 2;

/** `acme.session.token.storage.v1`, `refreshUserAccessToken2`: mostly words, with their digits together. */
function isMadeOfWords(text: string): boolean {
  let letters = 0;
  let digits = 0;
  let groups = 0;
  let run = 0;
  let before = MARK;
  for (let index = 0; index <= text.length; index += 1) {
    const characterClass = index < text.length ? classAt(text, index) : MARK;
    if (characterClass === DIGIT) {
      digits += 1;
      if (before !== DIGIT) groups += 1;
    }
    if (characterClass === SMALL) run += 1;
    else {
      if (run + 1 >= WORD_MIN) letters += run;
      run = 0;
    }
    before = characterClass;
  }
  const areFew = digits <= FEW_DIGITS_MAX || (digits <= WORDY_DIGITS_MAX && groups <= WORDY_DIGIT_GROUPS_MAX);
  return areFew && letters / text.length >= WORD_SHARE_MAX;
}

const MARK = 0;
const DIGIT = 1;
const SMALL = 2;
const CAPITAL = 3;
const CLASS_OF = new Uint8Array(256);
for (const [characterClass, first, last] of [
  [DIGIT, '0', '9'],
  [SMALL, 'a', 'z'],
  [CAPITAL, 'A', 'Z'],
] as const)
  CLASS_OF.fill(characterClass, first.charCodeAt(0), last.charCodeAt(0) + 1);

function classAt(text: string, index: number): number {
  return CLASS_OF[text.charCodeAt(index)] as number;
}

function hasDigit(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (classAt(text, index) === DIGIT) return true;
  return false;
}

function hasLetter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (classAt(text, index) >= SMALL) return true;
  return false;
}
