// SPDX-License-Identifier: Apache-2.0
/** Mails the links that prove an address, or change it. A new address counts once its link was opened. */
import { type EmailChange, fieldFault, VERIFICATION_LINK_HOURS } from '@svc/contract';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { accountIdsByEmail, emailKeyOf, selectProfile } from '../../people/accounts/index.ts';
import { type Client, noteActivity } from '../../people/activity/index.ts';
import { makeLink } from '../../people/links/index.ts';
import { checkPassword, type PasswordDeps, type Person } from '../../people/sessions/index.ts';
import { isMailAddress } from '../../platform/addresses/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { mayMailStranger } from './mail-rate.ts';

export interface EmailDeps extends PasswordDeps {
  vault: Vault;
}

type User = Person['user'];

/** Mails another link to an address that is not proven yet. @throws ApiError 429 after five mails in an hour */
export async function requestVerification({ pool, vault }: EmailDeps, { id, email }: User): Promise<void> {
  const { verifiedAt } = await inTransaction(pool, [], (transaction) => selectProfile(transaction, id));
  if (verifiedAt !== null) return;
  if (!(await mayMailStranger(pool, email))) throw new ApiError('rate_limited', { retryAfterSeconds: 3_600 });
  await inTransaction(pool, [], async (transaction) => {
    const link = { accountId: id, purpose: 'verify_email', email, hours: VERIFICATION_LINK_HOURS } as const;
    const subjectId = await makeLink(transaction, vault, { ...link, nowMs: transaction.clock.nowMs() });
    await enqueueMail(transaction, { kind: 'account.verification', organizationId: null, subjectId });
  });
}

/**
 * Mails a link to the new address. An address with an account gets no link: its person is told instead. The caller
 * sees no difference, in the profile neither: a link is made for both, and one of them stays in the vault.
 * @throws ApiError 400 for no address, or the same one; 401 for a wrong password; 429
 */
export async function requestEmailChange(deps: EmailDeps, user: User, change: EmailChange, client: Client) {
  const { pool, vault } = deps;
  const { email, password } = change;
  if (!isMailAddress(email)) throw invalid('email', fieldFault('NOT_AN_ADDRESS'));
  if (email === user.email) throw invalid('email', fieldFault('SAME_ADDRESS'));
  const account = await checkPassword(deps, { email: user.email, password, client });
  if (account?.id !== user.id) throw new ApiError('invalid_credentials');
  const mayMail = await mayMailStranger(pool, email);
  await inTransaction(pool, [], async (transaction) => {
    const atMs = transaction.clock.nowMs();
    await noteActivity(transaction, { accountId: user.id, kind: 'email.change_requested', atMs, client });
    if (!mayMail) return;
    const [ownerId] = (await accountIdsByEmail(transaction, [emailKeyOf(email)])).values();
    const isTaken = ownerId !== undefined && ownerId !== user.id;
    const link = { accountId: user.id, purpose: 'change_email', email, hours: VERIFICATION_LINK_HOURS } as const;
    const linkId = await makeLink(transaction, vault, { ...link, nowMs: atMs });
    const kind = isTaken ? 'account.address_known' : 'account.verification';
    await enqueueMail(transaction, { kind, organizationId: null, subjectId: isTaken ? ownerId : linkId });
  });
}
