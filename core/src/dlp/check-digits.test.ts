// SPDX-License-Identifier: Apache-2.0

import { cnpj, cpf } from 'cpf-cnpj-validator';
import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isCNH, isCNPJ, isCPF } from 'validation-br';
import { describe, expect, it } from 'vitest';
import {
  isValidCnh,
  isValidCnpj,
  isValidCns,
  isValidCpf,
  isValidLuhn,
  isValidRgSaoPaulo,
  RG_X,
} from './check-digits.ts';
import { isCardNumber } from './numbers/card-brands.ts';
import { isPhoneNumber } from './numbers/numbering-plan.ts';

const RUNS = { numRuns: 3_000 };
const valuesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0) - 48);
const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
const characters = (length: number) =>
  fc.array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), { minLength: length, maxLength: length });

/** Completes a body with the last digits that our rule accepts, so that the test also sees valid numbers. */
function complete(body: string, isValid: (values: number[], length: number) => boolean, count: number): string {
  const ends = Array.from({ length: 10 ** count }, (_, end) => String(end).padStart(count, '0'));
  return body + (ends.find((end) => isValid(valuesOf(body + end), body.length + count)) ?? '0'.repeat(count));
}

describe('check digits agree with independent packages', () => {
  it('CPF: any eleven digits, and completed ones', () => {
    fc.assert(
      fc.property(digits(11), (values) => {
        const text = values.join('');
        expect(isValidCpf(values, 11)).toBe(cpf.isValid(text));
        expect(isValidCpf(values, 11)).toBe(isCPF(text));
      }),
      RUNS,
    );
    for (let run = 0; run < RUNS.numRuns; run += 1) expect(isValidCpf(valuesOf(cpf.generate()), 11)).toBe(true);
  });

  it('CNPJ: numeric', () => {
    fc.assert(
      fc.property(digits(14), (values) => {
        expect(isValidCnpj(values, 14)).toBe(cnpj.isValid(values.join('')));
      }),
      RUNS,
    );
    for (let run = 0; run < RUNS.numRuns; run += 1) expect(isValidCnpj(valuesOf(cnpj.generate()), 14)).toBe(true);
  });

  it('CNPJ: alphanumeric, with the example of the Receita Federal', () => {
    expect(isValidCnpj(valuesOf('12ABC34501DE35'), 14)).toBe(true);
    fc.assert(
      fc.property(characters(12), (body) => {
        const text = complete(body.join(''), isValidCnpj, 2);
        expect(isValidCnpj(valuesOf(text), 14)).toBe(isCNPJ(text));
        expect(isValidCnpj(valuesOf(text), 14)).toBe(cnpj.isValid(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('CNH: what the package accepts is accepted', () => {
    fc.assert(
      fc.property(digits(9), (body) => {
        const accepted = Array.from({ length: 100 }, (_, end) => body.join('') + String(end).padStart(2, '0'));
        for (const text of accepted.filter((candidate) => isCNH(candidate))) {
          expect(isValidCnh(valuesOf(text), 11), text).toBe(true);
        }
        const ours = accepted.filter((text) => isValidCnh(valuesOf(text), 11));
        expect(ours.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });

  it('RG of São Paulo: published examples, and one digit in eleven passes', () => {
    expect(isValidRgSaoPaulo(valuesOf('294653272'), 9)).toBe(true);
    expect(isValidRgSaoPaulo(valuesOf('294653273'), 9)).toBe(false);
    fc.assert(
      fc.property(digits(8), (body) => {
        const passing = Array.from({ length: RG_X + 1 }, (_, end) => isValidRgSaoPaulo([...body, end], 9));
        expect(passing.filter(Boolean).length).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it('CNS: a card number that the ministry publishes as an example of the rule', () => {
    expect(isValidCns(valuesOf('799652002174278'), 15)).toBe(true);
    expect(isValidCns(valuesOf('799652002174279'), 15)).toBe(false);
    expect(isValidCns(valuesOf('399652002174278'), 15)).toBe(false);
  });

  it('cards: each of our brands is a card to the package, and Luhn decides', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('4', '51', '55', '2221', '5067', '606282', '6362', '37', '36'),
        digits(16),
        (prefix, rest) => {
          const length = prefix === '37' ? 15 : prefix === '36' ? 14 : 16;
          const text = complete((prefix + rest.join('')).slice(0, length - 1), isValidLuhn, 1);
          if (isCardNumber(valuesOf(text), length, false)) expect(creditCardType(text).length).toBeGreaterThan(0);
          const other = text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10);
          expect(isCardNumber(valuesOf(other), length, true)).toBe(false);
        },
      ),
      RUNS,
    );
  });

  it('phones: every Brazilian mobile or land line of libphonenumber is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 99 }), digits(8), fc.boolean(), (area, rest, isMobile) => {
        const national = `${area}${isMobile ? '9' : '3'}${rest.slice(0, isMobile ? 8 : 7).join('')}`;
        const parsed = parsePhoneNumberFromString(`+55${national}`);
        const type = parsed?.isValid() ? parsed.getType() : undefined;
        if (type === 'MOBILE' || type === 'FIXED_LINE') {
          const isOurs = isPhoneNumber(valuesOf(national), national.length);
          expect(isOurs || new Set(national.slice(2)).size === 1, national).toBe(true);
        }
        if (isPhoneNumber(valuesOf(national), national.length)) expect(parsed?.isPossible(), national).toBe(true);
      }),
      RUNS,
    );
  });
});
