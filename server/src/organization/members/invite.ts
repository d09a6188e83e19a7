// SPDX-License-Identifier: Apache-2.0
/** Invites people to an organization: the invitation, its link by mail or by hand, another link, and taking it back. */
import {
  fieldFault,
  INVITATION_DAYS,
  INVITATIONS_PER_ORGANIZATION_MAX,
  type Invitation,
  type InvitationCreation,
  type InvitationList,
  type InvitationSent,
  type Role,
} from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { accountIdsByEmail, emailKeyOf } from '../../people/accounts/index.ts';
import { newLinkSecret } from '../../people/links/index.ts';
import { type Changer, changeAs, selectRole } from '../../people/memberships/index.ts';
import { isMailAddress } from '../../platform/addresses/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { countInvitationMail } from '../own-account/index.ts';
import {
  deleteInvitation,
  insertInvitation,
  replaceLink,
  selectInvitation,
  selectInvitations,
} from './invitation-rows.ts';
import { checkOwnersRight } from './owners.ts';

const MS_PER_DAY = 86_400_000;

export async function listInvitations(pool: pg.Pool, organizationId: string, page: Page): Promise<InvitationList> {
  const all = await inTransaction(pool, [organizationId], (transaction) =>
    selectInvitations(transaction, organizationId),
  );
  const { after } = page;
  const left = all.map(({ invitation }) => invitation).filter(({ id }) => after === null || id < after);
  return pageAnswer(
    left.slice(0, page.limit + 1),
    page,
    ({ id }) => id,
    (invitation) => invitation,
  );
}

/** The way of a link to the invited person. */
export interface InvitingDeps {
  pool: pg.Pool;
  vault: Vault;
  /** A mail server is set. Without one the person who invites gets the link, once, and hands it over. */
  hasMail: boolean;
  /** Public address of the service. */
  baseUrl: () => string;
}

/**
 * The caller's own address is verified, where links go by mail.
 * @throws ApiError 400 for no e-mail address. 403 for an ADMIN who invites an OWNER. 409 for a member, for an address
 *   that is invited already, and past the number. 429 for too many
 */
export async function invite(
  deps: InvitingDeps,
  changer: Changer,
  { email, role }: InvitationCreation,
): Promise<InvitationSent> {
  if (!isMailAddress(email)) throw invalid('email', fieldFault('NOT_AN_ADDRESS'));
  const { organizationId, accountId } = changer;
  await countInvitationMail(deps.pool, changer, email);
  return await changeAs(deps.pool, changer, ['OWNER', 'ADMIN'], async (transaction, { role: own, nowMs }) => {
    checkOwnersRight(own, [role]);
    if (deps.hasMail) await checkVerified(transaction, accountId);
    const emailKey = emailKeyOf(email);
    await checkIsFree(transaction, organizationId, emailKey);
    const id = uuidv7(nowMs);
    const { stored, shown } = linkOf(deps, organizationId, id, nowMs);
    await insertInvitation(transaction, organizationId, { email, emailKey, role, invitedBy: accountId, ...stored });
    return await sent(transaction, organizationId, { id, role, shown });
  });
}

/** Makes another link, for which the caller stands; the older one ends. @throws ApiError 403 and 429 as above, 404 */
export async function inviteAgain(deps: InvitingDeps, changer: Changer, id: string): Promise<InvitationSent> {
  const { organizationId, accountId } = changer;
  const { email } = await inTransaction(deps.pool, [organizationId], (transaction) =>
    invitationOf(transaction, organizationId, id),
  );
  await countInvitationMail(deps.pool, changer, email);
  return await changeAs(deps.pool, changer, ['OWNER', 'ADMIN'], async (transaction, { role: own, nowMs }) => {
    const { role } = await invitationOf(transaction, organizationId, id);
    checkOwnersRight(own, [role]);
    if (deps.hasMail) await checkVerified(transaction, accountId);
    const { stored, shown } = linkOf(deps, organizationId, id, nowMs);
    await replaceLink(transaction, organizationId, { ...stored, invitedBy: accountId });
    return await sent(transaction, organizationId, { id, role, shown });
  });
}

/** A link that is not shown goes by mail. */
async function sent(
  transaction: Transaction,
  organizationId: string,
  { id, role, shown }: { id: string; role: Role; shown: string | null },
) {
  if (shown === null) {
    await enqueueMail(transaction, { kind: 'member.invited', organizationId, subjectId: id });
  }
  const change = { kind: 'member.invited', subject: { type: 'invitation', id }, metadata: { role } };
  return { result: { ...(await invitationOf(transaction, organizationId, id)), link: shown }, changes: [change] };
}

/** Its link ends at once. @throws ApiError 403 for an ADMIN who takes back an OWNER's invitation, 404 */
export async function revokeInvitation(pool: pg.Pool, changer: Changer, id: string): Promise<void> {
  const { organizationId } = changer;
  await changeAs(pool, changer, ['OWNER', 'ADMIN'], async (transaction, { role: own }) => {
    const { role } = await invitationOf(transaction, organizationId, id);
    checkOwnersRight(own, [role]);
    await deleteInvitation(transaction, organizationId, id);
    const change = { kind: 'invitation.revoked', subject: { type: 'invitation', id }, metadata: { role } };
    return { result: undefined, changes: [change] };
  });
}

/** Only a link that is to be mailed is kept, sealed; of one that is shown the digest stays alone. */
function linkOf({ vault, hasMail, baseUrl }: InvitingDeps, organizationId: string, id: string, nowMs: number) {
  const { token, digest } = newLinkSecret();
  const binding = { organizationId, table: 'invitations', column: 'sealed_secret', rowId: id } as const;
  const sealedSecret = hasMail ? vault.seal(token, binding) : null;
  const expiresAt = new Date(nowMs + INVITATION_DAYS * MS_PER_DAY);
  return {
    stored: { id, digest, sealedSecret, sentAt: new Date(nowMs), expiresAt },
    shown: hasMail ? null : `${baseUrl()}/app/invitation#token=${token}`,
  };
}

async function invitationOf(transaction: Transaction, organizationId: string, id: string): Promise<Invitation> {
  const stored = await selectInvitation(transaction, organizationId, id);
  if (stored === null) throw new ApiError('not_found', { message: 'There is no such invitation, or no longer.' });
  return stored.invitation;
}

/** A person who has not proved an own address may not have mails sent to others. @throws ApiError 403 */
async function checkVerified(transaction: Transaction, accountId: string): Promise<void> {
  const [row] = await transaction.query(SELECT_VERIFIED, [accountId]);
  if (row === undefined) {
    const message = 'Verify your own e-mail address first: open the link in the mail that you got, or ask for another.';
    throw new ApiError('forbidden', { message });
  }
}

const SELECT_VERIFIED = `SELECT 1 FROM svc.accounts WHERE id = $1 AND email_verified_at IS NOT NULL`;

/** @throws ApiError 409 */
async function checkIsFree(transaction: Transaction, organizationId: string, emailKey: string): Promise<void> {
  const accountId = (await accountIdsByEmail(transaction, [emailKey])).get(emailKey);
  if (accountId !== undefined && (await selectRole(transaction, organizationId, accountId)) !== null) {
    throw new ApiError('conflict', { message: 'The person with this address is a member already.' });
  }
  const invitations = await selectInvitations(transaction, organizationId);
  if (invitations.some((one) => one.emailKey === emailKey)) {
    const message = 'This address is invited already; send that invitation again, or revoke it.';
    throw new ApiError('conflict', { message });
  }
  if (invitations.length >= INVITATIONS_PER_ORGANIZATION_MAX) {
    const message = `${INVITATIONS_PER_ORGANIZATION_MAX} invitations are waiting; revoke some of them first.`;
    throw new ApiError('conflict', { message });
  }
}
