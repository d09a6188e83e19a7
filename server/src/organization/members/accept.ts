// SPDX-License-Identifier: Apache-2.0
/**
 * Accepts an invitation. A link that went by mail proves that the person reads the mail of the invited address. One
 * that was handed over proves nothing: it opens no account that exists.
 */

import { type AcceptedInvitation, fieldFault, type InvitationAcceptance, type OpenInvitation } from '@svc/contract';
import type pg from 'pg';
import { insertAccounts, proveAddress, selectAccountState } from '../../people/accounts/index.ts';
import { type Client, languageOf, noteActivity } from '../../people/activity/index.ts';
import { needsDirectoryIn, refuseDirectory } from '../../people/entry/index.ts';
import { digestOfToken } from '../../people/links/index.ts';
import { insertMemberships, selectRole } from '../../people/memberships/index.ts';
import { checkNewPassword, type Passwords } from '../../people/passwords/index.ts';
import {
  addSession,
  draftSession,
  type Person,
  type StartedTokens,
  switchSession,
} from '../../people/sessions/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { checkName, organizationsOf, proveForNewPerson } from '../own-account/index.ts';
import { deleteInvitation, organizationOfLink, type StoredInvitation, selectByDigest } from './invitation-rows.ts';

const OVER = new ApiError('not_found', {
  message: 'This invitation was used, replaced by a newer one, taken back, or is over. Ask for another one.',
});

/** @param person who is signed in, if anybody is @throws ApiError 404 for a link that opens nothing */
export async function openInvitation(pool: pg.Pool, token: string, person: Person | null): Promise<OpenInvitation> {
  const { organizationId, digest } = await findLink(pool, token);
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const { invitation, emailKey, isHandedOver } = await standing(transaction, organizationId, digest);
    const account = await selectAccountState(transaction, emailKey);
    const { email, role, invitedBy, expiresAt } = invitation;
    return {
      organizationName: await nameOf(transaction, organizationId),
      email,
      role,
      invitedBy,
      expiresAt,
      hasAccount: account !== null && (isHandedOver || account.isVerified),
      wantsSignIn: isHandedOver && account !== null && person === null,
      signedInAs: person?.user.email ?? null,
    };
  });
}

export interface Accepted {
  accepted: AcceptedInvitation;
  /** The tokens of the new account's first session; null where none was started. */
  tokens: StartedTokens | null;
}

/**
 * Makes the person of the invited address a member: one who has an account, or a new one. An open
 * session of the invited address goes on in the organization.
 *
 * A stranger may have made an account whose address was never verified. Accepting a mailed link takes it over with a
 * new password, and ends what the stranger has left.
 * @throws ApiError 400 for a missing name or password, 404 as above, 409 for a person signed in with another address,
 *   and for an account whose person has to sign in first
 */
export async function acceptInvitation(
  { pool, passwords }: { pool: pg.Pool; passwords: Passwords },
  acceptance: InvitationAcceptance,
  { person, client, nowMs }: { person: Person | null; client: Client; nowMs: number },
): Promise<Accepted> {
  // A session of a directory is about its organization alone.
  if (person !== null) refuseDirectory(person);
  const { organizationId, digest } = await findLink(pool, acceptance.token);
  const passwordHash = acceptance.password === undefined ? null : await passwords.hash(acceptance.password, client);
  const session = draftSession(nowMs, client);
  const ownIds = await organizationsOfInvited(pool, organizationId, digest);
  return await inTransaction(pool, [organizationId, ...ownIds], async (transaction) => {
    const heads = await lockHeads(transaction, [organizationId, ...ownIds]);
    const head = heads.find((one) => one.organizationId === organizationId);
    if (head === undefined) throw OVER;
    const stored = await standing(transaction, organizationId, digest);
    const { role } = stored.invitation;
    const ownHeads = heads.filter((one) => ownIds.includes(one.organizationId));
    const joined = await join(transaction, stored, { acceptance, passwordHash, person, client, nowMs, ownHeads });
    const { accountId } = joined;
    await deleteInvitation(transaction, organizationId, stored.invitation.id);
    if ((await selectRole(transaction, organizationId, accountId)) === null) {
      await insertMemberships(transaction, organizationId, [{ accountId, role }], nowMs);
      const change = {
        kind: 'member.added',
        subject: { type: 'member', id: accountId },
        metadata: { role, after: { role }, invitationId: stored.invitation.id },
      };
      const actor = { type: 'user', id: accountId } as const;
      const origin = { actor, nowMs, source: 'app', keyPrefix: null, role };
      await appendEntries(transaction, head, entriesOf(organizationId, [change], origin));
    }
    const organizationName = await nameOf(transaction, organizationId);
    const organization = { id: organizationId, name: organizationName, role };
    const { user } = joined;
    // A member of an organization that only its directory opens signs in there.
    const isClosed = await needsDirectoryIn(transaction, organizationId, accountId);
    if (user === null || isClosed) return { accepted: { organizationName, signedIn: null }, tokens: null };
    if (joined.isNew) await addSession(transaction, session, { accountId, organizationId, client });
    else if (person !== null) await switchSession(transaction, person.sessionId, organizationId);
    return {
      accepted: { organizationName, signedIn: { user, organization } },
      tokens: joined.isNew ? session.tokens : null,
    };
  });
}

interface Joined {
  accountId: string;
  /** True for an account that was made or taken over: its first session starts. */
  isNew: boolean;
  /** Null for a person who has yet to sign in. */
  user: { id: string; email: string; name: string } | null;
}

interface Joining {
  acceptance: InvitationAcceptance;
  passwordHash: string | null;
  person: Person | null;
  client: Client;
  nowMs: number;
  /** The heads of the organizations that the account of the invited address is in. */
  ownHeads: readonly ChainedHead[];
}

/** Finds or makes the account of the invited address. */
async function join(
  transaction: Transaction,
  { invitation: { email }, emailKey, isHandedOver }: StoredInvitation,
  { acceptance, passwordHash, person, client, nowMs, ownHeads }: Joining,
): Promise<Joined> {
  const account = await selectAccountState(transaction, emailKey);
  if (person !== null && person.user.id !== account?.id) {
    const message = `You are signed in as ${person.user.email}; sign out, then open the link again.`;
    throw new ApiError('conflict', { message });
  }
  if (account !== null && person !== null) {
    if (!isHandedOver) await proveAddress(transaction, account.id, emailKey, nowMs);
    return { accountId: account.id, isNew: false, user: person.user };
  }
  if (account !== null && isHandedOver) {
    throw new ApiError('conflict', { message: `Sign in as ${email} first, then open the link again.` });
  }
  if (account?.isVerified === true) return { accountId: account.id, isNew: false, user: null };
  const { name } = acceptance;
  if (name === undefined) throw invalid('name', fieldFault('NEEDED_FOR_NEW_ACCOUNT'));
  checkName('name', name);
  if (acceptance.password === undefined || passwordHash === null) {
    throw invalid('password', fieldFault('NEEDED_FOR_NEW_ACCOUNT'));
  }
  checkNewPassword('password', acceptance.password, email);
  const id = account?.id ?? uuidv7(nowMs);
  if (account === null) {
    const draft = { id, email, name, passwordHash, isVerified: !isHandedOver, language: languageOf(client) };
    await insertAccounts(transaction, [draft], nowMs);
  } else {
    await proveForNewPerson(transaction, ownHeads, { accountId: id, name, passwordHash });
  }
  await noteActivity(transaction, { accountId: id, kind: 'account.created', atMs: nowMs, client });
  return { accountId: id, isNew: true, user: { id, email, name } };
}

/** A person who proves an address by an invitation may take over the account that another person made with it. */
async function organizationsOfInvited(pool: pg.Pool, organizationId: string, digest: Buffer): Promise<string[]> {
  const account = await inTransaction(pool, [organizationId], async (transaction) => {
    const { emailKey } = await standing(transaction, organizationId, digest);
    return await selectAccountState(transaction, emailKey);
  });
  return account === null || account.isVerified ? [] : await organizationsOf(pool, account.id);
}

async function findLink(pool: pg.Pool, token: string): Promise<{ organizationId: string; digest: Buffer }> {
  const digest = digestOfToken(token);
  const organizationId = digest === null ? null : await organizationOfLink(pool, digest);
  if (digest === null || organizationId === null) throw OVER;
  return { organizationId, digest };
}

async function standing(transaction: Transaction, organizationId: string, digest: Buffer): Promise<StoredInvitation> {
  const stored = await selectByDigest(transaction, organizationId, digest);
  if (stored === null || stored.isOver || !stored.isBacked) throw OVER;
  return stored;
}

async function nameOf(transaction: Transaction, organizationId: string): Promise<string> {
  const rows = await transaction.query<{ name: string }>(SELECT_NAME, [organizationId]);
  return rows[0]?.name ?? '';
}

const SELECT_NAME = `SELECT name FROM svc.organizations WHERE organization_id = $1`;
