// SPDX-License-Identifier: Apache-2.0
/** The history of an account, for its person: sign-ins, factors, sessions, password and address. */

import { ACTIVITY_FAILURES_PER_HOUR, type ActivityKind, type ActivityList } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { type Client, clientNames } from './clients.ts';

interface Activity {
  accountId: string;
  kind: ActivityKind;
  atMs: number;
  /** Null for what no browser did. */
  client: Client | null;
  /** Small and without secrets. */
  details?: JsonObject;
}

/** @returns the id, by which a mail can tell of it */
export async function noteActivity(transaction: Transaction, activity: Activity): Promise<string> {
  const id = uuidv7(activity.atMs);
  const names = activity.client === null ? null : clientNames(activity.client);
  await transaction.query(INSERT_ACTIVITY, [
    id,
    activity.accountId,
    activity.kind,
    new Date(activity.atMs),
    names?.network ?? null,
    names?.browser ?? null,
    names?.system ?? null,
    JSON.stringify(activity.details ?? {}),
  ]);
  return id;
}

const INSERT_ACTIVITY = `
  INSERT INTO svc.account_activity (id, account_id, kind, at, network, browser, system, details)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * Notes a failed sign-in, twenty an hour at most. An unknown address has an account id that no account has: the entry
 * costs the same and goes with the next cleaning.
 */
export async function noteFailedSignIn(
  transaction: Transaction,
  { accountId, client, atMs }: { accountId: string; client: Client; atMs: number },
): Promise<void> {
  const { network, browser, system } = clientNames(client);
  const values = [uuidv7(atMs), accountId, new Date(atMs), network, browser, system, ACTIVITY_FAILURES_PER_HOUR];
  await transaction.query(INSERT_FAILURE, values);
}

const INSERT_FAILURE = `
  INSERT INTO svc.account_activity (id, account_id, kind, at, network, browser, system, details)
  SELECT $1::uuid, $2::uuid, 'sign_in.failed', $3::timestamptz, $4, $5, $6, '{}'
  WHERE (
    SELECT count(*) FROM svc.account_activity
    WHERE account_id = $2 AND kind = 'sign_in.failed' AND at > $3::timestamptz - interval '1 hour'
  ) < $7`;

/** One page of an account's history, the newest first. */
export function listActivity(pool: pg.Pool, accountId: string, page: Page): Promise<ActivityList> {
  return inTransaction(pool, [], (transaction) => selectActivity(transaction, accountId, page));
}

export async function selectActivity(transaction: Transaction, accountId: string, page: Page): Promise<ActivityList> {
  const rows = await transaction.query<ActivityRow>(SELECT_PAGE, [accountId, page.after, page.limit + 1]);
  return pageAnswer(
    rows,
    page,
    ({ id }) => id,
    ({ at, ...entry }) => ({ ...entry, at: at.toISOString() }),
  );
}

interface ActivityRow extends Record<string, unknown> {
  id: string;
  kind: ActivityKind;
  at: Date;
  network: string | null;
  browser: string | null;
  system: string | null;
  details: Record<string, string>;
}

const SELECT_PAGE = `
  SELECT id, kind, at, network, browser, system, details FROM svc.account_activity
  WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2)
  ORDER BY id DESC LIMIT $3`;
