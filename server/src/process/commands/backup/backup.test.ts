// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: whole databases are saved and restored.
 * A backup holds every row of one moment, made by an owner whom row-level security binds, while the service decides. A
 * restored database is the same, and its chains go on. A changed or cut file is found.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { acme, call, PLAIN_ACTION, startTestService, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows, SEE_EVERY_ORGANIZATION } from '#harness/service/rows.ts';
import { readConfig } from '../../../platform/config/index.ts';
import { backUp, restore, showVerified } from './index.ts';

const EVENTS = 40;

let folder: string;
let source: TestDatabase;
let service: TestService;
let file: string;
let saved: string;
/** Cases restore into the first; the other stays empty. */
let target: TestDatabase;
let untouched: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-backup-'));
  file = join(folder, 'first.backup');
  source = await ownedDatabase();
  target = await ownedDatabase();
  untouched = await ownedDatabase();
  service = await startTestService({ database: source });
  await service.provision(acme({ extra: '    webhooks: [{ url: "https://siem.example/hook" }]' }));
  for (let done = 0; done < EVENTS; done += 1) await decide(service);
  await service.app.checkpoints.coverAll(new AbortController().signal);
  saved = (await run(backUp, source, file)).text;
});
afterAll(async () => {
  await service.stop();
  for (const database of [source, target, untouched]) await database.drop();
  rmSync(folder, { recursive: true });
});

const decide = (to: TestService) => call(to.baseUrl, '/v1/events', { body: PLAIN_ACTION });

/** A database whose owner is no superuser, and may not see past row-level security. */
async function ownedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const address = new URL(database.connectionString);
  await asAdmin(database, [
    'DROP SCHEMA svc CASCADE',
    `CREATE ROLE ${owner} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD 'x'`,
    `GRANT svc_app TO ${owner}`,
    `GRANT CREATE ON DATABASE ${database.name} TO ${owner}`,
  ]);
  address.username = owner;
  address.password = 'x';
  const { migrate } = await import('../../../storage/schema/migrate.ts');
  await migrate({ connectionString: address.href });
  return {
    connectionString: address.href,
    name: database.name,
    async drop() {
      const other = await openEmptyDatabase();
      // The harness keeps a connection to the database that it read last, and the owner alone could end it.
      await readRows(other, 'SELECT 1');
      await database.drop();
      await asAdmin(other, [`DROP ROLE ${owner}`]);
    },
  };
}

async function asAdmin({ connectionString }: TestDatabase, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

type Command = typeof backUp | typeof restore;

async function run(
  command: Command,
  database: TestDatabase,
  path: string,
  environment: NodeJS.ProcessEnv = {},
  options: string[] = [],
) {
  const config = readConfig({
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY.toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    ...environment,
  });
  let text = '';
  const stdout = { write: (part: string) => (text += part) };
  const code =
    command === backUp
      ? await backUp(config, path, stdout)
      : await restore([path, ...options], () => config, { stdout, stderr: stdout });
  return { code, text };
}

async function verify(path: string) {
  let text = '';
  const code = await showVerified(path, { write: (part: string) => (text += part) });
  return { code, text };
}

/** All rows of all tables as text, in an order of their own. */
async function contents(database: TestDatabase): Promise<Record<string, string[]>> {
  // A connection that stays open could be ended by its own role alone.
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'svc'::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  await client.query(SEE_EVERY_ORGANIZATION);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    // Migrations note when they ran; tasks note their last run.
    if (/^(kysely|task_runs)/.test(name)) continue;
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM svc.${name} t ORDER BY 1`);
    found[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return found;
}

it('holds every row that there is, counted, in a file of its owner alone', async () => {
  const rows = await contents(source);
  expect(rows.events).toHaveLength(EVENTS);
  for (const [name, found] of Object.entries(rows)) {
    expect(saved).toMatch(new RegExp(`^ *${found.length} {2}${name}$`, 'm'));
  }
  expect(saved).toMatch(/^VALID: \d+ rows in \d+ tables, 2 audit chains, no generated key$/m);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await verify(file)).toEqual({ code: 0, text: saved.replace(/^Database: .*\n/, '') });
});

it('restores the same rows into an empty database, whose chain goes on', async () => {
  const { code, text } = await run(restore, target, file, {}, ['--keep-sign-ins']);
  expect(code).toBe(0);
  expect(text).toContain('Sessions, connected apps and links are those of the backup.');
  expect(text).toContain('Restored. The stored secrets can be opened.\n');
  expect(await contents(target)).toEqual(await contents(source));
  const forced = await readRows<{ name: string }>(
    target,
    `SELECT relname AS name FROM pg_class WHERE relforcerowsecurity AND relnamespace = 'svc'::regnamespace ORDER BY 1`,
  );
  expect(forced.length).toBeGreaterThan(20);
  expect(forced).toEqual(
    await readRows(
      source,
      `SELECT relname AS name FROM pg_class WHERE relforcerowsecurity AND relnamespace = 'svc'::regnamespace ORDER BY 1`,
    ),
  );
  const restored = await startTestService({ database: target });
  expect((await decide(restored)).status).toBe(200);
  await restored.stop();
  const again = join(folder, 'again.backup');
  expect((await run(backUp, target, again)).code).toBe(0);
  expect((await verify(again)).text).toMatch(new RegExp(`^ *${EVENTS + 1} {2}events$`, 'm'));
});

it('is of one moment while decisions are recorded', async () => {
  let isOver = false;
  const deciding = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) expect((await decide(service)).status).toBe(200);
    }),
  );
  for (const name of amount(['a'], ['a', 'b', 'c'])) {
    const { code, text } = await run(backUp, source, join(folder, `busy-${name}.backup`));
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^VALID: /m) });
  }
  isOver = true;
  await deciding;
});

describe('a file that was', () => {
  const damaged = (bytes: Buffer) => {
    const path = join(folder, `${randomBytes(6).toString('hex')}.backup`);
    writeFileSync(path, bytes);
    return path;
  };
  const lines = () => gunzipSync(readFileSync(file)).toString('latin1').split('\n');
  const packed = (text: readonly string[]) => damaged(gzipSync(Buffer.from(text.join('\n'), 'latin1')));
  const firstAgent = () => lines().findIndex((line) => line.startsWith('{"table":"agents"')) + 1;

  it('cut at any place is found', async () => {
    const bytes = readFileSync(file);
    for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
      const { code, text } = await verify(damaged(bytes.subarray(0, Math.floor(bytes.length * part))));
      expect(code).toBe(1);
      expect(text).toMatch(/^NOT VALID: The file (ends too early|is cut)/);
    }
    for (const cut of [1, 2, 3, 40]) {
      expect((await verify(packed(lines().slice(0, -cut - 1)))).text).toMatch(/^NOT VALID: /);
    }
  });

  it.each<[string, (all: string[]) => void, RegExp]>([
    [
      'changed in a row',
      (all) => void all.splice(firstAgent(), 1, `${all[firstAgent()]}x`),
      /The rows of \w+ were changed/,
    ],
    ['robbed of a row', (all) => void all.splice(firstAgent(), 1), /The rows of \w+ were changed/],
    ['robbed of its end', (all) => void all.splice(-2, 1), /ends too early/],
    ['made longer', (all) => void all.push('{}', ''), /goes on after its end/],
    ['made by another program', (all) => void all.splice(0, 1, '{"format":"tar"}'), /is no backup/],
  ])('%s is found', async (_what, change, sentence) => {
    const all = lines();
    change(all);
    const { code, text } = await verify(packed(all));
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) });
    await expect(run(restore, await openEmptyDatabase(), packed(all))).rejects.toThrow(sentence);
  });

  it('changed with its sums is found by the chain', async () => {
    const { createHash } = await import('node:crypto');
    const all = lines();
    const start = all.findIndex((line) => line.startsWith('{"table":"audit_entries"'));
    const end = all.indexOf('\\.', start);
    const rows = all
      .slice(start + 1, end)
      .map((row, place) => (place === 3 ? row.replace(/\bsystem\b|\bkey\b/, 'user') : row));
    const sum = (kept: readonly string[]) => {
      const sha256 = createHash('sha256');
      for (const row of kept) sha256.update(`${row}\n`, 'latin1');
      return JSON.stringify({ rows: kept.length, sha256: sha256.digest('hex') });
    };
    const edited = [...all.slice(0, start + 1), ...rows, '\\.', sum(rows), ...all.slice(end + 2)];
    expect((await verify(packed(edited))).text).toMatch(/^NOT VALID: The audit chain of \S+ is broken: .*entry 4/);
    const shorter = rows.slice(0, -1);
    const total = JSON.parse(all.at(-2) ?? '') as { tables: number; rows: number };
    const cut = [...all.slice(0, start + 1), ...shorter, '\\.', sum(shorter), ...all.slice(end + 2, -2)];
    const text = (await verify(packed([...cut, JSON.stringify({ ...total, rows: total.rows - 1 }), '']))).text;
    expect(text).toMatch(/^NOT VALID: The audit chain of \S+ (ends with entry \d+, and its head says \d+|is broken)/);
  });
});

describe('a refusal changes nothing', () => {
  it('where the database holds an organization', async () => {
    const before = await contents(target);
    await expect(run(restore, target, file)).rejects.toThrow(/holds an organization already/);
    expect(await contents(target)).toEqual(before);
  });

  it('where a service runs', async () => {
    await expect(run(restore, source, file)).rejects.toThrow(/Stop every process/);
  });

  it('where a newer build made the backup', async () => {
    const text = gunzipSync(readFileSync(file))
      .toString('latin1')
      .replace('"migrations":[', '"migrations":["9999-later",');
    const newer = join(folder, 'newer.backup');
    writeFileSync(newer, gzipSync(Buffer.from(text, 'latin1')));
    await expect(run(restore, untouched, newer)).rejects.toThrow(/newer build/);
  });

  it('where the file of a backup exists', async () => {
    const taken = join(folder, 'taken.backup');
    writeFileSync(taken, 'mine');
    await expect(run(backUp, source, taken)).rejects.toThrow(/choose another name/);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    const nowhere = join(folder, 'no/such/folder/x.backup');
    await expect(run(backUp, source, nowhere)).rejects.toThrow(/ENOENT/);
    expect(existsSync(nowhere)).toBe(false);
  });

  it('says after a restore that the key opens nothing', async () => {
    const other = { SVC_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') };
    await expect(run(restore, untouched, file, other)).rejects.toThrow(/SVC_ENCRYPTION_KEY is not the one/);
  });
});
