// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every table that names an organization is under row-level security. A statement reaches rows of another
 * organization only in the tables that it names, and does there only what is listed here.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/pool.ts';
import { queryAcross } from './across.ts';
import { begin, inTransaction } from './transaction.ts';

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

interface Crossing {
  /** A statement that names the table may do this in rows of any organization. */
  may: readonly Command[];
  /** A row with the id `$2` of the organization `$1`, which is the id of its account and its integration too. */
  row: readonly [columns: string, values: string];
}

const LATER = `'2100-01-01'`;
const DIGEST = `sha256($2::text::bytea)`;

/** The exceptions: tables in which some statements go over organizations. */
const CROSSINGS: Readonly<Record<string, Crossing>> = {
  organization_directory: {
    may: ['INSERT', 'SELECT'],
    row: ['organization_id, name_digest', `$1, ${DIGEST}`],
  },
  api_key_directory: { may: ['SELECT'], row: ['organization_id, api_key_id, key_hash', `$1, $2, ${DIGEST}`] },
  billing_customers: { may: ['SELECT'], row: ['organization_id, customer_id', '$1, $2'] },
  chat_link_requests: {
    may: ['DELETE', 'SELECT'],
    row: [
      'organization_id, integration_id, secret_hash, chat_team, chat_user, expires_at, secret_digest',
      `$1, $1, ${DIGEST}, 'T', $2, ${LATER}, ${DIGEST}`,
    ],
  },
  chat_links: {
    may: ['SELECT'],
    row: [
      'organization_id, account_id, integration_id, id, chat_team, chat_user, created_at, secret_digest',
      `$1, $1, $1, $2, 'T', $2::text, now(), ${DIGEST}`,
    ],
  },
  chat_outbox: {
    may: ['DELETE', 'SELECT', 'UPDATE'],
    row: ['organization_id, integration_id, id, event_id, created_at, due_at', `$1, $1, $2, $2, now(), ${LATER}`],
  },
  checkpoint_outbox: {
    may: ['SELECT', 'UPDATE'],
    row: ['organization_id, pushed_size, last_size, due_at, attempts', `$1, 0, 1, ${LATER}, 0`],
  },
  demo_organizations: { may: ['SELECT'], row: ['organization_id, visitor_id, begun_at', '$1, $2, now()'] },
  invitation_directory: {
    may: ['SELECT'],
    row: ['organization_id, invitation_id, secret_hash, expires_at', `$1, $2, ${DIGEST}, ${LATER}`],
  },
  mail_outbox: {
    may: ['DELETE', 'SELECT', 'UPDATE'],
    row: ['organization_id, id, kind, subject_id, created_at, due_at', `$1, $2, 'x', $2, now(), ${LATER}`],
  },
  membership_directory: {
    may: ['SELECT'],
    row: ['organization_id, account_id', '$1, $1'],
  },
  notice_digests: {
    may: ['SELECT'],
    row: [
      'organization_id, account_id, id, mail_id, subjects',
      `$1, $1, $2, (SELECT id FROM svc.mail_outbox WHERE organization_id = $1 LIMIT 1), '{}'`,
    ],
  },
  notice_outbox: {
    may: ['SELECT', 'UPDATE'],
    row: ['organization_id, id, kind, subject_id, due_at, attempts', `$1, $2, 'x', $2, ${LATER}, 0`],
  },
  oauth_records: {
    may: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
    row: [
      'organization_id, kind, id_hash, payload, created_at, expires_at',
      `$1, 'Client', ${DIGEST}, '{}', now(), ${LATER}`,
    ],
  },
  organization_deletions: { may: ['SELECT'], row: ['organization_id, begun_at', '$1, now()'] },
  sessions: {
    may: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
    row: [
      `organization_id, account_id, id, created_at, expires_at, family_hash, refresh_hash, access_hash,
        access_expires_at, signed_in_at, last_used_at`,
      `$1, $1, $2, now(), ${LATER}, ${DIGEST}, ${DIGEST}, ${DIGEST}, ${LATER}, now(), now()`,
    ],
  },
  scim_tokens: {
    may: ['SELECT'],
    row: [
      'organization_id, id, token_hash, prefix, source, created_at, expires_at',
      `$1, $2, ${DIGEST}, 'scim_', 'APP', now(), ${LATER}`,
    ],
  },
  sso_domains: {
    may: ['SELECT'],
    row: ['organization_id, domain, token, created_at', `$1, $2::text, 't', now()`],
  },
  waiting_notices: {
    may: ['SELECT'],
    row: [
      'organization_id, account_id, kind, subject_ids, more, since, not_before',
      `$1, $1, $2, '{}', 0, now(), ${LATER}`,
    ],
  },
  webhook_holds: {
    may: ['SELECT'],
    row: [
      `organization_id, endpoint_id, skipped, blocks, reviews, criticals, anomalies, first_event_id, first_at,
        last_event_id, last_at`,
      `$1, $2, 1, 1, 0, 0, 0, 'e', now(), 'e', now()`,
    ],
  },
  webhook_outbox: {
    may: ['SELECT', 'UPDATE'],
    row: ['organization_id, endpoint_id, delivery_id, due_at', `$1, $1, $2, ${LATER}`],
  },
  webhook_recovery_index: {
    may: ['SELECT'],
    row: ['organization_id, recovery_id, is_finished, at', `$1, $2, false, now()`],
  },
};

const A = '01a00000-0000-7000-8000-00000000000a';
const B = '01a00000-0000-7000-8000-00000000000b';
const ID_OF = { [A]: '01a00000-0000-7000-8000-0000000000a1', [B]: '01a00000-0000-7000-8000-0000000000b1' };
const NEW_ID = '01a00000-0000-7000-8000-0000000000b2';

const filled = (text: string, organization: string, id: string) =>
  text.replaceAll('$1', `'${organization}'::uuid`).replaceAll('$2', `'${id}'::uuid`);
const insert = (table: string, organization: string, id: string) => {
  const [columns = '', values = ''] = CROSSINGS[table]?.row ?? [];
  return `INSERT INTO svc.${table} (${columns}) SELECT ${filled(values, organization, id)}`;
};

/** Rows of the tables above refer to these. */
const BESIDE = [
  `INSERT INTO svc.organizations (organization_id, name, plan, time_zone, enforcement, review_expiry_minutes,
     risk_review_at, risk_block_at, created_at, updated_at)
   VALUES ($1, $2, 'ENTERPRISE', 'UTC', 'ENFORCE', 60, 60, 90, now(), now())`,
  `INSERT INTO svc.accounts (id, email, email_key, name, password_hash, created_at, notifications)
   VALUES ($1, $2, $2, 'X', 'x', now(), '{}')`,
  `INSERT INTO svc.integrations (organization_id, id, name, kind, allowed_hosts, created_at, updated_at)
   VALUES ($1, $1, 'X', 'HTTP', '{}', now(), now())`,
  `INSERT INTO svc.webhook_recoveries (id, organization_id, endpoint_id, from_at, to_at, created_at, after_id, recovered)
   VALUES ($2, $1, $1, now(), now(), now(), $2, 0)`,
];

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.connectionString }, 1);
  const tables = Object.keys(CROSSINGS);
  for (const [organization, id] of Object.entries(ID_OF)) {
    await readRows(database, insert('organization_directory', organization, id));
    for (const text of BESIDE) await readRows(database, filled(text, organization, id));
    for (const table of tables) await readRows(database, `${insert(table, organization, id)} ON CONFLICT DO NOTHING`);
  }
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Tries a statement as the service, for organization A, and takes it back. @returns its rows, or the refusal */
async function tried(text: string, across = '', organizations: string[] = [A]): Promise<pg.QueryResultRow[] | string> {
  const client = await pool.connect();
  try {
    await begin(client, organizations, 'write', [across]);
    return (await client.query(text)).rows;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const REFUSED = /^permission denied for table|^new row violates row-level security policy/;
const ofOther = (rows: pg.QueryResultRow[] | string) =>
  typeof rows === 'string' ? rows : rows.filter(({ organization_id: id }) => id !== A);
const NOTHING = expect.toSatisfy((found: pg.QueryResultRow[] | string) =>
  typeof found === 'string' ? REFUSED.test(found) : found.length === 0,
);

/** A statement of each command that forgets its WHERE clause, or means a row of B. */
async function statementsOf(table: string): Promise<Record<Command, string>> {
  const [column] = await readRows<{ name: string }>(
    database,
    `SELECT attname AS name FROM pg_attribute a WHERE attrelid = 'svc.${table}'::regclass AND attnum > 0
     ORDER BY has_column_privilege('svc_app', attrelid, attnum, 'UPDATE') DESC, attname = 'organization_id', attnum`,
  );
  return {
    SELECT: `SELECT * FROM svc.${table}`,
    // An organization is in its directory once.
    INSERT: `${insert(table, table === 'organization_directory' ? NEW_ID : B, NEW_ID)} RETURNING organization_id`,
    UPDATE: `UPDATE svc.${table} SET ${column?.name} = ${column?.name} RETURNING organization_id`,
    DELETE: `DELETE FROM svc.${table} RETURNING organization_id`,
  };
}

it('holds for every table that names an organization, and lists every policy that lets a statement go further', async () => {
  const open = await readRows<{ name: string }>(
    database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
       AND NOT (c.relrowsecurity AND c.relforcerowsecurity) ORDER BY 1`,
  );
  expect(open).toEqual([]);
  const policies = await readRows<{ table: string; name: string; condition: string }>(
    database,
    `SELECT tablename AS table, policyname AS name, concat(qual, with_check) AS condition FROM pg_policies
     WHERE schemaname = 'svc' AND permissive = 'PERMISSIVE' AND policyname <> 'organization'
       AND roles && '{public,svc_app}' ORDER BY 1, 2`,
  );
  const listed = Object.entries(CROSSINGS).flatMap(([table, { may }]) =>
    may.map((command) => ({ table, name: `across_${command.toLowerCase()}` })),
  );
  const personal = { table: 'mail_outbox', name: 'personal' };
  const found = policies.map(({ table, name }) => ({ table, name }));
  expect(found).toEqual(expect.arrayContaining([...listed, personal]));
  expect(found).toHaveLength(listed.length + 1);
  for (const { table, name, condition } of policies) {
    if (name !== 'personal') expect(condition).toContain(`'${table}'::text = ANY`);
    else expect(condition).toBe('(organization_id IS NULL)');
  }
  const reasons = await readRows<{ name: string }>(
    database,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'svc'::regnamespace AND obj_description(oid, 'pg_class') LIKE 'across organizations: %'`,
  );
  expect(reasons.map(({ name }) => name).sort()).toEqual(Object.keys(CROSSINGS).sort());
});

it('ends with the statement that names a table, and leaves the transaction its own organizations', async () => {
  const text = `SELECT organization_id AS id FROM svc.sessions WHERE organization_id = '${B}'`;
  await inTransaction(pool, [A], async (transaction) => {
    expect(await queryAcross(transaction, ['sessions'], text)).toEqual([{ id: B }]);
    expect(await transaction.query(text)).toEqual([]);
  });
  expect(await queryAcross(pool, ['sessions'], text)).toEqual([{ id: B }]);
  expect((await pool.query(text)).rows).toEqual([]);
});

describe.each(Object.entries(CROSSINGS))('%s', (table, { may }) => {
  it('shows and gives a transaction rows of its own organization only', async () => {
    const statements = await statementsOf(table);
    const seen = await tried(statements.SELECT);
    expect(seen).toMatchObject([{ organization_id: A }]);
    for (const text of Object.values(statements)) expect(ofOther(await tried(text))).toEqual(NOTHING);
    for (const text of Object.values(statements)) expect(await tried(text, '', [])).toEqual(NOTHING);
    expect(await tried(`SELECT 1 FROM svc.${table} WHERE organization_id = '${B}'`)).toEqual([]);
  });

  it('lets a statement that names it do what is listed, and nothing else', async () => {
    const statements = await statementsOf(table);
    for (const [command, text] of Object.entries(statements)) {
      const done = ofOther(await tried(text, table));
      if (may.includes(command as Command)) expect(done, text).toMatchObject([{ organization_id: expect.any(String) }]);
      else expect(done, text).toEqual(NOTHING);
    }
  });

  it('stays closed to a statement that names another table', async () => {
    const others = Object.keys(CROSSINGS).filter((name) => name !== table);
    for (const text of Object.values(await statementsOf(table))) {
      expect(ofOther(await tried(text, others.join(',')))).toEqual(NOTHING);
    }
  });
});
