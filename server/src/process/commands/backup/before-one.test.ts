// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it starts on a database of the build before release 1.0.
 * Guarantee: such a database comes to the schema of this build without loss, from a backup and where it stands. The
 * backup beside this file was made by that build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** All rows of the tables that a decision or a person writes. */
const rowsNow = () =>
  readRows(
    database,
    `SELECT (SELECT json_agg(e ORDER BY organization_id, seq) FROM svc.audit_entries e) AS chain,
       (SELECT json_agg(e ORDER BY id) FROM svc.events e) AS events,
       (SELECT json_agg(r ORDER BY event_id) FROM svc.reviews r) AS reviews,
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

it('goes on where it stands, and processes of the build before find their steps', async () => {
  await readRows(
    database,
    `DELETE FROM svc.kysely_migration;
     INSERT INTO svc.kysely_migration SELECT unnest('{${BEFORE_ONE.join(',')}}'::text[]), now()::text`,
  );
  const before = await rowsNow();
  await Promise.all([migrate(address()), migrate(address())]);
  expect(await rowsNow()).toEqual(before);
  expect(await appliedMigrations(address())).toEqual(MIGRATIONS.map(({ name }) => name));
  const ran = await readRows(database, 'SELECT name FROM svc.kysely_migration ORDER BY name');
  expect(ran.map(({ name }) => name)).toEqual([...BEFORE_ONE, ...MIGRATIONS.map(({ name }) => name)]);
});

it('is refused while a step of it is missing', async () => {
  await readRows(database, `DELETE FROM svc.kysely_migration WHERE name >= '${BEFORE_ONE.at(-2)}'`);
  await expect(migrate(address())).rejects.toThrow(`from before ${BEFORE_ONE.at(-2)}. Start the last build of 0.1.0`);
});
