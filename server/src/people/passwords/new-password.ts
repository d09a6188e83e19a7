// SPDX-License-Identifier: Apache-2.0
/** The rules of a password that a person chooses: long, not among the commonest, and without rules of composition. */
import { fieldFault, NEW_PASSWORD_CHARACTERS_MIN } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * @param field the field of the request that holds it
 * @param email the person's own address, which is no password either
 * @throws ApiError 400 that says what to do
 */
export function checkNewPassword(field: string, password: string, email: string | null): void {
  const normal = password.normalize('NFC');
  if ([...normal].length < NEW_PASSWORD_CHARACTERS_MIN) {
    throw invalid(field, fieldFault('TOO_SHORT', { min: NEW_PASSWORD_CHARACTERS_MIN }));
  }
  if (isCommonPassword(normal) || new Set(normal).size === 1) {
    throw invalid(field, fieldFault('COMMON_PASSWORD'));
  }
  if (normal.toLowerCase() === email?.normalize('NFC').toLowerCase()) {
    throw invalid(field, fieldFault('PASSWORD_IS_ADDRESS'));
  }
}
