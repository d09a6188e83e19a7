// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: rows of every organization go.
 * Guarantee: of each kind of row that ends by its age the old ones are deleted, in batches, and no younger one is. A kind
 * that fails delays no other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { ENDED_ROWS, type EndedRows } from './ended-rows.ts';
import { deleteEndedRows } from './index.ts';

let service: TestService;
beforeAll(async () => {
  const extra = `
    integrations:
      - { name: slack, kind: CHAT_WEBHOOK, provider: SLACK, botToken: xoxb-bot, signingSecret: signing, channel: C123 }`;
  service = await startTestService({ provisioning: acmeWithPeople({ extra }) });
  await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const clean = (signal = new AbortController().signal) => deleteEndedRows(service.app.pool, signal);
const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
const RANDOM = 'sha256(gen_random_uuid()::text::bytea)';

/** Rows that end at the moment `$1`. Each statement selects one row. */
const ROWS: Readonly<Record<string, string>> = {
  sessions: `(id, account_id, organization_id, created_at, expires_at, family_hash, refresh_hash, access_hash,
      access_expires_at) SELECT gen_random_uuid(), account_id, organization_id, created_at, $1::timestamptz,
      family_hash, ${RANDOM}, ${RANDOM}, now() FROM svc.sessions LIMIT 1`,
  rate_windows: `(bucket, hits, expires_at) SELECT ${RANDOM}, ARRAY[now()], $1::timestamptz`,
  account_links: `(id, purpose, email, secret_hash, sealed_secret, created_at, expires_at)
    SELECT gen_random_uuid(), 'no_account', 'a@b.example', ${RANDOM}, 'x', now(), $1::timestamptz`,
  passkey_challenges: `(challenge_hash, expires_at) SELECT ${RANDOM}, $1::timestamptz`,
  chat_link_requests: `(secret_hash, secret_digest, organization_id, integration_id, chat_team, chat_user, expires_at)
    SELECT ${RANDOM}, ${RANDOM}, organization_id, id, 'T', gen_random_uuid()::text, $1::timestamptz FROM svc.integrations`,
  chat_requests: `(digest, expires_at) SELECT ${RANDOM}, $1::timestamptz`,
  account_activity: `(id, account_id, kind, at, details)
    SELECT gen_random_uuid(), id, 'sign_in.failed', $1::timestamptz, '{}' FROM svc.accounts LIMIT 1`,
  'account_activity of no account': `(id, account_id, kind, at, details)
    SELECT gen_random_uuid(), gen_random_uuid(), 'sign_in.failed', $1::timestamptz, '{}'`,
  oauth_records: `(kind, id_hash, payload, created_at, expires_at)
    SELECT 'Client', ${RANDOM}, '{}', now(), $1::timestamptz`,
  'oauth_records of requests': `(kind, id_hash, payload, created_at, expires_at)
    SELECT 'Interaction', ${RANDOM}, '{}', now(), $1::timestamptz`,
  oauth_grants: `(id, organization_id, account_id, role, client_id, client_name, client_host, scopes, created_at,
      ended_at, end_reason, may_ask)
    SELECT gen_random_uuid(), organization_id, account_id, 'OWNER', 'c', 'c', 'c', '{}', now(), $1::timestamptz,
      'REVOKED', false FROM svc.memberships LIMIT 1`,
  idempotency_records: `(organization_id, endpoint, key, created_at, event_id, fingerprint, fingerprint_key_id)
    SELECT organization_id, 'e', gen_random_uuid(), $1::timestamptz, gen_random_uuid(), '', '' FROM svc.organizations
    LIMIT 1`,
  // Ninety of its windows are nine seconds.
  counters: `(organization_id, name, of, sandbox, bucket, window_start, window_end, used)
    SELECT organization_id, gen_random_uuid()::text, gen_random_uuid(), false, '',
      $1::timestamptz - interval '0.1 seconds', $1::timestamptz, 1 FROM svc.organizations LIMIT 1`,
  acs_sessions: `(organization_id, session, head, last_at)
    SELECT organization_id, ${RANDOM}, ${RANDOM}, $1::timestamptz FROM svc.organizations LIMIT 1`,
  unlisted_tools: `(organization_id, tool, agent, door, last_at)
    SELECT organization_id, gen_random_uuid()::text, 'bot', 'CODEX', $1::timestamptz FROM svc.organizations LIMIT 1`,
  sso_transactions: `(organization_id, state_hash, started_at, expires_at)
    SELECT organization_id, ${RANDOM}, now(), $1::timestamptz FROM svc.organizations LIMIT 1`,
  sso_logouts: `(organization_id, token_hash, expires_at)
    SELECT organization_id, ${RANDOM}, $1::timestamptz FROM svc.organizations LIMIT 1`,
  scim_tokens: `(organization_id, id, token_hash, prefix, source, created_at, expires_at)
    SELECT organization_id, gen_random_uuid(), ${RANDOM}, 'scim_', 'APP', now(), $1::timestamptz
    FROM svc.organizations LIMIT 1`,
  mail_outbox: `(id, kind, subject_id, created_at, due_at, ended_at)
    SELECT gen_random_uuid(), 'test', gen_random_uuid(), now(), NULL, $1::timestamptz`,
  chat_outbox: `(id, organization_id, integration_id, event_id, created_at, due_at)
    SELECT gen_random_uuid(), organization_id, id, gen_random_uuid(), $1::timestamptz, NULL FROM svc.integrations`,
  billing_events: `(event_id, received_at) SELECT gen_random_uuid(), $1::timestamptz`,
  billing_ended: `(customer_id, ended_at) SELECT gen_random_uuid(), $1::timestamptz`,
  leads: `(id, created_at, name, email, company, message)
    SELECT gen_random_uuid(), $1::timestamptz, 'a', 'b', 'c', 'd'`,
};

const NAMES: Readonly<Record<string, string>> = {
  account_activity: 'account_activity of no account',
  oauth_records: 'oauth_records of requests',
};
const nameOf = ({ table, and }: EndedRows): string => (and === undefined ? undefined : NAMES[table]) ?? table;
const LINES = ENDED_ROWS.map((ended) => [nameOf(ended), ended] as const);

/** @param seconds from the moment at which the row goes. @returns the end of the row, by which it is found */
async function makeRow(name: string, { table, at, kept }: EndedRows, seconds: number): Promise<number> {
  const [{ at: moment } = {}] = await sql(
    `SELECT extract(epoch FROM now() - $1::interval + make_interval(secs => $2))::text AS at`,
    [kept, seconds],
  );
  const end = `to_timestamp(${moment})`;
  const made = await sql(`INSERT INTO svc.${table} ${ROWS[name]?.replaceAll('$1::timestamptz', end)} RETURNING ${at}`);
  expect(made).toHaveLength(1);
  return Number(moment);
}

const isThere = async ({ table, at }: EndedRows, moment: number) =>
  (await sql(`SELECT ${at} FROM svc.${table} WHERE ${at} = to_timestamp($1)`, [moment])).length === 1;

describe('an old row goes and a younger one stays', () => {
  it.each(LINES)('of %s', async (name, ended) => {
    const old = await makeRow(name, ended, -20);
    const young = await makeRow(name, ended, 40);
    expect(await clean()).toBe(0);
    expect([await isThere(ended, old), await isThere(ended, young)]).toEqual([false, true]);
  });
});

it('goes on in batches until nothing is left, and says so when it is stopped', async () => {
  await sql(
    `INSERT INTO svc.rate_windows SELECT sha256(n::text::bytea), ARRAY[now()], now() - interval '1 second'
     FROM generate_series(1, 2500) n`,
  );
  const over = () => sql('SELECT 1 FROM svc.rate_windows WHERE expires_at < now()');
  expect(await clean(AbortSignal.abort())).toBeGreaterThanOrEqual(1_000);
  expect(await over()).toHaveLength(2_500);
  expect(await clean()).toBe(0);
  expect(await over()).toEqual([]);
});

it('goes on with the others when a kind of row fails, and fails then', async () => {
  const lead = ENDED_ROWS.find(({ table }) => table === 'leads') as EndedRows;
  const old = await makeRow('leads', lead, -60);
  await sql('REVOKE DELETE ON svc.sessions FROM svc_app');
  await expect(clean()).rejects.toThrow(AggregateError);
  await sql('GRANT DELETE ON svc.sessions TO svc_app');
  expect(await isThere(lead, old)).toBe(false);
});

it('deletes messages of the contact form that the service cannot read', async () => {
  const read = inTransaction(service.app.pool, [], (transaction) => transaction.query('SELECT message FROM svc.leads'));
  await expect(read).rejects.toThrow('permission denied');
});
