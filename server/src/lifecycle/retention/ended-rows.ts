// SPDX-License-Identifier: Apache-2.0
/** The table of rows that end by their age. Rows of two tables have functions beside it: see `delete-ended-rows.ts`. */
import { ACTIVITY_KEPT_DAYS } from '@svc/contract';
import { IDEMPOTENCY_WINDOW_HOURS, LEADS_KEPT_MONTHS } from '@svc/contract/limits';
import { ENDED_GRANTS_KEPT_DAYS } from '../../organization/oauth/index.ts';
import { ENDED_MAILS_KEPT_DAYS } from '../../outgoing/mail/index.ts';

export interface EndedRows {
  table: string;
  /** The column with the moment from which a row is kept. */
  at: string;
  /** An interval of PostgreSQL. */
  kept: string;
  /** A further condition of rows that go. */
  and?: string;
  /**
   * `across`: one statement for all organizations, which the policies of the table allow. `organizations`: a statement
   * for each page of them. `none`: the table names no organization.
   */
  scope: 'across' | 'organizations' | 'none';
  /** Leaves out rows that a request holds at this moment. The service's role has to be allowed to update the table. */
  skipLocked?: boolean;
  /** A row is found again by its place, or by this column where the service may not read the others. */
  key?: string;
}

const AT_ONCE = '0';

export const ENDED_ROWS: readonly EndedRows[] = [
  { table: 'sessions', at: 'expires_at', kept: AT_ONCE, scope: 'across', skipLocked: true },
  // Any stranger can create buckets of sign-ins, for unknown names too: they must not pile up.
  { table: 'rate_windows', at: 'expires_at', kept: AT_ONCE, scope: 'none', skipLocked: true },
  { table: 'account_links', at: 'expires_at', kept: AT_ONCE, scope: 'none', skipLocked: true },
  { table: 'passkey_challenges', at: 'expires_at', kept: AT_ONCE, scope: 'none' },
  { table: 'chat_link_requests', at: 'expires_at', kept: AT_ONCE, scope: 'across' },
  { table: 'chat_requests', at: 'expires_at', kept: AT_ONCE, scope: 'none' },
  { table: 'account_activity', at: 'at', kept: `${ACTIVITY_KEPT_DAYS} days`, scope: 'none' },
  {
    table: 'account_activity',
    at: 'at',
    // Another transaction may be making the account.
    kept: '1 minute',
    and: `kind = 'sign_in.failed' AND NOT EXISTS (SELECT FROM svc.accounts a WHERE a.id = account_id)`,
    scope: 'none',
  },
  {
    table: 'oauth_records',
    at: 'expires_at',
    // An answer can say for a while that a token has expired.
    kept: '24 hours',
    scope: 'across',
    skipLocked: true,
  },
  {
    table: 'oauth_records',
    at: 'expires_at',
    // The request of a stranger needs no answer after its end.
    kept: '1 hour',
    and: `kind = 'Interaction'`,
    scope: 'across',
    skipLocked: true,
  },
  { table: 'oauth_grants', at: 'ended_at', kept: `${ENDED_GRANTS_KEPT_DAYS} days`, scope: 'organizations' },
  {
    table: 'idempotency_records',
    at: 'created_at',
    kept: `${IDEMPOTENCY_WINDOW_HOURS} hours`,
    scope: 'organizations',
    // A request takes the record over.
    skipLocked: true,
  },
  { table: 'mail_outbox', at: 'ended_at', kept: `${ENDED_MAILS_KEPT_DAYS} days`, scope: 'across' },
  // Longer than a review may wait.
  { table: 'chat_outbox', at: 'created_at', kept: '60 days', and: 'due_at IS NULL', scope: 'across' },
  // The processor repeats an event for three days, and an operator by hand for 30.
  { table: 'billing_events', at: 'received_at', kept: '40 days', scope: 'none' },
  // Late events of a customer whose organization has ended are looked for so long.
  { table: 'billing_ended', at: 'ended_at', kept: '365 days', scope: 'none' },
  { table: 'leads', at: 'created_at', kept: `${LEADS_KEPT_MONTHS} months`, scope: 'none', key: 'id' },
];

/**
 * `$1`: the moment; `$2`: rows, at most. A row that changed meanwhile is looked at again, and stays if it is not old.
 * `IS TRUE` keeps that second look from the choice of an index: rows are found by their place.
 */
export function deleteSql({ table, at, kept, and = 'true', skipLocked = false, key = 'ctid' }: EndedRows): string {
  const lock = skipLocked ? ' FOR UPDATE SKIP LOCKED' : '';
  const isOver = `${at} < $1::timestamptz - interval '${kept}' AND ${and}`;
  return `
    DELETE FROM svc.${table} WHERE ${key} = ANY (ARRAY(
      SELECT ${key} FROM svc.${table} WHERE ${isOver} ORDER BY ${at} LIMIT $2${lock}
    )) AND (${isOver}) IS TRUE
    RETURNING 1`;
}
