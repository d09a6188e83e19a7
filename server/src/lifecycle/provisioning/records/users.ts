// SPDX-License-Identifier: Apache-2.0
/** The people of an organization. Accounts are personal: of an existing one a file changes the password alone. */
import { NAME_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN, ROLES, type Role } from '@svc/contract';
import { email } from '../reading/addresses.ts';
import { lineOfText, optional, type RecordOf, required, text, word } from '../reading/index.ts';

export const userFields = {
  email: required(email),
  name: optional(lineOfText(NAME_CHARACTERS_MAX)),
  password: optional(text(PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN)),
  role: required(word(ROLES)),
};
/** A person as the file has them; without a role the stored one stays. */
export type UserEntry = Omit<RecordOf<typeof userFields>, 'role'> & { readonly role: Role | undefined };
