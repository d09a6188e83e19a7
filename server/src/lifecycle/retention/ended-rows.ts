// SPDX-License-Identifier: Apache-2.0
/** The table of rows that end by their age. Rows of two tables have functions beside it: see `delete-ended-rows.ts`. */
import { ACTIVITY_KEPT_DAYS } from '@svc/contract';
import { BUDGET_WINDOWS_SHOWN_MAX, IDEMPOTENCY_WINDOW_HOURS, LEADS_KEPT_MONTHS } from '@svc/contract/limits';
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
   * `across`: one statement for all organizations, which the policies of the table allow. `organizations`: a look for
   * each page of them, and a statement for each with old rows. `none`: the table names no organization.
   */
  scope: 'across' | 'organizations' | 'none';
  /** Leaves out rows that a request holds at this moment. The service's role has to be allowed to update the table. */
  skipLocked?: boolean;
  /** Columns that tell a row from the others, of its organization where those are visited, with their types. */
  key: Readonly<Record<string, string>>;
}

const AT_ONCE = '0';
const ID = { id: 'uuid' };

export const ENDED_ROWS: readonly EndedRows[] = [
  { table: 'sessions', key: ID, at: 'expires_at', kept: AT_ONCE, scope: 'across', skipLocked: true },
  // Any stranger can create buckets of sign-ins, for unknown names too: they must not pile up.
  { table: 'rate_windows', key: { bucket: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'none', skipLocked: true },
  { table: 'account_links', key: ID, at: 'expires_at', kept: AT_ONCE, scope: 'none', skipLocked: true },
  { table: 'passkey_challenges', key: { challenge_hash: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'none' },
  { table: 'chat_link_requests', key: { secret_hash: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'across' },
  { table: 'chat_requests', key: { digest: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'none' },
  { table: 'account_activity', key: ID, at: 'at', kept: `${ACTIVITY_KEPT_DAYS} days`, scope: 'none' },
  {
    table: 'account_activity',
    key: ID,
    at: 'at',
    // Another transaction may be making the account.
    kept: '1 minute',
    and: `kind = 'sign_in.failed' AND NOT EXISTS (SELECT FROM svc.accounts a WHERE a.id = account_id)`,
    scope: 'none',
  },
  { table: 'sso_transactions', key: { state_hash: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'organizations' },
  { table: 'sso_logouts', key: { token_hash: 'bytea' }, at: 'expires_at', kept: AT_ONCE, scope: 'organizations' },
  { table: 'scim_tokens', key: ID, at: 'expires_at', kept: '7 days', scope: 'organizations' },
  {
    table: 'oauth_records',
    key: { kind: 'text', id_hash: 'bytea' },
    at: 'expires_at',
    // An answer can say for a while that a token has expired.
    kept: '24 hours',
    scope: 'across',
    skipLocked: true,
  },
  {
    table: 'oauth_records',
    key: { kind: 'text', id_hash: 'bytea' },
    at: 'expires_at',
    // The request of a stranger needs no answer after its end.
    kept: '1 hour',
    and: `kind = 'Interaction'`,
    scope: 'across',
    skipLocked: true,
  },
  { table: 'oauth_grants', key: ID, at: 'ended_at', kept: `${ENDED_GRANTS_KEPT_DAYS} days`, scope: 'organizations' },
  {
    table: 'idempotency_records',
    key: { endpoint: 'text', key: 'text' },
    at: 'created_at',
    // Their partition ends first, within two days and its period.
    kept: `${2 * IDEMPOTENCY_WINDOW_HOURS + 2} hours`,
    scope: 'organizations',
    // A request that uses the key again deletes it.
    skipLocked: true,
  },
  {
    table: 'counters',
    key: { name: 'text' },
    at: 'window_end',
    kept: AT_ONCE,
    // As many windows of its length as people can look back to.
    and: `window_end + ${BUDGET_WINDOWS_SHOWN_MAX} * (window_end - window_start) < $1::timestamptz`,
    scope: 'organizations',
  },
  // A session that goes on later begins a new chain.
  { table: 'acs_sessions', key: { session: 'bytea' }, at: 'last_at', kept: '7 days', scope: 'organizations' },
  { table: 'unlisted_tools', key: { tool: 'text' }, at: 'last_at', kept: '30 days', scope: 'organizations' },
  { table: 'mail_outbox', key: ID, at: 'ended_at', kept: `${ENDED_MAILS_KEPT_DAYS} days`, scope: 'across' },
  // Longer than a review may wait.
  { table: 'chat_outbox', key: ID, at: 'created_at', kept: '60 days', and: 'due_at IS NULL', scope: 'organizations' },
  // The processor repeats an event for three days, and an operator by hand for 30.
  { table: 'billing_events', key: { event_id: 'text' }, at: 'received_at', kept: '40 days', scope: 'none' },
  // Late events of a customer whose organization has ended are looked for so long.
  { table: 'billing_ended', key: { customer_id: 'text' }, at: 'ended_at', kept: '365 days', scope: 'none' },
  { table: 'leads', key: ID, at: 'created_at', kept: `${LEADS_KEPT_MONTHS} months`, scope: 'none' },
];

const isOver = ({ at, kept, and = 'true' }: EndedRows): string =>
  `${at} < $1::timestamptz - interval '${kept}' AND ${and}`;
const columnsOf = ({ key }: EndedRows): string => Object.keys(key).join(', ');

/** `$1`: the moment; `$2`: rows, at most. */
export const deleteSql = (ended: EndedRows): string =>
  deleteThose(ended, 'true', `${isOver(ended)} ORDER BY ${ended.at} LIMIT $2`);

/** Keys of old rows. `$1`: the moment; `$2`: rows, at most; `$3`: their organizations. */
export const selectKeysSql = (ended: EndedRows): string => `
  SELECT organization_id, json_agg(json_build_object(${keyAndValue(ended)})) AS keys FROM (
    SELECT organization_id, ${columnsOf(ended)} FROM svc.${ended.table}
    WHERE organization_id = ANY ($3::uuid[]) AND ${isOver(ended)} ORDER BY ${ended.at} LIMIT $2
  ) AS old
  GROUP BY organization_id`;

const keyAndValue = ({ key }: EndedRows): string =>
  Object.keys(key)
    .map((column) => `'${column}', ${column}`)
    .join(', ');

/** `$1`: the moment; `$2`: the organization; `$3`: keys of rows. */
export function deleteOfOrganizationSql(ended: EndedRows): string {
  const columns = columnsOf(ended);
  const types = Object.entries(ended.key).map(([column, type]) => `${column} ${type}`);
  const given = `SELECT ${columns} FROM json_to_recordset($3) AS given (${types.join(', ')})`;
  const ofOne = 'organization_id = $2';
  return deleteThose(ended, ofOne, `${ofOne} AND (${columns}) IN (${given}) AND (${isOver(ended)}) IS TRUE`);
}

/**
 * A row that changed meanwhile is looked at again, and stays if it is not old. `IS TRUE` keeps that second look from
 * the choice of an index: rows are found by their key.
 */
function deleteThose(ended: EndedRows, where: string, isChosen: string): string {
  const columns = columnsOf(ended);
  const lock = ended.skipLocked === true ? ' FOR UPDATE SKIP LOCKED' : '';
  return `
    WITH old AS MATERIALIZED (SELECT ${columns} FROM svc.${ended.table} WHERE ${isChosen}${lock})
    DELETE FROM svc.${ended.table}
    WHERE ${where} AND (${columns}) IN (SELECT * FROM old) AND (${isOver(ended)}) IS TRUE
    RETURNING 1`;
}
