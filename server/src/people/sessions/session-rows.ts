// SPDX-License-Identifier: Apache-2.0
/** Session rows. They belong to a person, in whatever organization: a token is looked up before one is known. */
import { SESSION_ACCESS_MINUTES, SESSION_REFRESH_DAYS, SESSIONS_PER_ACCOUNT_MAX } from '@svc/contract';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { ofSession, tellWithCommit } from '../../storage/news/index.ts';
import { type Client, clientNames } from '../activity/index.ts';
import { digestOf, type SecretPair } from './tokens.ts';

/** Every statement about sessions names them. */
export const SESSIONS = ['sessions'];
const SESSIONS_AND_MEMBERSHIPS = [...SESSIONS, 'membership_directory'];

/**
 * Ends or moves sessions by a statement that returns their ids, and tells it to their streams on every process.
 * @returns their number
 */
export async function changeSessions(
  transaction: Transaction,
  text: string,
  values: unknown[],
  tables: readonly string[] = SESSIONS,
): Promise<number> {
  const rows = await queryAcross<{ id: string }>(transaction, tables, text, values);
  await tellWithCommit(transaction, ...rows.map(({ id }) => ofSession(id)));
  return rows.length;
}

export interface SessionDraft {
  id: string;
  accountId: string;
  organizationId: string;
  atMs: number;
  family: Buffer;
  secrets: SecretPair;
  client: Client;
  /** Another end of both tokens, and another number of sessions of the account. */
  bounds?: { expiresAt: Date; sessionsMax: number };
  /** A session that came by the directory of its organization. */
  directory?: DirectorySession | undefined;
}

/** How a directory knows a session, and when it ends at the latest. */
export interface DirectorySession {
  until: Date;
  subject: string;
  sid: string | null;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** The ends of new tokens. @param until the end of the session, whatever its tokens say; null for none */
export function expiriesAt(nowMs: number, until: Date | null): { accessExpiresAt: Date; expiresAt: Date } {
  const untilMs = until?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    accessExpiresAt: new Date(Math.min(untilMs, nowMs + SESSION_ACCESS_MINUTES * MS_PER_MINUTE)),
    expiresAt: new Date(Math.min(untilMs, nowMs + SESSION_REFRESH_DAYS * MS_PER_DAY)),
  };
}

/** Starts a session. A person keeps the newest sessions. */
export async function insertSession(transaction: Transaction, draft: SessionDraft): Promise<void> {
  const { bounds, directory } = draft;
  const keptMax = (bounds?.sessionsMax ?? SESSIONS_PER_ACCOUNT_MAX) - 1;
  await changeSessions(transaction, DELETE_OLDEST, [draft.accountId, keptMax]);
  const usual = expiriesAt(draft.atMs, directory?.until ?? null);
  const { accessExpiresAt, expiresAt } =
    bounds === undefined ? usual : { accessExpiresAt: bounds.expiresAt, expiresAt: bounds.expiresAt };
  const { network, browser, system } = clientNames(draft.client);
  await queryAcross(transaction, SESSIONS, INSERT_SESSION, [
    draft.id,
    draft.accountId,
    draft.organizationId,
    new Date(draft.atMs),
    expiresAt,
    digestOf(draft.family),
    digestOf(draft.secrets.refresh),
    digestOf(draft.secrets.access),
    accessExpiresAt,
    network,
    browser,
    system,
    directory?.until ?? null,
    directory?.subject ?? null,
    directory?.sid ?? null,
  ]);
}

/**
 * The session goes on in another organization of its person, whom the caller has seen to be a member. One that came by
 * a directory stays where it is.
 */
export async function switchSession(
  transaction: Transaction,
  sessionId: string,
  organizationId: string,
): Promise<void> {
  await changeSessions(transaction, SWITCH, [sessionId, organizationId]);
}

const SWITCH = `
  UPDATE svc.sessions SET organization_id = $2 WHERE id = $1 AND directory_until IS NULL RETURNING id`;

/**
 * Sessions in an organization that ends go on in the person's earliest other organization. Those of people without
 * another one end, and those that came by its directory.
 */
export async function leaveSessions(transaction: Transaction, organizationId: string): Promise<void> {
  await changeSessions(transaction, END_LAST_ONES, [organizationId], SESSIONS_AND_MEMBERSHIPS);
  await changeSessions(transaction, MOVE_OTHERS, [organizationId], SESSIONS_AND_MEMBERSHIPS);
}

const END_LAST_ONES = `
  DELETE FROM svc.sessions s WHERE s.organization_id = $1 AND (s.directory_until IS NOT NULL OR NOT EXISTS (
    SELECT FROM svc.membership_directory d WHERE d.account_id = s.account_id AND d.organization_id <> $1
  ))
  RETURNING s.id`;

/** Ids follow time. */
const MOVE_OTHERS = `
  UPDATE svc.sessions s SET organization_id = (
    SELECT d.organization_id FROM svc.membership_directory d
    WHERE d.account_id = s.account_id AND d.organization_id <> $1 ORDER BY d.organization_id LIMIT 1
  )
  WHERE s.organization_id = $1
  RETURNING s.id`;

/** Two concurrent sign-ins may leave one too many, which the next one ends. */
const DELETE_OLDEST = `
  DELETE FROM svc.sessions WHERE id IN (
    SELECT id FROM svc.sessions WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2
  )
  RETURNING id`;

const INSERT_SESSION = `
  INSERT INTO svc.sessions (id, account_id, organization_id, created_at, expires_at, family_hash, refresh_hash,
    access_hash, access_expires_at, signed_in_at, last_used_at, network, browser, system, directory_until,
    directory_subject, directory_sid)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $4, $4, $10, $11, $12, $13, $14, $15)`;

/** A session, found by a refresh token. */
export interface RefreshableSession {
  account_id: string;
  organization_id: string | null;
  expires_at: Date;
  family_hash: Buffer;
  refresh_hash: Buffer;
  access_expires_at: Date;
  rotated_at: Date | null;
  previous_refresh_hash: Buffer | null;
  successor_salt: Buffer | null;
  directory_until: Date | null;
}

/** Locked: of several uses of one token, one rotates it and the others notice. */
export async function lockSession(transaction: Transaction, sessionId: string): Promise<RefreshableSession | null> {
  const [row] = await queryAcross<RefreshableSession & Record<string, unknown>>(transaction, SESSIONS, LOCK_SESSION, [
    sessionId,
  ]);
  return row ?? null;
}

const LOCK_SESSION = `
  SELECT account_id, organization_id, expires_at, family_hash, refresh_hash, access_expires_at, rotated_at,
    previous_refresh_hash, successor_salt, directory_until
  FROM svc.sessions WHERE id = $1
  FOR UPDATE`;

export interface Rotation {
  sessionId: string;
  client: Client;
  organizationId: string;
  /** The session was in another organization. */
  isMoved: boolean;
  atMs: number;
  /** The end of a session of a directory. */
  until: Date | null;
  secrets: SecretPair;
  salt: Buffer;
}

/**
 * The caller holds the row's lock. The previous access token lives until its own end, because requests carry it right
 * now.
 */
export async function rotateSession(transaction: Transaction, rotation: Rotation): Promise<void> {
  const { accessExpiresAt, expiresAt } = expiriesAt(rotation.atMs, rotation.until);
  const { network, browser, system } = clientNames(rotation.client);
  await queryAcross(transaction, SESSIONS, ROTATE_SESSION, [
    rotation.sessionId,
    rotation.organizationId,
    new Date(rotation.atMs),
    expiresAt,
    digestOf(rotation.secrets.refresh),
    digestOf(rotation.secrets.access),
    accessExpiresAt,
    rotation.salt,
    network,
    browser,
    system,
  ]);
  if (rotation.isMoved) await tellWithCommit(transaction, ofSession(rotation.sessionId));
}

const ROTATE_SESSION = `
  UPDATE svc.sessions
  SET organization_id = $2, rotated_at = $3, expires_at = $4, previous_refresh_hash = refresh_hash, refresh_hash = $5,
    previous_access_hash = access_hash, previous_access_expires_at = access_expires_at, access_hash = $6,
    access_expires_at = $7, successor_salt = $8, last_used_at = $3, network = $9, browser = $10, system = $11
  WHERE id = $1`;

/** Ends a session with all its tokens. An ended session stays ended. @returns false when there is none */
export async function deleteSession(transaction: Transaction, sessionId: string): Promise<boolean> {
  return (await changeSessions(transaction, DELETE_SESSION, [sessionId])) > 0;
}

const DELETE_SESSION = `DELETE FROM svc.sessions WHERE id = $1 RETURNING id`;

/** Ends every session of these people. @returns their number */
export async function endSessionsOf(transaction: Transaction, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0;
  return await changeSessions(transaction, END_SESSIONS, [accountIds]);
}

const END_SESSIONS = `DELETE FROM svc.sessions WHERE account_id = ANY ($1::uuid[]) RETURNING id`;

/** Ends some sessions, whose ever they are. @returns their number */
export async function endSomeSessions(transaction: Transaction, rowsMax: number): Promise<number> {
  return await changeSessions(transaction, END_SOME, [rowsMax]);
}

const END_SOME = `DELETE FROM svc.sessions WHERE id IN (SELECT id FROM svc.sessions LIMIT $1) RETURNING id`;
