// SPDX-License-Identifier: Apache-2.0
/** The Brazilian numbering plan: the digits that may be a phone. */
import type { Values } from '../check-digits.ts';

/** Every area code in use, from the numbering plan of Anatel. */
const AREA_CODES: ReadonlySet<number> = new Set([
  11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38, 41, 42, 43, 44, 45, 46, 47, 48,
  49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87, 88, 89,
  91, 92, 93, 94, 95, 96, 97, 98, 99,
]);

export function isAreaCode(digits: Values, start: number): boolean {
  return AREA_CODES.has((digits[start] as number) * 10 + (digits[start + 1] as number));
}

/** True for ten or eleven digits with an area code in use, followed by a mobile or a land line number. */
export function isPhoneNumber(digits: Values, length: number, start = 0): boolean {
  const count = length - start;
  if (count !== 10 && count !== 11) return false;
  if (!isAreaCode(digits, start)) return false;
  const first = digits[start + 2] as number;
  if (count === 11 ? first !== 9 : first < 2 || first > 5) return false;
  for (let index = start + 3; index < length; index += 1) if (digits[index] !== first) return true;
  return false;
}
