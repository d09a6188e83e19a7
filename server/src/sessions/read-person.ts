/** Identifies the person of a request, by its access token. */
import type { OrganizationMembership, Role, SignedIn } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/index.ts';
import { isDigestOf, parseAccess } from './tokens.ts';

/** A signed-in person in the current organization, with the current role. */
export interface Person {
  sessionId: string;
  user: SignedIn['user'];
  organization: OrganizationMembership;
}

/**
 * @param token from the access cookie
 * @returns null when the token is unknown or expired, its session has ended, or the person is no longer a member
 */
export async function readPerson(pool: pg.Pool, token: string, nowMs: number): Promise<Person | null> {
  const access = parseAccess(token);
  if (access === null) return null;
  const { sessionId, secret } = access;
  const [session] = await inTransaction(pool, [], (transaction) =>
    transaction.query<SessionRow>(SELECT_SESSION, [sessionId]),
  );
  if (session === undefined || session.organization_id === null) return null;
  const isCurrent = isDigestOf(session.access_hash, secret) && isAhead(session.access_expires_at, nowMs);
  const isPrevious =
    isDigestOf(session.previous_access_hash, secret) && isAhead(session.previous_access_expires_at, nowMs);
  if (!isCurrent && !isPrevious) return null;
  const [membership] = await inTransaction(pool, [session.organization_id], (transaction) =>
    transaction.query<MembershipRow>(SELECT_MEMBERSHIP, [session.organization_id, session.account_id]),
  );
  if (membership === undefined) return null;
  return {
    sessionId,
    user: { id: session.account_id, email: session.email, name: session.name },
    organization: { id: session.organization_id, name: membership.name, role: membership.role },
  };
}

function isAhead(moment: Date | null, nowMs: number): boolean {
  return moment !== null && nowMs < moment.getTime();
}

interface SessionRow {
  account_id: string;
  organization_id: string | null;
  access_hash: Buffer;
  access_expires_at: Date;
  previous_access_hash: Buffer | null;
  previous_access_expires_at: Date | null;
  email: string;
  name: string;
}

const SELECT_SESSION = `
  SELECT s.account_id, s.organization_id, s.access_hash, s.access_expires_at, s.previous_access_hash,
    s.previous_access_expires_at, a.email, a.name
  FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id
  WHERE s.id = $1`;

interface MembershipRow {
  name: string;
  role: Role;
}

const SELECT_MEMBERSHIP = `
  SELECT o.name, m.role
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
  WHERE m.organization_id = $1 AND m.account_id = $2`;
