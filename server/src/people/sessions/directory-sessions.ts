// SPDX-License-Identifier: Apache-2.0
/** Sessions that came by the directory of an organization: their start, their confirmation, and their end. */
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { changeSessions, type DirectorySession, SESSIONS } from './session-rows.ts';
import { addSession, draftSession, type StartedTokens } from './start-session.ts';

/** Starts a session in the organization of the directory. The caller has seen that the person is a member. */
export async function start(
  transaction: Transaction,
  of: { accountId: string; organizationId: string; client: Client; directory: DirectorySession },
): Promise<StartedTokens> {
  const nowMs = transaction.clock.nowMs();
  const draft = draftSession(nowMs, of.client, of.directory.until);
  await addSession(transaction, draft, of);
  const details = { method: 'directory' };
  const entry = {
    accountId: of.accountId,
    kind: 'sign_in.succeeded',
    atMs: nowMs,
    client: of.client,
    details,
  } as const;
  await noteActivity(transaction, entry);
  return draft.tokens;
}

interface Confirmed {
  sessionId: string;
  organizationId: string;
  /** The person whom the directory has just asked. */
  subject: string;
  client: Client;
}

/** @returns false for a session that ended meanwhile, or of another person */
export async function confirm(transaction: Transaction, confirmed: Confirmed): Promise<boolean> {
  const { sessionId, organizationId, subject, client } = confirmed;
  const values = [sessionId, organizationId, subject, transaction.clock.now()];
  const [row] = await queryAcross<{ account_id: string }>(transaction, SESSIONS, CONFIRM, values);
  if (row === undefined) return false;
  const atMs = transaction.clock.nowMs();
  const details = { method: 'directory' };
  await noteActivity(transaction, { accountId: row.account_id, kind: 'sign_in.confirmed', atMs, client, details });
  return true;
}

const CONFIRM = `
  UPDATE svc.sessions SET signed_in_at = $4::timestamptz
  WHERE id = $1 AND organization_id = $2 AND directory_subject = $3 AND directory_until > $4::timestamptz
  RETURNING account_id`;

/**
 * Ends sessions that came by the directory.
 * @param of the person and the session at the directory; null for any
 * @returns their number
 */
export async function end(
  transaction: Transaction,
  organizationId: string,
  of: { subject: string | null; sid: string | null } = { subject: null, sid: null },
): Promise<number> {
  return await changeSessions(transaction, END_SESSIONS, [organizationId, of.subject, of.sid]);
}

const END_SESSIONS = `
  DELETE FROM svc.sessions
  WHERE organization_id = $1 AND directory_until IS NOT NULL
    AND ($2::text IS NULL OR directory_subject = $2) AND ($3::text IS NULL OR directory_sid = $3)
  RETURNING id`;

/** Ends the sessions of a person that stand in the organization, however they came. */
export async function endOf(transaction: Transaction, organizationId: string, accountId: string): Promise<number> {
  return await changeSessions(transaction, END_OF_PERSON, [organizationId, accountId]);
}

const END_OF_PERSON = `DELETE FROM svc.sessions WHERE organization_id = $1 AND account_id = $2 RETURNING id`;

/** Has every stream of a session in the organization look again whether its person is let in. */
export async function tell(transaction: Transaction, organizationId: string): Promise<void> {
  await changeSessions(transaction, TOUCH, [organizationId]);
}

const TOUCH = `
  UPDATE svc.sessions SET organization_id = organization_id WHERE organization_id = $1 RETURNING id`;
