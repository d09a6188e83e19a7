// SPDX-License-Identifier: Apache-2.0
/** E-mail addresses that mail can be sent to unchanged. */

/**
 * Stricter than a sign-in address: no white space, no control, and no character with a meaning in a header or an SMTP
 * command. Letters beyond ASCII are left to the mail server.
 */
const MAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,189}$/u;

export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text);
}
