/** People of an organization. Their accounts are their own: a file makes one, and never changes one that exists. */
import { NAME_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN, ROLES, type Role } from '@svc/contract';
import { emailKeyOf, type Membership } from '../../accounts/index.ts';
import type { Change } from '../apply/plan-records.ts';
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

/** What an account is made from. */
export interface AccountToMake {
  email: string;
  name: string;
  password: string;
}

/**
 * The accounts to make: one for each person who has none, from the first entry in the file that says all it takes. A
 * person may be a member of several organizations of the file.
 * @param accountIds ids of accounts that exist, by e-mail key
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

export interface MembershipPlan {
  creates: Membership[];
  updates: Membership[];
  faults: Fault[];
}

/** @param accountIds ids by e-mail key; people without one are left out, for that is a fault of its own */
export function planMemberships(
  users: readonly UserEntry[],
  accountIds: ReadonlyMap<string, string>,
  stored: readonly Membership[],
): MembershipPlan {
  const plan: MembershipPlan = { creates: [], updates: [], faults: [] };
  const roleOf = new Map<string, Role>(stored.map(({ accountId, role }) => [accountId, role]));
  const hadOwner = stored.some(({ role }) => role === 'OWNER');
  let demotion: UserEntry | undefined;
  for (const user of users) {
    const accountId = accountIds.get(emailKeyOf(user.email));
    if (accountId === undefined) continue;
    const role = roleOf.get(accountId);
    if (role === user.role) continue;
    if (role === 'OWNER') demotion = user;
    (role === undefined ? plan.creates : plan.updates).push({ accountId, role: user.role });
    roleOf.set(accountId, user.role);
  }
  if (demotion !== undefined && hadOwner && ![...roleOf.values()].includes('OWNER')) {
    const position = demotion.place.fields.role ?? demotion.place.position;
    plan.faults.push({ position, message: 'the last OWNER of the organization cannot get another role' });
  }
  return plan;
}

/** An entry names the account by its id: what is hashed stays, so it carries no e-mail and no name of a person. */
export function membershipChanges({ creates, updates }: MembershipPlan): Change[] {
  const change = (kind: string) => (membership: Membership) => ({
    kind,
    subject: { type: 'member', id: membership.accountId },
    metadata: { role: membership.role },
  });
  return [...creates.map(change('member.added')), ...updates.map(change('member.role_changed'))];
}
