// SPDX-License-Identifier: Apache-2.0
/** The numbers of payment cards by brand: ISO/IEC 7812, the brands' own pages, lists of acquirers in Brazil. */
import { hasEqualValues, isValidLuhn } from '../check-digits.ts';

interface Brand {
  brand: string;
  lengths: readonly number[];
  /** Inclusive ranges of the first digits. Both ends have as many digits as are compared. */
  ranges: readonly (readonly [number, number])[];
  /** A brand of narrow ranges is known by its groups alone. The ranges of the others hold too many other numbers. */
  needsWord?: true;
}

const FROM_16 = [16, 17, 18, 19] as const;
const one = (...prefixes: number[]): [number, number][] => prefixes.map((prefix) => [prefix, prefix]);

const BRANDS: readonly Brand[] = [
  { brand: 'Visa', lengths: [13, 16, 19], ranges: one(4) },
  {
    brand: 'Mastercard',
    lengths: [16],
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
  },
  {
    brand: 'Elo',
    lengths: [16],
    ranges: [
      ...one(4011, 431274, 438935, 451416, 457393, 4576, 504175, 5067, 509, 627780, 636297, 636368, 6516, 6550),
      [506699, 506778],
      [6500, 6509],
      [651652, 651679],
      [655000, 655058],
    ],
  },
  { brand: 'Hipercard', lengths: [16], ranges: one(606282, 384) },
  { brand: 'Hipercard', lengths: [19], ranges: one(606282) },
  { brand: 'Hipercard', lengths: [13, 19], ranges: one(384100, 384140, 384160), needsWord: true },
  { brand: 'American Express', lengths: [15], ranges: one(34, 37) },
  { brand: 'Diners Club', lengths: [14], ranges: [[300, 305], ...one(36, 38)] },
  { brand: 'Diners Club', lengths: [14, 16, 17, 18, 19], ranges: one(309, 36, 38, 39), needsWord: true },
  { brand: 'Discover', lengths: [16], ranges: [[644, 649], ...one(6011, 651, 655)] },
  { brand: 'Discover', lengths: FROM_16, ranges: [[644, 649], ...one(6011, 65)], needsWord: true },
  { brand: 'Hiper', lengths: [16], ranges: one(637095, 637568, 637599, 637609, 637612), needsWord: true },
  { brand: 'JCB', lengths: FROM_16, ranges: [[3528, 3589]], needsWord: true },
  { brand: 'JCB', lengths: [15], ranges: one(1800, 2131), needsWord: true },
  { brand: 'Aura', lengths: FROM_16, ranges: one(50), needsWord: true },
  {
    brand: 'UnionPay',
    lengths: FROM_16,
    ranges: [
      [62, 62],
      [810, 817],
    ],
    needsWord: true,
  },
  {
    brand: 'Maestro',
    lengths: [13, 14, 15, 16, 17, 18, 19],
    ranges: [...one(5018, 5020, 5038, 5612, 5893, 6304, 6390, 6759), [6761, 6763]],
    needsWord: true,
  },
  { brand: 'Cabal', lengths: [16], ranges: [[604201, 604400], ...one(6042, 589657, 627170, 650087)], needsWord: true },
  { brand: 'Banescard', lengths: [16], ranges: one(603182, 636117), needsWord: true },
  { brand: 'Credz', lengths: [16], ranges: one(636760, 637032), needsWord: true },
  { brand: 'Sorocred', lengths: [16], ranges: one(627892, 606014, 636414), needsWord: true },
  { brand: 'Credsystem', lengths: [16], ranges: one(628028), needsWord: true },
  { brand: 'Good Card', lengths: [16], ranges: one(606387), needsWord: true },
  { brand: 'Ticket', lengths: [16], ranges: one(602651, 603342), needsWord: true },
  { brand: 'Sodexo', lengths: [16], ranges: one(603389, 606068, 606069, 606070, 606071), needsWord: true },
  { brand: 'VR', lengths: [16], ranges: one(627416, 637036, 637037, 637202), needsWord: true },
  { brand: 'Verocard', lengths: [16], ranges: one(628035), needsWord: true },
  { brand: 'Valecard', lengths: [16], ranges: one(603137, 627476), needsWord: true },
  { brand: 'Verdecard', lengths: [16], ranges: one(627163), needsWord: true },
  { brand: 'Policard', lengths: [16], ranges: one(636389, 600818), needsWord: true },
  { brand: 'Banrisul', lengths: [16], ranges: one(639350, 604324), needsWord: true },
  { brand: 'RuPay', lengths: [16], ranges: [[508500, 508999], ...one(60, 81, 82, 6521, 6522)], needsWord: true },
  { brand: 'Mir', lengths: FROM_16, ranges: [[2200, 2204]], needsWord: true },
  {
    brand: 'Verve',
    lengths: [16, 18, 19],
    ranges: [
      [506099, 506198],
      [650002, 650027],
    ],
    needsWord: true,
  },
  { brand: 'Troy', lengths: [16], ranges: one(9792), needsWord: true },
  { brand: 'Dankort', lengths: [16], ranges: one(5019), needsWord: true },
  { brand: 'InstaPayment', lengths: [16], ranges: [[637, 639]], needsWord: true },
  { brand: 'Universal Air Travel Plan', lengths: [15], ranges: one(1), needsWord: true },
];

/** True for a brand's prefix and length with a valid Luhn digit. @param isCalledCard takes the brands of wide ranges */
export function isCardNumber(digits: ArrayLike<number>, length: number, isCalledCard: boolean): boolean {
  return !hasEqualValues(digits, length) && isValidLuhn(digits, length) && isOfBrand(digits, length, isCalledCard);
}

/** Tells whether the length and the first digits are those of a card. */
function isOfBrand(digits: ArrayLike<number>, length: number, isCalledCard: boolean): boolean {
  return BRANDS.some(
    ({ lengths, ranges, needsWord }) =>
      (isCalledCard || needsWord !== true) && lengths.includes(length) && ranges.some((range) => begins(digits, range)),
  );
}

function begins(digits: ArrayLike<number>, [first, last]: readonly [number, number]): boolean {
  const count = String(first).length;
  let value = 0;
  for (let index = 0; index < count; index += 1) value = value * 10 + (digits[index] as number);
  return value >= first && value <= last;
}
