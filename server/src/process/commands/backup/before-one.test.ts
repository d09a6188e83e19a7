// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it starts on a database of the build before release 1.0.
 * Guarantee: such a database comes to the schema of this build without loss, from a backup and where it stands. The
 * backup beside this file was made by that build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { call, PLAIN_ACTION, startTestService, TEST_ENCRYPTION_KEY } from '#harness/service';
import { plainNames } from '#harness/service/names.ts';
import { readRows } from '#harness/service/rows.ts';
import { readConfig } from '../../../platform/config/index.ts';
import { appliedMigrations, migrate } from '../../../storage/schema/migrate.ts';
import { BEFORE_ONE } from '../../../storage/schema/migrations/before-one.ts';
import { MIGRATIONS } from '../../../storage/schema/migrations/index.ts';
import { backUp, restore } from './index.ts';

const BACKUP = join(import.meta.dirname, 'before-one.backup');
const EVENTS = 12;
const ORGANIZATION = '018f0000-0000-7000-8000-0000000000aa';
const OPEN_CALL = '018f0000-0000-7000-8000-0000000000bb';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  plainNames();
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'svc-before-one-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const address = () => ({ connectionString: database.connectionString });
const config = () =>
  readConfig({
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY.toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
  });

/** All rows of the tables that a decision or a person writes. Columns of later steps are null in them. */
const rowsIn = (of: TestDatabase) =>
  readRows(
    of,
    `SELECT (SELECT json_agg(e ORDER BY organization_id, seq) FROM svc.audit_entries e) AS chain,
       (SELECT json_agg(json_strip_nulls(to_json(e)) ORDER BY id) FROM svc.events e) AS events,
       (SELECT json_agg(json_strip_nulls(to_json(r)) ORDER BY event_id) FROM svc.reviews r) AS reviews,
       (SELECT json_agg(k ORDER BY id) FROM svc.api_keys k) AS keys,
       (SELECT json_agg(p ORDER BY policy_id, version_from) FROM svc.policy_revisions p) AS policies`,
  );

it('is restored from its backup, and its chain goes on', async () => {
  let told = '';
  const stream = { write: (part: string) => (told += part) };
  expect(await restore([BACKUP, '--keep-sign-ins'], config, { stdout: stream, stderr: stream })).toBe(0);
  expect(told).toContain('Restored. The stored secrets can be opened.\n');
  const service = await startTestService({ database });
  expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
  await service.stop();
  expect(await backUp(config(), join(folder, 'again.backup'), stream)).toBe(0);
  expect(told).toMatch(new RegExp(`^ *${EVENTS + 1} {2}events$`, 'm'));
  expect(told).toMatch(/^VALID: .* 2 audit chains/m);
});

/** An organization with two forwarded calls, of which one has an outcome. */
const CALLS = `
  INSERT INTO svc.organization_directory (name_digest, organization_id) VALUES (sha256('standing'), '${ORGANIZATION}');
  SELECT set_config('svc.organizations', '{${ORGANIZATION}}', false);
  INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
    decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record, gateway_call)
  SELECT '${ORGANIZATION}', id, seq, now(), false, id, id, id, 'READ_DATA', 'ALLOW', 'ALLOW', 'LOW', 0, false, '{}',
    '{"protocol": "HTTP", "forwarderId": 7}'
  FROM (VALUES ('${ORGANIZATION}'::uuid, 1), ('${OPEN_CALL}'::uuid, 2)) AS e (id, seq);
  INSERT INTO svc.audit_entries (organization_id, seq, at, kind, actor_type, actor_id, subject_type, subject_id,
    metadata, prev_hash, hash)
  SELECT '${ORGANIZATION}', 3, now(), 'gateway.called', 'key', 'k', 'event', '${ORGANIZATION}', '{}',
    sha256('a'), sha256('b')`;

it('goes on where it stands, and processes of the build before find their steps', async () => {
  const standing = await createTestDatabase();
  const there = { connectionString: standing.connectionString };
  const owner = new pg.Client(there);
  await owner.connect();
  await owner.query('DROP SCHEMA svc CASCADE');
  await owner.end();
  await migrate(there, MIGRATIONS.slice(0, 1));
  await readRows(standing, CALLS);
  await readRows(
    standing,
    `DELETE FROM svc.kysely_migration;
     INSERT INTO svc.kysely_migration SELECT unnest('{${BEFORE_ONE.join(',')}}'::text[]), now()::text`,
  );
  const before = await rowsIn(standing);
  expect(before[0]?.events).toHaveLength(2);
  await Promise.all([migrate(there), migrate(there)]);
  expect(await rowsIn(standing)).toEqual(before);
  // The call that is open is found as one that its process has under way.
  const acts = await readRows(standing, 'SELECT event_id, forwarder_id, redeemed_at FROM svc.acts');
  expect(acts).toEqual([{ event_id: OPEN_CALL, forwarder_id: 7, redeemed_at: null }]);
  expect(await appliedMigrations(there)).toEqual(MIGRATIONS.map(({ name }) => name));
  const ran = await readRows(standing, 'SELECT name FROM svc.kysely_migration ORDER BY name');
  expect(ran.map(({ name }) => name)).toEqual([...BEFORE_ONE, ...MIGRATIONS.map(({ name }) => name)]);
  await standing.drop();
});

it('is refused while a step of it is missing', async () => {
  await readRows(
    database,
    `DELETE FROM svc.kysely_migration;
     INSERT INTO svc.kysely_migration SELECT unnest('{${BEFORE_ONE.slice(0, -2).join(',')}}'::text[]), now()::text`,
  );
  await expect(migrate(address())).rejects.toThrow(`from before ${BEFORE_ONE.at(-2)}. Start the last build of 0.1.0`);
});
