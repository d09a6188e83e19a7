/** Ends the session of a browser, with all its tokens. */
import type pg from 'pg';
import { inTransaction } from '../db/index.ts';
import { deleteSession } from './session-rows.ts';
import { isDigestOf, parseAccess, parseRefresh } from './tokens.ts';

/**
 * Either token is enough, even an expired or rotated one, because signing out means the session. An unknown token ends
 * nothing.
 */
export async function signOut(pool: pg.Pool, tokens: { access: string | null; refresh: string | null }): Promise<void> {
  const access = tokens.access === null ? null : parseAccess(tokens.access);
  const refresh = tokens.refresh === null ? null : parseRefresh(tokens.refresh);
  await inTransaction(pool, [], async (transaction) => {
    for (const sessionId of new Set([access?.sessionId, refresh?.sessionId])) {
      if (sessionId === undefined) continue;
      const [session] = await transaction.query<DigestsRow>(SELECT_DIGESTS, [sessionId]);
      if (session === undefined) continue;
      const byAccess =
        access?.sessionId === sessionId &&
        [session.access_hash, session.previous_access_hash].some((digest) => isDigestOf(digest, access.secret));
      const byRefresh = refresh?.sessionId === sessionId && isDigestOf(session.family_hash, refresh.family);
      if (byAccess || byRefresh) await deleteSession(transaction, sessionId);
    }
  });
}

interface DigestsRow {
  family_hash: Buffer;
  access_hash: Buffer;
  previous_access_hash: Buffer | null;
}

const SELECT_DIGESTS = `SELECT family_hash, access_hash, previous_access_hash FROM svc.sessions WHERE id = $1`;
