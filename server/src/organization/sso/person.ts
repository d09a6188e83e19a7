// SPDX-License-Identifier: Apache-2.0
/**
 * The account of a person of the directory. They are found by organization, issuer and subject. An address finds them
 * once, where the organization has proved its domain, and the directory does not deny the address.
 */
import type pg from 'pg';
import { emailKeyOf, insertAccounts, lockEmail, selectAccountState } from '../../people/accounts/index.ts';
import { type Client, languageOf, noteActivity } from '../../people/activity/index.ts';
import { NO_PASSWORD } from '../../people/passwords/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { ChainedHead } from '../../storage/heads/index.ts';
import { organizationsOf, proveForNewPerson } from '../own-account/index.ts';
import type { Answered } from './answer.ts';
import { addressOf, nameOf } from './claims.ts';
import { domainOfAddress } from './domain-names.ts';
import { hasProven } from './domain-rows.ts';
import { isLinked } from './identities.ts';
import { selectNamed } from './provisioned.ts';
import { refused } from './refusal.ts';

export interface Linking {
  organizationId: string;
  answered: Answered;
  client: Client;
  /** Locked: of the organizations that the account of the address is in, while its address is unproven. */
  ownHeads: readonly ChainedHead[];
}

/**
 * Finds or makes the account by the address. One whose address is unproven may be a stranger's: it is taken over, and
 * everything that the stranger has left ends.
 * @throws ApiError 403 `sso_refused`
 */
export async function linkAccount(
  transaction: Transaction,
  { organizationId, answered, client, ownHeads }: Linking,
): Promise<{ accountId: string; isNew: boolean }> {
  const address = addressOf(answered.claims);
  if (address === null) throw refused('NO_EMAIL');
  const { email, isDenied } = address;
  if (!(await hasProvenAddress(transaction, organizationId, email))) throw refused('DOMAIN_UNVERIFIED');
  if (isDenied) throw refused('EMAIL_UNVERIFIED');
  const named = await selectNamed(transaction, organizationId, { subject: answered.subject, email });
  const person = { email, name: nameOf(answered.claims, email), client };
  const found =
    named === null ? await accountForAddress(transaction, person, ownHeads) : { accountId: named, isNew: false };
  // Addresses are given to other people: the person who had this one before keeps the account.
  if (await isLinked(transaction, organizationId, found.accountId)) throw refused('OTHER_PERSON');
  return found;
}

/** Whether the organization has proved the domain of an address. */
export async function hasProvenAddress(
  transaction: Transaction,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const domain = domainOfAddress(email);
  return domain !== null && (await hasProven(transaction, organizationId, domain));
}

/**
 * The account of an address of a proved domain.
 * @param person null as client: no browser of theirs is there
 * @param ownHeads locked: of the organizations that the account of the address is in, while its address is unproven
 */
export async function accountForAddress(
  transaction: Transaction,
  { email, name, client }: { email: string; name: string; client: Client | null },
  ownHeads: readonly ChainedHead[],
): Promise<{ accountId: string; isNew: boolean }> {
  await lockEmail(transaction, email);
  const nowMs = transaction.clock.nowMs();
  const account = await selectAccountState(transaction, emailKeyOf(email));
  if (account === null) {
    const language = client === null ? null : languageOf(client);
    const draft = { id: uuidv7(nowMs), email, name, passwordHash: NO_PASSWORD, isVerified: true, language };
    await insertAccounts(transaction, [draft], nowMs);
    await noteActivity(transaction, { accountId: draft.id, kind: 'account.created', atMs: nowMs, client });
    return { accountId: draft.id, isNew: true };
  }
  if (!account.isVerified) {
    await proveForNewPerson(transaction, ownHeads, { accountId: account.id, name, passwordHash: NO_PASSWORD });
  }
  return { accountId: account.id, isNew: false };
}

/** The organizations whose heads `accountForAddress` needs. */
export async function organizationsToClaim(pool: pg.Pool, email: string): Promise<string[]> {
  const account = await inTransaction(pool, [], (transaction) => selectAccountState(transaction, emailKeyOf(email)));
  return account === null || account.isVerified ? [] : await organizationsOf(pool, account.id);
}
