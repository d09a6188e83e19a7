// SPDX-License-Identifier: Apache-2.0
/** Disguises that people and systems put on a value. A reader or a decoder still recovers each. */
import type { Random } from './random.ts';

export type Disguise = (text: string, random: Random) => string;

const ZERO_WIDTHS = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];
const DASHES = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'];
const SPACES = ['\u00a0', '\u2009', '\u202f', '\u3000'];

export const DISGUISES: Readonly<Record<string, Disguise>> = {
  wide: (text) => text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  wideDigits: (text) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  bold: (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  mono: (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7f6 + Number(digit))),
  zeroWidth: (text, random) =>
    text.replace(/(.)(?=.)/gu, (character) => (random.next() < 0.3 ? character + random.pick(ZERO_WIDTHS) : character)),
  softHyphen: (text) => text.replace(/(..)(?=.)/gu, '$1\u00ad'),
  bidi: (text) => `\u202a${text.slice(0, 3)}\u200e${text.slice(3)}\u202c`,
  dashes: (text, random) => text.replace(/-/g, () => random.pick(DASHES)),
  spaces: (text, random) => text.replace(/ /g, () => random.pick(SPACES)),
  spaced: (text) => [...text].filter((character) => /[0-9A-Za-z]/.test(character)).join(' '),
  oddSpaces: (text, random) =>
    text.replace(/\D/g, '').replace(/.(?=.)/g, (digit) => (random.next() < 0.6 ? `${digit} ` : digit)),
  dotted: (text) => text.replace(/\D/g, '').split('').join('.'),
  broken: (text) => text.replace(/([.-])(?=\d)/, '$1\n'),
  brokenInside: (text, random) => {
    const marks = [...text].flatMap((character, index) => ('./-'.includes(character) ? [index] : []));
    const place = 1 + random.pick(marks);
    return `${text.slice(0, place)}\n${text.slice(place)}`;
  },
  entities: (text) => text.replace(/[@.-]/g, (character) => `&#${character.charCodeAt(0)};`),
  hexEntities: (text) => [...text].map((character) => `&#x${character.charCodeAt(0).toString(16)};`).join(''),
  unicodeEscape: (text) =>
    text.replace(/[^A-Za-z0-9]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  percent: (text) =>
    encodeURIComponent(text).replace(
      /[-.()]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  quotedPrintable: (text) => `${text.slice(0, 5)}=\n${text.slice(5)}`,
  at: (text) => text.replace('@', ' (at) '),
  atBracket: (text) => text.replace('@', '[at]').replace(/\./g, '[dot]'),
  arroba: (text) => text.replace('@', ' arroba ').replace(/\.(?=[a-z]+$|com)/g, ' ponto '),
  arrobaParen: (text) => text.replace('@', ' (arroba) '),
  decomposed: (text) => text.normalize('NFD'),
};
