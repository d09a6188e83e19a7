// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a connection of the service may become `svc_app` and nothing else. Without the right to it, all still works. */
import { createHmac, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool, type DatabaseAddress } from '../connections/index.ts';
import { checkServiceRole } from './check-role.ts';
import { lookUpSignIn, signIn } from './sign-in.ts';

let database: TestDatabase;
let admin: pg.Client;
let owner: DatabaseAddress;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = { connectionString: database.connectionString };
  admin = new pg.Client(owner);
  await admin.connect();
});
afterEach(async () => {
  for (const role of await ownRoles()) await admin.query(`DROP ROLE ${role}`);
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const key = randomBytes(32);
const secretOf = (text: string) => createHmac('sha256', key).update(text).digest();

async function ownRoles(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = $1`,
    [`svc: signs in to ${database.name}`],
  );
  return rows.map(({ name }) => name);
}

/** Runs the statements on one connection of the service. */
async function asService<Row extends pg.QueryResultRow>(address: DatabaseAddress, ...statements: string[]) {
  const pool = createPool(address, 1);
  const client = await pool.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    client.release(true);
    await pool.end();
  }
}

it('makes one role for all processes that start at once, and signs in as it from then on', async () => {
  const started = await Promise.all([1, 2, 3].map(() => signIn(owner, secretOf)));
  expect(started.map(({ fault }) => fault)).toEqual([null, null, null]);
  const [role = ''] = await ownRoles();
  expect(await ownRoles()).toEqual([expect.stringMatching(/^svc_login_[0-9a-f]{12}$/)]);
  const { address, fault } = await lookUpSignIn(owner, secretOf);
  expect(fault).toBeNull();
  const who = 'SELECT session_user AS session, current_user AS current';
  expect(await asService(address, who)).toEqual([{ session: role, current: 'svc_app' }]);
  const pool = createPool(address, 1);
  await expect(checkServiceRole(pool)).resolves.toBeUndefined();
  await pool.end();
});

it('leaves no way to another role, and none to the tables without svc_app', async () => {
  const { address } = await signIn(owner, secretOf);
  // The cluster's own roles and the owner. Those of other services on it come and go beside this test.
  const { rows } = await admin.query<{ name: string }>(
    String.raw`SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'pg\_%' OR rolname = session_user`,
  );
  expect(rows.length).toBeGreaterThan(5);
  const neighbour = `svc_login_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE ROLE ${neighbour} LOGIN; GRANT svc_app TO ${neighbour}`);
  await admin.query(`COMMENT ON ROLE ${neighbour} IS 'svc: signs in to ${database.name}'`);
  for (const name of [...rows.map((row) => row.name), neighbour]) {
    await expect(asService(address, `SET ROLE ${pg.escapeIdentifier(name)}`)).rejects.toThrow(
      /permission denied|must be/,
    );
    const other = `SET SESSION AUTHORIZATION ${pg.escapeIdentifier(name)}`;
    await expect(asService(address, other)).rejects.toThrow(/permission denied/);
  }
  const read = 'SELECT count(*) FROM svc.organization_directory';
  expect(await asService(address, read)).toHaveLength(1);
  for (const leave of ['RESET ROLE', 'SET ROLE NONE']) {
    await expect(asService(address, leave, read)).rejects.toThrow(/permission denied/);
  }
  await expect(asService(address, 'SET ROLE NONE', `SELECT pg_read_file('PG_VERSION')`)).rejects.toThrow(/denied/);
  await expect(asService(address, 'SET ROLE NONE', 'DELETE FROM svc.audit_entries')).rejects.toThrow(/denied/);
});

it('mends a password and a membership that were changed', async () => {
  await signIn(owner, secretOf);
  const [role = ''] = await ownRoles();
  const changes = [
    `ALTER ROLE ${role} PASSWORD 'another'`,
    `REVOKE svc_app FROM ${role}`,
    `ALTER ROLE ${role} NOLOGIN`,
  ];
  for (const change of changes) {
    await admin.query(change);
    expect((await signIn(owner, secretOf)).fault).toBeNull();
  }
});

it('does not use a role that somebody gave more', async () => {
  const { address } = await signIn(owner, secretOf);
  expect(address).not.toEqual(owner);
  const [role = ''] = await ownRoles();
  await admin.query(`GRANT pg_read_all_data TO ${role}`);
  expect(await signIn(owner, secretOf)).toMatchObject({
    address: owner,
    fault: expect.stringContaining('pg_read_all_data'),
  });
  await admin.query(`REVOKE pg_read_all_data FROM ${role}; ALTER ROLE ${role} CREATEROLE`);
  expect(await signIn(owner, secretOf)).toMatchObject({
    address: owner,
    fault: expect.stringContaining('rights beyond'),
  });
});

it('works as before for an owner who may make no role, until an administrator runs the statements', async () => {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'; GRANT svc_app TO ${name}`);
  try {
    const url = new URL(database.connectionString);
    url.username = name;
    url.password = 'plain';
    const limited = { connectionString: url.href };
    const before = await signIn(limited, secretOf);
    expect(before).toMatchObject({
      address: limited,
      fault: expect.stringMatching(/permission denied|authentication|exist/),
    });
    expect(before.statements).not.toContain(secretOf(`password ${database.name}`).toString('base64url'));
    expect(await asService(before.address, 'SELECT current_user AS name')).toEqual([{ name: 'svc_app' }]);
    await admin.query(before.statements);
    const after = await signIn(limited, secretOf);
    expect(after.fault).toBeNull();
    expect(after.address).not.toEqual(limited);
  } finally {
    await admin.query(`DROP ROLE ${name}`);
  }
});
