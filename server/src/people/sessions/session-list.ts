// SPDX-License-Identifier: Apache-2.0
/** The sessions of a person: where they are signed in, and ending them. */
import type { SessionList } from '@svc/contract';
import type pg from 'pg';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';
import { changeSessions, SESSIONS } from './session-rows.ts';

/** The last used first. */
export async function listSessions(
  pool: pg.Pool,
  { accountId, currentId }: { accountId: string; currentId: string },
  page: Page,
): Promise<SessionList> {
  const values = [accountId, pool.clock.now(), page.after, page.limit + 1];
  const rows = await queryAcross<SessionRow>(pool, SESSIONS, SELECT_SESSIONS, values);
  return pageAnswer(
    rows,
    page,
    ({ used_us, id }) => `${used_us}:${id}`,
    ({ id, browser, system, network, created_at, last_used_at }) => ({
      id,
      browser,
      system,
      network,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      current: id === currentId,
    }),
  );
}

interface SessionRow extends Record<string, unknown> {
  id: string;
  browser: string | null;
  system: string | null;
  network: string | null;
  created_at: Date;
  last_used_at: Date;
  used_us: string;
}

const SELECT_SESSIONS = `
  SELECT id, browser, system, network, created_at, last_used_at, used_us::text FROM svc.sessions,
    LATERAL (SELECT (extract(epoch FROM last_used_at) * 1000000)::bigint AS used_us) marked
  WHERE account_id = $1 AND expires_at > $2 AND (
    $3::text IS NULL OR (used_us, id) < (split_part($3, ':', 1)::bigint, split_part($3, ':', 2)::uuid)
  )
  ORDER BY used_us DESC, id DESC LIMIT $4`;

/** Ends one session of the person, with its tokens. @returns false when the person has no such session */
export async function endSession(
  pool: pg.Pool,
  accountId: string,
  sessionId: string,
  client: Client,
): Promise<boolean> {
  return await inTransaction(pool, [], async (transaction) => {
    const isEnded = (await changeSessions(transaction, END_ONE, [accountId, sessionId])) === 1;
    if (isEnded) await noteEnd(transaction, accountId, client);
    return isEnded;
  });
}

const END_ONE = `DELETE FROM svc.sessions WHERE account_id = $1 AND id = $2 RETURNING id`;

/** Ends every session of the person but this one. */
export async function endOtherSessions(
  pool: pg.Pool,
  accountId: string,
  sessionId: string,
  client: Client,
): Promise<void> {
  await inTransaction(pool, [], async (transaction) => {
    if ((await endSessions(transaction, accountId, sessionId)) > 0) await noteEnd(transaction, accountId, client);
  });
}

async function noteEnd(transaction: Transaction, accountId: string, client: Client): Promise<void> {
  await noteActivity(transaction, { accountId, kind: 'session.ended', atMs: transaction.clock.nowMs(), client });
}

/** @param keptId null ends them all @returns their number */
export async function endSessions(transaction: Transaction, accountId: string, keptId: string | null): Promise<number> {
  return await changeSessions(transaction, END_OTHERS, [accountId, keptId]);
}

const END_OTHERS = `DELETE FROM svc.sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2::uuid RETURNING id`;
