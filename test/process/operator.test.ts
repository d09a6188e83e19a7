// SPDX-License-Identifier: Apache-2.0
/** The commands of an operator: people beside a running service, the doctor, and a start that says what is missing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#harness/postgres';
import { acme, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { COMMANDS } from '../../server/src/process/commands/index.ts';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const KEY = Buffer.alloc(32, 1).toString('base64');
const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;

let dataDir: string;
const running: RunningServer[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-operator-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(args: readonly string[], environment: Record<string, string> = {}): RunningServer {
  const started = startServer(args, { SVC_DATA_DIR: dataDir, ...environment });
  running.push(started);
  return started;
}

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const started = start(args, environment);
  return { code: await started.ended, output: started.output() };
}

const signIn = async (address: string, email: string, password: string) => {
  const headers = { 'content-type': 'application/json', origin: address };
  const body = JSON.stringify({ email, password });
  return (await fetch(`${address}/auth/login`, { method: 'POST', headers, body })).status;
};

interface Found {
  check: string;
  status: string;
  says: string;
  mend: string | null;
}
const examine = async (environment: Record<string, string>) => {
  const { code, output } = await run(['doctor', '--json'], environment);
  // The first line is on standard error, where it is readable.
  const found = JSON.parse(output.replace(/^Database: .*\n/m, '')) as Found[];
  const of = (check: string) => found.filter((one) => one.check === check).map(({ status }) => status);
  expect(found.every(({ status, mend }) => (status === 'ok') === (mend === null))).toBe(true);
  return { code, found, of };
};

it('resets, lists and removes people, and finds out what is wrong, beside the service on the embedded database', async () => {
  const file = join(dataDir, 'provision.yaml');
  const people = '      - { email: leaver@acme.test, name: Lea, password: "correct horse battery", role: MEMBER }';
  writeFileSync(file, acme({ people }), { mode: 0o600 });
  const [, address = ''] = await start([], { SVC_PROVISION_FILE: file }).seen(LISTENING);
  const named = `Database: embedded, in ${dataDir}\n`;
  const reset = await run(['user', 'reset', 'owner@acme.test']);
  const [, password = ''] = /shown only now: (\w{20})\n/.exec(reset.output) ?? [];
  expect(await signIn(address, 'owner@acme.test', password)).toBe(200);
  expect(reset.output).not.toContain('recovery codes');
  const bare = await run(['user', 'reset', '--factors', 'leaver@acme.test']);
  expect(bare).toMatchObject({ code: 0, output: expect.stringContaining('recovery codes of this person are gone') });
  expect(await run(['user', 'list'])).toEqual({
    code: 0,
    output: `${named}leaver@acme.test  Lea  Acme (MEMBER)  0 sessions\nowner@acme.test  Olivia Owner  Acme (OWNER)  1 sessions\n`,
  });
  expect(await run(['sessions', 'end', '--all'])).toEqual({
    code: 0,
    output: `${named}Ended: 1 sessions, of everybody\n`,
  });
  const removed = await run(['user', 'remove', 'leaver@acme.test', '--organization', 'Acme']);
  expect(removed).toEqual({ code: 0, output: `${named}Removed from: Acme\n` });
  expect(await run(['user', 'remove', 'owner@acme.test'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('owner@acme.test is the last OWNER of Acme'),
  });
  expect(await run(['organization', 'plan', 'Acme', 'TEAM'])).toEqual({
    code: 0,
    output: `${named}Acme: BUSINESS -> TEAM, from the next decision on\n`,
  });
  const listed = await run(['organization', 'list']);
  expect(listed.output).toMatch(/\n[\da-f-]{36} {2}Acme {2}TEAM {2}1 people {2}4 agents {2}a file may manage it\n/);
  expect((await run(['organization', 'plan', 'Acme', 'HUGE'])).output).toMatch(/^Usage:/);
  expect(await run(['organization', 'remove', 'Globex'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/This deletes Globex .* Make a backup, then add --yes\.\n$/),
  });
  expect((await run(['organization', 'remove', 'Globex', '--yes'])).code).toBe(0);
  expect((await run(['organization', 'show', 'Globex'])).output).toContain('There is no organization "Globex"');
  // The doctor checks the database of a running service, its key and open files.
  writeFileSync(join(dataDir, 'quick-start.yaml'), '', { mode: 0o644 });
  const { code, of, found } = await examine({});
  expect(code).toBe(1);
  expect(of('data folder')).toEqual(['fault']);
  expect(found.find(({ check }) => check === 'data folder')?.mend).toContain('chmod 0600 ');
  const ofDatabase = ['database', 'database schema', 'database rights', 'database sign-in', 'clock', 'encryption key'];
  expect(ofDatabase.map(of)).toEqual(ofDatabase.map(() => ['ok']));
});

describe('svc-server doctor', () => {
  it('finds nothing wrong with a fresh folder, and changes nothing in it', async () => {
    const folder = join(dataDir, 'fresh');
    const { code, of, found } = await examine({ SVC_DATA_DIR: folder });
    expect(code).toBe(0);
    expect(found.filter(({ status }) => status === 'fault')).toEqual([]);
    expect(of('mail server')).toEqual(['warning']);
    const isSupported = Number.parseInt(process.versions.node, 10) >= 22;
    expect(of('Node.js')).toEqual([isSupported ? 'ok' : 'warning']);
    expect((await run(['doctor'], { SVC_DATA_DIR: folder })).output).toMatch(
      /^Database: embedded, in .*fresh\nok {7}environment/,
    );
    expect((await examine({ SVC_DATA_DIR: folder })).of('data folder')).toEqual(['ok']);
  });

  it('names each fault: database, mail server, addresses, provisioning file, environment', async () => {
    const environment = {
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      SVC_ENCRYPTION_KEY: KEY,
      SVC_SMTP_URL: 'smtp://127.0.0.1:1',
      SVC_BASE_URL: 'http://svc.example',
      SVC_TRUST_PROXY: '0.0.0.0/0',
      SVC_PROVISION_FILE: '/none.yaml',
      SVC_PROT: '1',
    };
    const { code, of } = await examine({ ...environment, SVC_SIGNUP: 'open' });
    expect(code).toBe(1);
    for (const check of ['database', 'mail server', 'base address', 'proxy', 'provisioning file']) {
      expect([check, of(check)]).toEqual([check, ['fault']]);
    }
    expect(of('environment')).toEqual(['warning', 'ok']);
    expect([of('sign-up'), (await examine(environment)).of('sign-up')]).toEqual([['warning'], ['ok']]);
    const unreadable = await examine({ SVC_PORT: 'x', SVC_LOG_LEVEL: 'x' });
    expect(unreadable).toMatchObject({ code: 1, found: [{ status: 'fault' }, { status: 'fault' }] });
  });

  it('sees another encryption key, and a role without rights', async () => {
    const { connectionString } = await openEmptyDatabase();
    const environment = { DATABASE_URL: connectionString, SVC_ENCRYPTION_KEY: KEY };
    const file = join(dataDir, 'provision.yaml');
    writeFileSync(file, acme({ extra: '    webhooks: [{ url: "https://siem.example" }]' }), { mode: 0o600 });
    expect((await run(['provision', file], environment)).code).toBe(0);
    expect((await examine(environment)).of('encryption key')).toEqual(['ok']);
    const other = { ...environment, SVC_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') };
    const { code, of, found } = await examine(other);
    expect([code, of('encryption key')]).toEqual([1, ['fault']]);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });
});

describe('a start', () => {
  it('says what a bare server needs, and which names do not count', async () => {
    const bare = start([], { SVC_PROT: '1' });
    await bare.seen(LISTENING);
    await bare.seen(/there is no organization yet: apply a provisioning file with `svc-server provision FILE`/);
    await bare.seen(/SVC_PROT is no variable of the service and does not count; did you mean SVC_PORT\?/);
  });

  it('names the variable of a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    try {
      const { code, output } = await run([], { SVC_PORT: String(port) });
      expect(code).toBe(1);
      expect(output).toMatch(/^SVC_PORT: listen EADDRINUSE.*another process listens there/m);
    } finally {
      other.close();
    }
  });

  it('tells version and usage on standard output, with 0', async () => {
    expect(await run(['--version'])).toEqual({
      code: 0,
      output: expect.stringMatching(/^svc-server \d+\.\d+\.\d+\n$/),
    });
    for (const args of [['--help'], ['provision', '--help']]) {
      expect(await run(args)).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage:/) });
    }
  });
});

describe('a command where there is no service', () => {
  /** Operands of each command that works on a database. Null: it makes one, or asks none. */
  const OPERANDS: Readonly<Record<string, readonly string[] | null>> = {
    'audit verify': null,
    'audit replay': null,
    // They ask for a place of files first.
    'audit archive': null,
    'audit unarchive': null,
    'audit accept-loss': ['Acme', '9', 'a'.repeat(64), '5'],
    'backup verify': null,
    'verify-release': null,
    backup: ['x.backup'],
    restore: ['x.backup'],
    distribute: ['--dry-run'],
    domains: ['list', 'Acme'],
    psql: [],
    provision: ['first.yaml'],
    seed: null,
    user: ['list'],
    organization: ['list'],
    keys: ['list'],
    'encryption-key rotate': [],
    sessions: ['end', '--all'],
    doctor: null,
    'quick-start': null,
    '': null,
  };
  const commands = COMMANDS.flatMap(({ words }) => {
    const operands = OPERANDS[words.join(' ')];
    return operands === null ? [] : [[...words, ...(operands ?? ['not', 'in', 'the', 'table'])]];
  });

  it.each(commands)('%s %s refuses an empty folder, and makes nothing in it', async (...args) => {
    const cwd = join(dataDir, 'empty');
    mkdirSync(cwd);
    const file = join(dataDir, 'first.yaml');
    writeFileSync(file, acme(), { mode: 0o600 });
    const operands = args.filter((word) => word !== undefined).map((word) => (word === 'first.yaml' ? file : word));
    const { code, output } = await run(operands, { SVC_DATA_DIR: cwd });
    expect(code).toBe(1);
    expect(output).toBe(
      `Database: embedded, in ${cwd}\nThere is no database in ${cwd}. Give the command the environment of the service ` +
        '(SVC_DATA_DIR or DATABASE_URL), or start the service once.' +
        `${operands[0] === 'restore' ? ' To restore into a new database there, add --new-database.' : ''}\n`,
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('refuses a server that holds no service, and makes no table there', async () => {
    const database = await createTestDatabase();
    try {
      await readRows(database, 'DROP SCHEMA svc CASCADE');
      const environment = { DATABASE_URL: database.connectionString, SVC_ENCRYPTION_KEY: KEY };
      const { code, output } = await run(['sessions', 'end', '--all'], environment);
      expect(code).toBe(1);
      expect(output).toMatch(
        new RegExp(
          `^Database: ${database.name} at \\S+, of DATABASE_URL\nDATABASE_URL: This database holds no service`,
        ),
      );
      expect(output).not.toContain(new URL(database.connectionString).password || 'no password');
      const again = await examine(environment);
      expect(again.found.find(({ check }) => check === 'database schema')?.says).toMatch(/^not there yet/);
    } finally {
      await database.drop();
    }
  });
});
