// SPDX-License-Identifier: Apache-2.0
/** Identifies the person of a request, by its access token. */

import type { OrganizationMembership, Role, SignedIn } from '@svc/contract';
import type pg from 'pg';
import { groupNames } from '../../storage/authority/index.ts';
import { inTransaction, seeOrganizations, type Transaction } from '../../storage/db/index.ts';
import { NEEDS_DIRECTORY } from '../entry/index.ts';
import { SESSIONS } from './session-rows.ts';
import { type AccessToken, isDigestOf, parseAccess } from './tokens.ts';

/** A signed-in person in the current organization, with the current role. */
export interface Person {
  sessionId: string;
  /** The last time that the person proved to be there: a sign-in, or a reauthentication. */
  signedInAtMs: number;
  user: SignedIn['user'];
  organization: OrganizationMembership;
  /** The names of the person's groups there. */
  groups: readonly string[];
  /** The address is proven. */
  isVerified: boolean;
  /** The organization asks for a second factor, and the person has none. */
  needsFactor: boolean;
  /** The organization's keys, webhooks and integrations wait for the answer of its owner. */
  isUnconfirmed: boolean;
  /** The session came by the directory of the organization: it enters no other, and is not about the account. */
  isDirectory: boolean;
  /** The organization is the demo: the person is a visitor, and looks only. */
  isDemo: boolean;
}

/**
 * @param token from the access cookie
 * @returns null when the token is unknown or expired, its session has ended, or the person is no longer a member
 */
export async function readPerson(pool: pg.Pool, token: string, nowMs: number): Promise<Person | null> {
  const access = parseAccess(token);
  if (access === null) return null;
  return await inTransaction(pool, [], (transaction) => personOf(transaction, access, nowMs), 'write', TABLES);
}

const TABLES = [...SESSIONS, 'demo_organizations'];

/** The transaction reaches any session, until it learns the organization of this one. */
async function personOf(
  transaction: Transaction,
  { sessionId, secret }: AccessToken,
  nowMs: number,
): Promise<Person | null> {
  const [session] = await transaction.query<SessionRow & Record<string, unknown>>(SELECT_SESSION, [sessionId]);
  if (session === undefined || session.organization_id === null) return null;
  const isCurrent = isDigestOf(session.access_hash, secret) && isAhead(session.access_expires_at, nowMs);
  const isPrevious =
    isDigestOf(session.previous_access_hash, secret) && isAhead(session.previous_access_expires_at, nowMs);
  if (!isCurrent && !isPrevious) return null;
  const [, [membership]] = await Promise.all([
    seeOrganizations(transaction, [session.organization_id]),
    transaction.query<MembershipRow>(SELECT_MEMBERSHIP, [session.organization_id, session.account_id]),
  ]);
  if (membership === undefined) return null;
  const until = session.directory_until;
  if (until === null ? membership.needs_directory : !isAhead(until, nowMs) || !membership.has_directory) return null;
  return {
    sessionId,
    signedInAtMs: session.signed_in_at.getTime(),
    user: { id: session.account_id, email: session.email, name: session.name },
    organization: { id: session.organization_id, name: membership.name, role: membership.role },
    groups: membership.groups,
    isVerified: session.is_verified,
    // The directory asks its people for what it wants of them.
    needsFactor: until === null && membership.require_mfa && !session.has_factor,
    isUnconfirmed: membership.is_unconfirmed,
    isDirectory: until !== null,
    isDemo: session.is_demo,
  };
}

function isAhead(moment: Date | null, nowMs: number): boolean {
  return moment !== null && nowMs < moment.getTime();
}

interface SessionRow {
  account_id: string;
  organization_id: string | null;
  signed_in_at: Date;
  directory_until: Date | null;
  access_hash: Buffer;
  access_expires_at: Date;
  previous_access_hash: Buffer | null;
  previous_access_expires_at: Date | null;
  email: string;
  name: string;
  is_verified: boolean;
  has_factor: boolean;
  is_demo: boolean;
}

const SELECT_SESSION = `
  SELECT s.account_id, s.organization_id, s.signed_in_at, s.directory_until, s.access_hash, s.access_expires_at,
    s.previous_access_hash, s.previous_access_expires_at, a.email, a.name,
    a.email_verified_at IS NOT NULL AS is_verified,
    EXISTS (SELECT FROM svc.account_totp t WHERE t.account_id = a.id AND t.enabled_at IS NOT NULL)
      OR EXISTS (SELECT FROM svc.account_passkeys p WHERE p.account_id = a.id) AS has_factor,
    EXISTS (SELECT FROM svc.demo_organizations d WHERE d.organization_id = s.organization_id) AS is_demo
  FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id
  WHERE s.id = $1`;

interface MembershipRow extends Record<string, unknown> {
  name: string;
  require_mfa: boolean;
  role: Role;
  groups: string[];
  is_unconfirmed: boolean;
  needs_directory: boolean;
  has_directory: boolean;
}

const SELECT_MEMBERSHIP = `
  SELECT o.name, m.role, ${groupNames('$2')} AS groups, o.require_mfa,
    o.unconfirmed_since IS NOT NULL AS is_unconfirmed,
    ${NEEDS_DIRECTORY} AS needs_directory, COALESCE(c.enabled, false) AS has_directory
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
    LEFT JOIN svc.sso_connections c USING (organization_id)
  WHERE m.organization_id = $1 AND m.account_id = $2`;
