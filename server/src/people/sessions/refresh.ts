// SPDX-License-Identifier: Apache-2.0
/** Exchanges a refresh token for the next two tokens, and detects the theft of one. */
import { SESSION_SUCCESSOR_SECONDS } from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { enterable } from '../memberships/index.ts';
import {
  deleteSession,
  expiriesAt,
  lockSession,
  type RefreshableSession,
  type Rotation,
  rotateSession,
  SESSIONS,
} from './session-rows.ts';
import {
  accessText,
  isDigestOf,
  newSecret,
  parseRefresh,
  type RefreshToken,
  refreshText,
  type SecretPair,
  type SessionTokens,
  successorsOf,
} from './tokens.ts';

/** The process's clock, which may be behind that of the rotating process, for a token that is reused at once. */
const SUCCESSOR_MS = SESSION_SUCCESSOR_SECONDS * 1_000;

/**
 * Each use of the current token rotates it. The previous token gives the same successors for 10 seconds, for two tabs
 * or a lost answer. Any other use of a token of this session counts as theft. It ends the whole session with its access
 * tokens, for the thief and the person alike. The person reads of it in their activity and by mail.
 * @returns null when the person has to sign in again
 */
export async function refreshSession(pool: pg.Pool, token: string, client: Client): Promise<SessionTokens | null> {
  const presented = parseRefresh(token);
  if (presented === null) return null;
  // Read before the row is locked, so that no second connection is requested while one is held.
  const organizationIds = await organizationsOf(pool, presented.sessionId);
  return await inTransaction(pool, [], async (transaction) => {
    const session = await lockSession(transaction, presented.sessionId);
    // The clock is read after the lock, so that a use that waited for a rotation comes after it.
    const nowMs = transaction.clock.nowMs();
    if (session === null || !isDigestOf(session.family_hash, presented.family)) return null;
    const isPast = session.expires_at.getTime() <= nowMs;
    const organizationId = organizationIds.find((id) => id === session.organization_id) ?? organizationIds[0];
    const use = isPast ? 'over' : useOf(session, presented, nowMs);
    if (use === 'stolen') await noteTheft(transaction, session.account_id, client, nowMs);
    if (use === 'stolen' || use === 'over' || organizationId === undefined) {
      await deleteSession(transaction, presented.sessionId);
      return null;
    }
    return use === 'repeated'
      ? repeated(session, presented, nowMs)
      : await rotated(transaction, presented, {
          organizationId,
          until: session.directory_until,
          isMoved: organizationId !== session.organization_id,
          client,
          nowMs,
        });
  });
}

/** Organizations that the session may go on in, the earliest membership first. */
async function organizationsOf(pool: pg.Pool, sessionId: string): Promise<string[]> {
  const [session] = await queryAcross<AccountRow>(pool, SESSIONS, SELECT_ACCOUNT, [sessionId]);
  if (session === undefined) return [];
  return (await enterable(pool, { accountId: session.account_id, directoryOf: session.directory_of })).map(
    ({ id }) => id,
  );
}

interface AccountRow extends Record<string, unknown> {
  account_id: string;
  directory_of: string | null;
}

const SELECT_ACCOUNT = `
  SELECT account_id, CASE WHEN directory_until IS NOT NULL THEN organization_id END AS directory_of
  FROM svc.sessions WHERE id = $1`;

/** Classifies this use of a token of the session's own family. */
function useOf(session: RefreshableSession, { secret }: RefreshToken, nowMs: number): 'first' | 'repeated' | 'stolen' {
  if (isDigestOf(session.refresh_hash, secret)) return 'first';
  const isPrevious = isDigestOf(session.previous_refresh_hash, secret);
  const isRecent = session.rotated_at !== null && nowMs - session.rotated_at.getTime() <= SUCCESSOR_MS;
  return isPrevious && isRecent ? 'repeated' : 'stolen';
}

/** The client is the one that came with the old token: the thief's, or the person's after the thief. */
async function noteTheft(transaction: Transaction, accountId: string, client: Client, atMs: number): Promise<void> {
  const subjectId = await noteActivity(transaction, { accountId, kind: 'session.stolen', atMs, client });
  await enqueueMail(transaction, { kind: 'account.session_stolen', organizationId: null, subjectId });
}

async function rotated(
  transaction: Transaction,
  presented: RefreshToken,
  { nowMs, ...use }: Pick<Rotation, 'organizationId' | 'isMoved' | 'client' | 'until'> & { nowMs: number },
): Promise<SessionTokens> {
  const salt = newSecret();
  const secrets = successorsOf(presented.secret, salt);
  const { sessionId } = presented;
  await rotateSession(transaction, { ...use, sessionId, atMs: nowMs, secrets, salt });
  const { accessExpiresAt, expiresAt } = expiriesAt(nowMs, use.until);
  return tokensOf(presented, secrets, { accessExpiresAt, expiresAt, nowMs });
}

function repeated(session: RefreshableSession, presented: RefreshToken, nowMs: number): SessionTokens {
  if (session.successor_salt === null) throw new Error('a rotated session without the salt of its successors');
  const secrets = successorsOf(presented.secret, session.successor_salt);
  if (!isDigestOf(session.refresh_hash, secrets.refresh)) throw new Error('a successor that is not the current token');
  const { access_expires_at: accessExpiresAt, expires_at: expiresAt } = session;
  return tokensOf(presented, secrets, { accessExpiresAt, expiresAt, nowMs });
}

function tokensOf(
  { sessionId, family }: RefreshToken,
  secrets: SecretPair,
  { accessExpiresAt, expiresAt, nowMs }: { accessExpiresAt: Date; expiresAt: Date; nowMs: number },
): SessionTokens {
  const secondsUntil = (moment: Date) => Math.max(0, Math.floor((moment.getTime() - nowMs) / 1_000));
  return {
    access: accessText({ sessionId, secret: secrets.access }),
    accessSeconds: secondsUntil(accessExpiresAt),
    refresh: refreshText({ sessionId, family, secret: secrets.refresh }),
    refreshSeconds: secondsUntil(expiresAt),
  };
}
