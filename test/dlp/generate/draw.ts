// SPDX-License-Identifier: Apache-2.0
/** Draws the numbers and keys themselves, with its own check digit code. */
import type { Random } from './random.ts';

export const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const HEX = '0123456789abcdef';
export const BASE64 = `${BASE62}+/`;
export const BASE64_URL = `${BASE62}-_`;

export function cpf(random: Random): string {
  let body = random.digits(9);
  for (const top of [10, 11]) body += elevenDigit([...body].map((digit, index) => Number(digit) * (top - index)));
  return body;
}

export function cnpj(random: Random, alphabet: string): string {
  const hasLetters = alphabet.length > 10;
  let body = hasLetters
    ? `${random.from(alphabet.slice(0, 20), 1)}${random.from(alphabet, 11)}`
    : `${random.digits(8)}000${1 + random.below(9)}`;
  for (const weights of ['543298765432', '6543298765432']) {
    body += elevenDigit([...body].map((character, index) => (character.charCodeAt(0) - 48) * Number(weights[index])));
  }
  return body;
}

function elevenDigit(terms: readonly number[]): string {
  const rest = terms.reduce((sum, term) => sum + term, 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

export function rg(random: Random): string {
  const body = `${1 + random.below(5)}${random.digits(7)}`;
  const rest = [...body].reduce((sum, digit, index) => sum + Number(digit) * (9 - index), 0) % 11;
  return body + (rest === 10 ? 'X' : rest);
}

export function cnh(random: Random): string {
  const body = random.digits(9);
  const first = [...body].reduce((sum, digit, index) => sum + Number(digit) * (9 - index), 0) % 11;
  const second = [...body].reduce((sum, digit, index) => sum + Number(digit) * (index + 1), 0) % 11;
  // Where the published rules differ, another number is drawn.
  return first >= 10 || second >= 10 ? cnh(random) : `${body}${first}${second}`;
}

export function cns(random: Random): string {
  const body = `${random.pick(['7', '8'])}${random.digits(13)}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (15 - index), 0);
  const last = (11 - (sum % 11)) % 11;
  return last > 9 ? cns(random) : `${body}${last}`;
}

export function luhn(random: Random, prefix: string, length: number): string {
  const body = prefix + random.digits(length - prefix.length - 1);
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Changes the last digit: every check digit scheme here notices that. */
export function spoil(value: string): string {
  return value.slice(0, -1) + ((Number(value.at(-1)) + 3) % 10);
}

export function dressCpf(digits: string): string {
  return digits.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
}

export function dressCnpj(value: string): string {
  return value.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
}

/** Eleven digits with wrong CPF check digits, so that the label is beyond doubt. */
export function notCpf(random: Random, draw: () => string): string {
  for (;;) {
    const digits = draw();
    const body = digits.slice(0, 9);
    const first = elevenDigit([...body].map((digit, index) => Number(digit) * (10 - index)));
    if (first !== digits[9] && random.next() >= 0) return digits;
  }
}

export function cep(random: Random): string {
  return `${1 + random.below(9)}${random.digits(7)}`;
}

export function uuid(random: Random): string {
  const hex = random.from(HEX, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Characters of the alphabet with at least one digit, like nearly every random key. */
export function mixed(random: Random, alphabet: string, length: number): string {
  const text = random.from(alphabet, length);
  return /\d/.test(text) && /[a-z]/i.test(text) ? text : mixed(random, alphabet, length);
}

export function pemLines(random: Random, count: number): string[] {
  return [
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.concat(random.from(BASE64, 32)),
    ...Array.from({ length: count }, () => random.from(BASE64, 64)),
  ];
}
