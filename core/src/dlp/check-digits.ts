/** Check digits of Brazilian numbers and of cards. Every function takes bare digits and refuses a wrong length. */

/** CPF: nine digits and two check digits, weights 10..2 and 11..2, modulo 11. Equal digits are never issued. */
export function isValidCpf(digits: string): boolean {
  if (digits.length !== 11 || hasEqualDigits(digits)) return false;
  return [9, 10].every((count) => {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += Number(digits[index]) * (count + 1 - index);
    const remainder = sum % 11;
    return Number(digits[count]) === (remainder < 2 ? 0 : 11 - remainder);
  });
}

function hasEqualDigits(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}
