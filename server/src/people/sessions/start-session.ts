// SPDX-License-Identifier: Apache-2.0
/** Starts the session of a person who has proved to be the one. */
import type { OrganizationMembership, SignedIn } from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { SignInAccount } from '../accounts/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { lockMembershipCount, membershipsOf } from '../memberships/index.ts';
import { deviceOf, rememberDevice } from './devices.ts';
import type { Method } from './second-step.ts';
import { type DirectorySession, expiriesAt, insertSession } from './session-rows.ts';
import { accessText, newSecret, refreshText, type SecretPair, type SessionTokens } from './tokens.ts';

/** The tokens of a new session, and the secret by which its browser is known again. */
export type StartedTokens = SessionTokens & { device: string };

export interface Started {
  signedIn: SignedIn;
  tokens: StartedTokens;
}

/** Makes an organization with the person as its owner. The transaction sees that organization alone from then on. */
export type MakeOrganization = (transaction: Transaction, ownerId: string) => Promise<OrganizationMembership>;

interface Start {
  client: Client;
  nowMs: number;
  method: Method;
  /** For a person who has no organization; null to refuse them. */
  makeOrganization: MakeOrganization | null;
}

/**
 * In the organization of the earliest membership.
 * @throws ApiError 403 for a person without an organization, or with those alone that a directory opens. 401 when the
 *   password was changed meanwhile; 409 when another sign-in makes the person's organization at the same moment
 */
export async function startSession(
  pool: pg.Pool,
  account: SignInAccount,
  { client, nowMs, method, makeOrganization }: Start,
): Promise<Started> {
  const memberships = await membershipsOf(pool, account.id);
  const earliest = memberships.find(({ needsDirectory }) => !needsDirectory);
  if (earliest === undefined && memberships.length > 0) throw onlyByDirectory(memberships);
  const draft = draftSession(nowMs, client);
  const organization = await inTransaction(pool, [], async (transaction) => {
    if (earliest === undefined) await lockWithoutOrganization(transaction, account.id);
    const [current] = await transaction.query(LOCK_PASSWORD, [account.id, account.passwordHash]);
    if (current === undefined) throw new ApiError('invalid_credentials');
    const organization = earliest ?? (await makeOrganization?.(transaction, account.id));
    if (organization === undefined) throw new ApiError('no_organization');
    const of = { accountId: account.id, organizationId: organization.id, client };
    const { isNewDevice } = await addSession(transaction, draft, of);
    const details = { method };
    const entry = { accountId: account.id, kind: 'sign_in.succeeded', atMs: nowMs, client, details } as const;
    const subjectId = await noteActivity(transaction, entry);
    if (isNewDevice) await enqueueMail(transaction, { kind: 'account.new_browser', organizationId: null, subjectId });
    return organization;
  });
  const { id, email, name } = account;
  return { signedIn: { user: { id, email, name }, organization }, tokens: draft.tokens };
}

/** The person has proved to be the one, so that they may learn which organizations these are. */
function onlyByDirectory(memberships: readonly OrganizationMembership[]): ApiError {
  return new ApiError('sso_required', { organizations: memberships.map(({ id, name }) => ({ id, name })) });
}

/**
 * A change of the password ends all sessions: one that was checked against the old password must not follow it. Two
 * that share the lock would wait for each other where accounts lie on several servers.
 */
const LOCK_PASSWORD = `SELECT 1 FROM svc.accounts WHERE id = $1 AND password_hash = $2 FOR NO KEY UPDATE`;

/** One of two sign-ins at once makes the organization. @throws ApiError 409 for the other */
async function lockWithoutOrganization(transaction: Transaction, accountId: string): Promise<void> {
  if ((await lockMembershipCount(transaction, accountId)) === 0) return;
  throw new ApiError('conflict', { message: 'You have an organization since a moment ago: sign in again.' });
}

/** A session before it is stored. */
export interface SessionToStart {
  id: string;
  atMs: number;
  family: Buffer;
  secrets: SecretPair;
  tokens: StartedTokens;
}

/**
 * New tokens; they open nothing until the session is added. A browser keeps the device that it has.
 * @param until the end of a session of a directory
 */
export function draftSession(nowMs: number, client: Client, until: Date | null = null): SessionToStart {
  const id = uuidv7(nowMs);
  const family = newSecret();
  const secrets = { access: newSecret(), refresh: newSecret() };
  const { accessExpiresAt, expiresAt } = expiriesAt(nowMs, until);
  const secondsUntil = (moment: Date) => Math.floor((moment.getTime() - nowMs) / 1_000);
  const tokens = {
    access: accessText({ sessionId: id, secret: secrets.access }),
    accessSeconds: secondsUntil(accessExpiresAt),
    refresh: refreshText({ sessionId: id, family, secret: secrets.refresh }),
    refreshSeconds: secondsUntil(expiresAt),
    device: deviceOf(client.device),
  };
  return { id, atMs: nowMs, family, secrets, tokens };
}

/** Stores a drafted session. @returns whether the browser is new to an account that has others */
export async function addSession(
  transaction: Transaction,
  { tokens, ...draft }: SessionToStart,
  of: { accountId: string; organizationId: string; client: Client; directory?: DirectorySession },
): Promise<{ isNewDevice: boolean }> {
  await insertSession(transaction, { ...draft, ...of });
  return { isNewDevice: await rememberDevice(transaction, of.accountId, tokens.device) };
}
