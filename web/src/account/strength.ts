// SPDX-License-Identifier: Apache-2.0
/**
 * How hard a new password is to guess, roughly, while it is typed. The service has the last word: it knows the
 * commonest passwords, which no page could carry.
 */
import { NEW_PASSWORD_CHARACTERS_MIN } from '@svc/contract/limits';

export interface Strength {
  /** 0: too short to be taken. */
  level: 0 | 1 | 2 | 3;
  /** How many characters are missing; 0 from the least length on. */
  missing: number;
}

/** Bits for a character that neither repeats the one before nor follows it, as `a`, `b` or `4`, `5` do. */
const BITS_FRESH = 3.2;
const BITS_STALE = 0.4;
/** However long it repeats or counts. */
const BITS_STALE_MAX = 6;
const GOOD_BITS = 30;
const STRONG_BITS = 50;
/** From here on it costs time and tells nothing. */
const CHARACTERS_LOOKED_AT = 128;

/** @param own texts that an attacker would try: the person's address and names */
export function strengthOf(password: string, own: readonly string[] = []): Strength {
  const characters = [...password.normalize('NFC')];
  const missing = Math.max(0, NEW_PASSWORD_CHARACTERS_MIN - characters.length);
  if (missing > 0) return { level: 0, missing };
  const bits = bitsOf(characters.slice(0, CHARACTERS_LOOKED_AT).join('').toLowerCase(), own);
  return { level: bits >= STRONG_BITS ? 3 : bits >= GOOD_BITS ? 2 : 1, missing };
}

function bitsOf(text: string, own: readonly string[]): number {
  const known = own.flatMap((one) => one.toLowerCase().split(/[@.\s]+/)).filter((one) => one.length > 2);
  const left = [...known.reduce((rest, one) => rest.replaceAll(one, ''), text)];
  let fresh = 0;
  left.forEach((character, index) => {
    const before = left[index - 1];
    const step = before === undefined ? 2 : (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
    const isSeen = index >= 2 && left.slice(0, index).join('').includes(`${before}${character}`);
    if (Math.abs(step) > 1 && !isSeen) fresh += 1;
  });
  return fresh * BITS_FRESH + Math.min(BITS_STALE_MAX, (left.length - fresh) * BITS_STALE);
}
