// SPDX-License-Identifier: Apache-2.0
/** Ends the session of a browser, with all its tokens. */
import type pg from 'pg';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { deleteSession, SESSIONS } from './session-rows.ts';
import { isDigestOf, parseAccess, parseRefresh } from './tokens.ts';

/**
 * Either token is enough, even an expired or rotated one, because signing out means the session. An unknown token ends
 * nothing.
 * @returns null when nothing ended
 */
export async function signOut(
  pool: pg.Pool,
  tokens: { access: string | null; refresh: string | null },
  client: Client,
): Promise<SignedOut | null> {
  const access = tokens.access === null ? null : parseAccess(tokens.access);
  const refresh = tokens.refresh === null ? null : parseRefresh(tokens.refresh);
  return await inTransaction(pool, [], async (transaction) => {
    let ended: SignedOut | null = null;
    for (const sessionId of new Set([access?.sessionId, refresh?.sessionId])) {
      if (sessionId === undefined) continue;
      const [session] = await queryAcross<DigestsRow & Record<string, unknown>>(transaction, SESSIONS, SELECT_DIGESTS, [
        sessionId,
      ]);
      if (session === undefined) continue;
      const byAccess =
        access?.sessionId === sessionId &&
        [session.access_hash, session.previous_access_hash].some((digest) => isDigestOf(digest, access.secret));
      const byRefresh = refresh?.sessionId === sessionId && isDigestOf(session.family_hash, refresh.family);
      if (!byAccess && !byRefresh) continue;
      if (!(await deleteSession(transaction, sessionId))) continue;
      ended = { directoryOf: session.directory_of };
      const accountId = session.account_id;
      await noteActivity(transaction, {
        accountId,
        kind: 'session.signed_out',
        atMs: transaction.clock.nowMs(),
        client,
      });
    }
    return ended;
  });
}

interface SignedOut {
  /** The organization whose directory has a session of the person, too; null for another session. */
  directoryOf: string | null;
}

interface DigestsRow {
  account_id: string;
  directory_of: string | null;
  family_hash: Buffer;
  access_hash: Buffer;
  previous_access_hash: Buffer | null;
}

const SELECT_DIGESTS = `
  SELECT account_id, CASE WHEN directory_until IS NOT NULL THEN organization_id END AS directory_of, family_hash,
    access_hash, previous_access_hash
  FROM svc.sessions WHERE id = $1`;
