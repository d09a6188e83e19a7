// SPDX-License-Identifier: Apache-2.0
/** Makes accounts and passwords ready. Hashing happens before any lock, because it is slow. */
import type pg from 'pg';
import {
  type AccountDraft,
  accountIdsByEmail,
  emailKeyOf,
  selectSignInAccount,
  updatePasswords,
} from '../../../people/accounts/index.ts';
import { endLinks } from '../../../people/links/index.ts';
import { passwordSet } from '../../../people/memberships/index.ts';
import { isPasswordOf } from '../../../people/passwords/index.ts';
import { endSessionsOf } from '../../../people/sessions/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { inTransaction, seeOrganizations, type Transaction, uuidv7 } from '../../../storage/db/index.ts';
import type { Change } from '../../../storage/heads/index.ts';
import type { OrganizationEntry, ProvisioningDocument } from '../document.ts';
import type { Fault } from '../faults.ts';
import { type Choice, choose, type ProvisioningSource, selectSaid } from '../kept/index.ts';
import { PASSWORD_HASHES_AT_ONCE_MAX } from '../limits.ts';
import type { UserEntry } from '../records/users.ts';
import { identify } from './open-organizations.ts';

/** People of the file, ready to be written; each by the e-mail key of the person. */
export interface ReadyPeople {
  /** New accounts; one that another process makes meanwhile is kept unchanged. */
  drafts: Map<string, AccountDraft>;
  /** Hashes of passwords that the file changed; null where the person has that password already. */
  passwords: Map<string, string | null>;
  faults: Fault[];
  warnings: Fault[];
}

export interface PeopleDeps {
  vault: Vault;
  nowMs: number;
  source: ProvisioningSource;
  isForced: boolean;
  hashPassword(password: string): Promise<string>;
}

/** A person of the file: in one organization, with an account or none. */
interface Person {
  user: UserEntry;
  emailKey: string;
  account: { id: string; passwordHash: string } | null;
  choice: Choice;
}

export async function readyPeople(
  pool: pg.Pool,
  document: ProvisioningDocument,
  deps: PeopleDeps,
): Promise<ReadyPeople> {
  const people = await inTransaction(pool, [], (transaction) => findPeople(transaction, document, deps));
  const ready: ReadyPeople = { drafts: new Map(), passwords: new Map(), faults: [], warnings: [] };
  const drafted = accountsToMake(people, ready.faults);
  const wanted = passwordsToSet(people, deps, ready.faults);
  await inTurns(drafted, async ({ emailKey, user, name, password }) => {
    const passwordHash = await deps.hashPassword(password);
    ready.drafts.set(emailKey, { id: uuidv7(deps.nowMs), email: user.email, name, passwordHash, isVerified: true });
  });
  await inTurns([...wanted], async ([emailKey, { password, passwordHash }]) => {
    const isSame = await isPasswordOf(passwordHash, password);
    ready.passwords.set(emailKey, isSame ? null : await deps.hashPassword(password));
  });
  await inTurns(passwordsMetFirst(people, deps), async ({ user, password, passwordHash }) => {
    if (await isPasswordOf(passwordHash, password)) return;
    const message = 'this person has an account already, with another password: that one stays until this one changes';
    ready.warnings.push({ position: user.place.fields.password ?? user.place.position, message });
  });
  return ready;
}

/** Reads only; under no lock, so that what is chosen here is chosen again under it. */
async function findPeople(
  transaction: Transaction,
  document: ProvisioningDocument,
  deps: PeopleDeps,
): Promise<Person[]> {
  const { organizations } = document;
  const { idOf: ids } = await identify(transaction, organizations);
  await seeOrganizations(transaction, [...ids.values()]);
  const people: Person[] = [];
  for (const entry of organizations) people.push(...(await peopleOf(transaction, entry, ids.get(entry.name), deps)));
  return people;
}

async function peopleOf(
  transaction: Transaction,
  { users }: OrganizationEntry,
  organizationId: string | undefined,
  { vault, source, isForced }: PeopleDeps,
): Promise<Person[]> {
  const keys = users.map((user) => emailKeyOf(user.email));
  const accounts = await accountIdsByEmail(transaction, keys);
  const said = organizationId === undefined ? new Map() : await selectSaid(transaction, organizationId, source);
  const people: Person[] = [];
  for (const user of users) {
    const emailKey = emailKeyOf(user.email);
    const account = accounts.has(emailKey) ? await selectSignInAccount(transaction, emailKey) : null;
    const record = { kind: 'users', key: emailKey, place: user.place } as const;
    const choosing = { vault, organizationId: organizationId ?? '', said, isForced };
    people.push({ user, emailKey, account, choice: choose(choosing, record, account !== null) });
  }
  return people;
}

/**
 * The accounts to make: one for each person without one, from the first complete entry in the file. A person may be a
 * member of several organizations of the file.
 */
function accountsToMake(people: readonly Person[], faults: Fault[]) {
  const accounts = new Map<string, Person & { name: string; password: string }>();
  const missing = new Map<string, Fault>();
  for (const person of people) {
    const { user, emailKey, account, choice } = person;
    if (account !== null || !choice.isApplied || accounts.has(emailKey)) continue;
    const { name, password } = user;
    if (name !== undefined && password !== undefined) {
      accounts.set(emailKey, { ...person, name, password });
      missing.delete(emailKey);
    } else if (!missing.has(emailKey)) {
      const message = 'this person has no account yet: name and password are required to make one';
      missing.set(emailKey, { position: user.place.position, message });
    }
  }
  faults.push(...missing.values());
  return [...accounts.values()];
}

/** Passwords that the file changed since it was last applied, of people with an account. */
function passwordsToSet(people: readonly Person[], { isForced }: PeopleDeps, faults: Fault[]) {
  const wanted = new Map<string, { password: string; passwordHash: string }>();
  for (const { user, emailKey, account, choice } of people) {
    const { password } = user;
    if (account === null || password === undefined || !(isForced || choice.changed?.has('password') === true)) continue;
    const other = wanted.get(emailKey);
    if (other !== undefined && other.password !== password) {
      const message = 'this person gets another password elsewhere in this file: give one';
      faults.push({ position: user.place.fields.password ?? user.place.position, message });
    }
    wanted.set(emailKey, { password, passwordHash: account.passwordHash });
  }
  return wanted;
}

/** Passwords of people who had an account before this file named them: those stay, and one that differs is told. */
function passwordsMetFirst(people: readonly Person[], { isForced }: PeopleDeps) {
  return people.flatMap(({ user, account, choice }) => {
    const { password } = user;
    if (isForced || account === null || password === undefined || choice.changed !== null) return [];
    return [{ user, password, passwordHash: account.passwordHash }];
  });
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += PASSWORD_HASHES_AT_ONCE_MAX) {
    await Promise.all(items.slice(start, start + PASSWORD_HASHES_AT_ONCE_MAX).map(work));
  }
}

/**
 * Gives people the passwords that the file changed, and ends their sessions.
 * @param emailKeys the people to whom this organization's part of the file gives another one
 * @throws Error when another process changed the people of the file since they were made ready
 */
export async function setPasswords(
  transaction: Transaction,
  emailKeys: readonly string[],
  accountIds: ReadonlyMap<string, string>,
  { drafts, passwords }: ReadyPeople,
): Promise<{ changes: Change[]; emailKeys: Set<string> }> {
  const accounts = emailKeys.flatMap((emailKey) => {
    const id = accountIds.get(emailKey);
    const passwordHash = passwords.get(emailKey);
    if (passwordHash === undefined && !drafts.has(emailKey)) throw new Error(CHANGED_MEANWHILE);
    return id === undefined || passwordHash === undefined || passwordHash === null
      ? []
      : [{ emailKey, id, passwordHash }];
  });
  await updatePasswords(
    transaction,
    accounts.map(({ id, passwordHash }) => ({ id, passwordHash })),
  );
  await endSessionsOf(
    transaction,
    accounts.map(({ id }) => id),
  );
  for (const { id } of accounts) await endLinks(transaction, id);
  return {
    changes: accounts.map(({ id }) => passwordSet(id)),
    emailKeys: new Set(accounts.map((one) => one.emailKey)),
  };
}

const CHANGED_MEANWHILE = 'people of this file were changed while it was read: apply it again';
