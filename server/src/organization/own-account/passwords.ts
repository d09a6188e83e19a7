// SPDX-License-Identifier: Apache-2.0
/** Changes a password: by the one before, or by a one-time link in a mail. Both end sessions, and are told by mail. */
import { fieldFault, type PasswordChange, RESET_LINK_HOURS } from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { emailKeyOf, replacePassword, selectProfile, selectSignInAccount } from '../../people/accounts/index.ts';
import { type Client, noteActivity } from '../../people/activity/index.ts';
import { checkBreakGlassOf } from '../../people/entry/index.ts';
import { removeFactorsBefore } from '../../people/factors/index.ts';
import { endLinks, makeLink, readLink, useLink } from '../../people/links/index.ts';
import { checkNewPassword } from '../../people/passwords/index.ts';
import { checkPassword, endSessions, type PasswordDeps, type Person } from '../../people/sessions/index.ts';
import { isMailAddress, limitedAddress } from '../../platform/addresses/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { endTheirSigning } from './ended-passkeys.ts';
import { organizationsOf, proveForNewPerson } from './first-proof.ts';
import { mayMailStranger } from './mail-rate.ts';

/** Requests of one address that need no session. */
const FORGOTTEN_RATE = { name: 'password forgotten', hitsMax: 100, windowSeconds: 3_600 };
const RESET_RATE = { name: 'password reset', hitsMax: 100, windowSeconds: 3_600 };

/**
 * Mails a one-time link. An address without an account gets a mail that says so, and the caller sees no difference.
 * @throws ApiError 400 for no address; 429
 */
export async function forgetPassword(
  { pool, vault }: { pool: pg.Pool; vault: Vault },
  email: string,
  client: Client,
): Promise<void> {
  await hitSharedWindow(pool, FORGOTTEN_RATE, limitedAddress(client.address));
  if (!isMailAddress(email)) throw invalid('email', fieldFault('NOT_AN_ADDRESS'));
  if (!(await mayMailStranger(pool, email))) return;
  await inTransaction(pool, [], async (transaction) => {
    const nowMs = transaction.clock.nowMs();
    const account = await selectSignInAccount(transaction, emailKeyOf(email));
    const accountId = account?.id ?? null;
    const purpose = accountId === null ? 'no_account' : 'reset_password';
    // The stored spelling: another one with the same key may lead to another mailbox.
    const draft = { accountId, purpose, email: account?.email ?? email, hours: RESET_LINK_HOURS, nowMs } as const;
    const subjectId = await makeLink(transaction, vault, draft);
    const kind = accountId === null ? 'account.unknown' : 'account.password_reset';
    await enqueueMail(transaction, { kind, organizationId: null, subjectId });
  });
}

const OVER = fieldFault('LINK_OVER');

/**
 * Sets a password by a link. All sessions end, and second factors that are older than the proof of the address. The
 * link proves an address that was not proven before, of an account that another person may have made.
 * @throws ApiError 400 for a bad password, which leaves the link usable, or a link that was used or is over. 409 when
 *   the account changes at the same moment, 429 for too many
 */
export async function resetPassword(
  { pool, passwords }: Pick<PasswordDeps, 'pool' | 'passwords'>,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<void> {
  await hitSharedWindow(pool, RESET_RATE, limitedAddress(client.address));
  const usable = await inTransaction(pool, [], (transaction) => readLink(transaction, token, ['reset_password']));
  if (usable === null) throw invalid('token', OVER);
  checkNewPassword('password', password, null);
  const passwordHash = await passwords.hash(password, client);
  const organizationIds = await organizationsOf(pool, usable.accountId);
  await inTransaction(pool, organizationIds, async (transaction) => {
    const heads = await lockHeads(transaction, organizationIds);
    const link = await useLink(transaction, token, ['reset_password']);
    if (link === null) throw invalid('token', OVER);
    const { accountId } = link;
    const { verifiedAt } = await selectProfile(transaction, accountId);
    if (verifiedAt === null) await proveForNewPerson(transaction, heads, { accountId, name: null, passwordHash });
    else {
      await replacePassword(transaction, accountId, passwordHash, null);
      await removeFactorsBefore(transaction, accountId, verifiedAt);
      await endTheirSigning(transaction, heads, accountId);
      await checkBreakGlassOf(transaction, accountId);
    }
    await afterChange(transaction, { accountId, kind: 'password.reset', client, keptSession: null });
  });
}

/** All other sessions end. @throws ApiError 400 for a bad new password; 401; 409 when it was changed meanwhile; 429 */
export async function changePassword(
  deps: PasswordDeps,
  { user, sessionId }: Person,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<void> {
  checkNewPassword('newPassword', newPassword, user.email);
  const account = await checkPassword(deps, { email: user.email, password: currentPassword, client });
  if (account?.id !== user.id) throw new ApiError('invalid_credentials');
  const passwordHash = await deps.passwords.hash(newPassword, client);
  await inTransaction(deps.pool, [], async (transaction) => {
    const isReplaced = await replacePassword(transaction, user.id, passwordHash, account.passwordHash);
    if (!isReplaced) throw new ApiError('conflict', { message: 'The password was changed meanwhile; sign in again.' });
    const kind = 'password.changed';
    await afterChange(transaction, { accountId: user.id, kind, client, keptSession: sessionId });
  });
}

interface Changed {
  accountId: string;
  kind: 'password.changed' | 'password.reset';
  client: Client;
  keptSession: string | null;
}

async function afterChange(transaction: Transaction, { accountId, kind, client, keptSession }: Changed): Promise<void> {
  await endLinks(transaction, accountId);
  await endSessions(transaction, accountId, keptSession);
  const subjectId = await noteActivity(transaction, { accountId, kind, atMs: transaction.clock.nowMs(), client });
  await enqueueMail(transaction, { kind: 'account.password_changed', organizationId: null, subjectId });
}
