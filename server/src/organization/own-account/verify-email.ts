// SPDX-License-Identifier: Apache-2.0
/** Uses the link that proves an address. It shows who reads the mail, and not who made the account. */
import { type EmailVerification, fieldFault } from '@svc/contract';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { markVerified, type Profile, replaceEmail, selectProfile } from '../../people/accounts/index.ts';
import { type Client, noteActivity } from '../../people/activity/index.ts';
import { endLinks, readLink, useLink } from '../../people/links/index.ts';
import { checkNewPassword } from '../../people/passwords/index.ts';
import { checkPassword, type PasswordDeps, type Person } from '../../people/sessions/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type ChainedHead, lockHeads } from '../../storage/heads/index.ts';
import { organizationsOf, proveForNewPerson } from './first-proof.ts';

const PURPOSES = ['verify_email', 'change_email'] as const;
const OVER = fieldFault('LINK_OVER');

/**
 * The maker of the account is shown by their session or its password. Another person gives a new password, which ends
 * what the maker has set up. An account with a proven address is given to no other person.
 * @param person who is signed in, if anybody is
 * @throws ApiError 400 for a link that was used or is over, and for a bad new password. 401 for a wrong password, and
 *   `maker_unproven`. 409 when the account changes at the same moment, 429
 */
export async function verifyEmail(
  deps: PasswordDeps,
  { token, password, newPassword }: EmailVerification,
  { person, client }: { person: Person | null; client: Client },
): Promise<void> {
  const { pool } = deps;
  const { accountId, profile } = await readUsable(deps, token);
  const isMaker =
    person?.user.id === accountId ||
    (await isPasswordOf(deps, { id: accountId, email: profile.email }, password, client));
  const isProven = profile.verifiedAt !== null;
  if (!isMaker && (isProven || newPassword === undefined)) {
    throw new ApiError('maker_unproven', isProven ? { message: MAKER_ALONE } : {});
  }
  if (isMaker || newPassword === undefined) {
    await inTransaction(pool, [], (transaction) => use(transaction, { token, accountId, client, claim: null }));
    return;
  }
  checkNewPassword('newPassword', newPassword, profile.email);
  const passwordHash = await deps.passwords.hash(newPassword, client);
  const organizationIds = await organizationsOf(pool, accountId);
  await inTransaction(pool, organizationIds, async (transaction) => {
    const heads = await lockHeads(transaction, organizationIds);
    await use(transaction, { token, accountId, client, claim: { heads, passwordHash } });
  });
}

const MAKER_ALONE =
  'This link changes the address of an account that has one: open it where you are signed in, or send the `password`.';

async function readUsable({ pool }: Pick<PasswordDeps, 'pool'>, token: string) {
  return await inTransaction(pool, [], async (transaction) => {
    const link = await readLink(transaction, token, PURPOSES);
    if (link === null) throw invalid('token', OVER);
    return { accountId: link.accountId, profile: await selectProfile(transaction, link.accountId) };
  });
}

/** @returns false without a password @throws ApiError 401 for a wrong one, 429 */
async function isPasswordOf(
  deps: PasswordDeps,
  { id, email }: { id: string; email: string },
  password: string | undefined,
  client: Client,
): Promise<boolean> {
  if (password === undefined) return false;
  const account = await checkPassword(deps, { email, password, client });
  if (account?.id !== id) throw new ApiError('invalid_credentials', { message: 'The password is wrong.' });
  return true;
}

interface Use {
  token: string;
  accountId: string;
  client: Client;
  /** Null for the maker of the account. */
  claim: { heads: readonly ChainedHead[]; passwordHash: string } | null;
}

async function use(transaction: Transaction, { token, accountId, client, claim }: Use): Promise<void> {
  const link = await useLink(transaction, token, PURPOSES);
  if (link?.accountId !== accountId) throw invalid('token', OVER);
  const { email, purpose } = link;
  const before = await selectProfile(transaction, accountId);
  const atMs = transaction.clock.nowMs();
  if (claim !== null) {
    const { heads, passwordHash } = claim;
    await proveForNewPerson(transaction, heads, { accountId, name: null, passwordHash });
    await noteActivity(transaction, { accountId, kind: 'password.reset', atMs, client });
  }
  if (purpose === 'change_email') await change(transaction, { accountId, email, before, client });
  else {
    await markVerified(transaction, accountId, email, atMs);
    await noteActivity(transaction, { accountId, kind: 'email.verified', atMs, client });
  }
}

interface AddressChange {
  accountId: string;
  email: string;
  before: Profile;
  client: Client;
}

async function change(transaction: Transaction, { accountId, email, before, client }: AddressChange): Promise<void> {
  const atMs = transaction.clock.nowMs();
  if (!(await replaceEmail(transaction, accountId, email, atMs))) throw invalid('token', OVER);
  // The older links are in the mailbox of the older address.
  await endLinks(transaction, accountId);
  const details = { from: before.email, to: email };
  const subjectId = await noteActivity(transaction, { accountId, kind: 'email.changed', atMs, client, details });
  if (before.verifiedAt === null) return;
  await enqueueMail(transaction, { kind: 'account.email_changed', organizationId: null, subjectId });
}
