// SPDX-License-Identifier: Apache-2.0
/**
 * Owns passwords: their hashes in a bounded number of threads, and which ones are too common. It refuses to know whose
 * they are.
 */
export { checkNewPassword } from './new-password.ts';
export { createPasswords, hashPassword, isPasswordOf, NO_PASSWORD, type Passwords } from './passwords.ts';
