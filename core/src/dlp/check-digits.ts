// SPDX-License-Identifier: Apache-2.0
/**
 * Check digits of Brazilian numbers and of cards. Each function takes `length` values of its characters and answers for
 * exactly that length. About one random number in a hundred passes (one in ten for Luhn and RG). A check digit alone
 * proves nothing.
 */
export type Values = ArrayLike<number>;

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
const CNH_LENGTH = 11;
const RG_LENGTH = 9;
const CNS_LENGTH = 15;
/** Value of the RG check character X. */
export const RG_X = 10;

/** Nine digits and two check digits, weights 10..2 and 11..2, modulo 11. Equal digits are never issued. */
export function isValidCpf(digits: Values, length: number): boolean {
  if (length !== CPF_LENGTH || hasEqualValues(digits, length)) return false;
  return cpfDigit(digits, 9) === digits[9] && cpfDigit(digits, 10) === digits[10];
}

/**
 * Twelve characters and two check digits, weights 2..9 from the right, modulo 11. A letter counts as its ASCII code
 * less 48 (Instrução Normativa RFB 2.229/2024). One rule therefore serves the numeric and the alphanumeric form.
 */
export function isValidCnpj(values: Values, length: number): boolean {
  if (length !== CNPJ_LENGTH || hasEqualValues(values, length)) return false;
  return cnpjDigit(values, 12) === values[12] && cnpjDigit(values, 13) === values[13];
}

/**
 * Nine digits and two check digits. Published code disagrees where the second remainder is 10 or would fall below zero.
 * No official text is public, so both interpretations pass.
 */
export function isValidCnh(digits: Values, length: number): boolean {
  if (length !== CNH_LENGTH || hasEqualValues(digits, length)) return false;
  let falling = 0;
  let rising = 0;
  for (let index = 0; index < 9; index += 1) {
    falling += (digits[index] as number) * (9 - index);
    rising += (digits[index] as number) * (index + 1);
  }
  const discount = falling % 11 === 10 ? 2 : 0;
  if (digits[9] !== (falling % 11) % 10) return false;
  const rest = rising % 11;
  const second = digits[10];
  if (second === (rest === 10 ? 0 : Math.max(0, rest - discount))) return true;
  const lowered = rest - discount;
  return (
    second === (lowered < 0 ? lowered + 11 : lowered) % 10 || second === (lowered < 0 ? 9 : lowered >= 10 ? 0 : lowered)
  );
}

/** RG of São Paulo: eight digits, weights 9..2, and the remainder modulo 11, written X for 10. */
export function isValidRgSaoPaulo(values: Values, length: number): boolean {
  if (length !== RG_LENGTH || hasEqualValues(values, length)) return false;
  let sum = 0;
  for (let index = 0; index < 8; index += 1) sum += (values[index] as number) * (9 - index);
  return sum % 11 === values[8];
}

/** National health card: weights 15..1, sum divisible by 11, first digit 1, 2, 7, 8 or 9. */
export function isValidCns(digits: Values, length: number): boolean {
  if (length !== CNS_LENGTH || hasEqualValues(digits, length)) return false;
  const first = digits[0] as number;
  if (first === 0 || (first > 2 && first < 7)) return false;
  let sum = 0;
  for (let index = 0; index < CNS_LENGTH; index += 1) sum += (digits[index] as number) * (CNS_LENGTH - index);
  return sum % 11 === 0;
}

export function isValidLuhn(digits: Values, length: number): boolean {
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    const digit = digits[length - 1 - index] as number;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function hasEqualValues(values: Values, length: number): boolean {
  for (let index = 1; index < length; index += 1) if (values[index] !== values[0]) return false;
  return true;
}

function cpfDigit(digits: Values, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += (digits[index] as number) * (count + 1 - index);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function cnpjDigit(values: Values, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += (values[index] as number) * (2 + ((count - 1 - index) % 8));
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
