// SPDX-License-Identifier: Apache-2.0
/** The characters that keys are made of, as tables over bytes. */
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const BASE62 = `${LOWER}${UPPER}${DIGITS}`;

export const ALPHABETS = {
  none: tableOf(''),
  digit: tableOf(DIGITS),
  hex: tableOf(`${DIGITS}abcdef`),
  anyHex: tableOf(`${DIGITS}abcdefABCDEF`),
  upper: tableOf(`${UPPER}${DIGITS}`),
  lowerDigit: tableOf(`${LOWER}${DIGITS}`),
  lowerDash: tableOf(`${LOWER}${DIGITS}-`),
  base62: tableOf(BASE62),
  dashed: tableOf(`${BASE62}-`),
  word: tableOf(`${BASE62}_`),
  url: tableOf(`${BASE62}_-`),
  dotted: tableOf(`${BASE62}_-.`),
  dottedPlain: tableOf(`${BASE62}_.`),
  dottedPlus: tableOf(`${BASE62}_.+/=`),
  dashedDot: tableOf(`${BASE62}-.`),
  base64: tableOf(`${BASE62}+/=_-`),
  percent: tableOf(`${BASE62}%`),
  path: tableOf(`${BASE62}/`),
  /** Addresses of webhooks that name two ids. */
  teams: tableOf(`${BASE62}/@-`),
  marked: tableOf(`${BASE62}_~.-`),
} as const;

export type AlphabetName = keyof typeof ALPHABETS;

/** The characters of an alphabet as a table over bytes. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
