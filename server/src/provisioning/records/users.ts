/** The people of an organization. Accounts are personal: a file makes one, and never changes an existing one. */
import { NAME_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN, ROLES } from '@svc/contract';
import { emailKeyOf } from '../../accounts/index.ts';
import type { Fault } from '../faults.ts';
import { email } from '../reading/addresses.ts';
import { lineOfText, optional, type RecordOf, required, text, word } from '../reading/index.ts';

export const userFields = {
  email: required(email),
  name: optional(lineOfText(NAME_CHARACTERS_MAX)),
  password: optional(text(PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN)),
  role: required(word(ROLES)),
};
export type UserEntry = RecordOf<typeof userFields>;

/** The fields of a new account. */
export interface AccountToMake {
  email: string;
  name: string;
  password: string;
}

/**
 * The accounts to make: one for each person without one, from the first complete entry in the file. A person may be a
 * member of several organizations of the file.
 * @param accountIds ids of existing accounts, by e-mail key
 */
export function planAccounts(
  users: readonly UserEntry[],
  accountIds: ReadonlyMap<string, string>,
): { accounts: AccountToMake[]; faults: Fault[] } {
  const accounts = new Map<string, AccountToMake>();
  const missing = new Map<string, Fault>();
  for (const user of users) {
    const key = emailKeyOf(user.email);
    if (accountIds.has(key) || accounts.has(key)) continue;
    const { name, password } = user;
    if (name !== undefined && password !== undefined) {
      accounts.set(key, { email: user.email, name, password });
      missing.delete(key);
    } else if (!missing.has(key)) {
      const message = 'this person has no account yet: name and password are required to make one';
      missing.set(key, { position: user.place.position, message });
    }
  }
  return { accounts: [...accounts.values()], faults: [...missing.values()] };
}
