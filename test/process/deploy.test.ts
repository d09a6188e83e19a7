// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the proxies before it are the matter.
 * Guarantee: the files in `deploy` fit the service. Each variable, path, probe and secret that they name exists.
 * `deploy-programs.test.ts` hands them to the programs that read them.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REQUEST_BODY_BYTES_MAX } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '#harness/compatibility';
import { startTestService } from '#harness/service';
import { readConfig } from '../../server/src/platform/config/index.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const read = (name: string) => readRepositoryFile(`deploy/${name}`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = [
  'Caddyfile',
  'compose.yaml',
  'haproxy.cfg',
  'make-secrets.sh',
  'nginx.conf',
  'postgres-init.sh',
  'svc-server',
  'svc.env',
  'svc.service',
  'svc@.service',
  'svc-embedded.service',
];

it('are all looked at here', () => {
  expect(
    readdirSync(join(ROOT, 'deploy'))
      .filter((name) => name !== 'secrets' && name !== 'chart')
      .sort(),
  ).toEqual([...FILES].sort());
});

it('name only variables that the service knows', () => {
  const known = new Set(
    [...readRepositoryFile('docs/reference/configuration.md').matchAll(/`((?:SVC_|DATABASE_)[A-Z_]+)`/g)].map(
      ([, name]) => name,
    ),
  );
  const named = FILES.flatMap((file) =>
    [...read(file).matchAll(/\b(?:SVC|DATABASE)_[A-Z_]+\b/g)].map(([name]) => name),
  );
  expect(known.size).toBeGreaterThan(10);
  expect(named.length).toBeGreaterThan(15);
  for (const name of new Set(named)) expect([...known, ...[...known].map((one) => `${one}_FILE`)]).toContain(name);
  // The service reads a secret from a file, as compose.yaml and svc.service hand it over.
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const config = readConfig({
    DATABASE_URL_FILE: file('url', 'postgres://svc_owner:x@postgres:5432/svc\n'),
    SVC_ENCRYPTION_KEY_FILE: file('key', `${Buffer.alloc(32, 1).toString('base64')}\n`),
  });
  expect(config.databaseUrl).toBe('postgres://svc_owner:x@postgres:5432/svc');
  expect(config.encryptionKeys).toEqual([Buffer.alloc(32, 1)]);
});

it('give settings that the service takes', () => {
  const settings = Object.fromEntries(
    read('svc.env')
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => line.split('=', 2) as [string, string]),
  );
  expect(Object.keys(settings).length).toBeGreaterThan(2);
  expect(readConfig(settings)).toMatchObject({
    baseUrl: 'https://svc.example',
    signup: 'closed',
    planDefault: 'ENTERPRISE',
  });
});

interface Compose {
  services: Record<
    string,
    {
      image: string;
      healthcheck?: { test: string[] };
      secrets: string[];
      environment: Record<string, string>;
      volumes: string[];
      ports?: string[];
      read_only?: boolean;
      cap_drop?: string[];
    }
  >;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml')) as Compose;
  const { postgres, svc } = compose.services;

  it('names volumes, secrets and files that exist', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'svc']);
    const places = [postgres, svc].flatMap((one) => one?.volumes ?? []).map((volume) => volume.split(':', 1)[0] ?? '');
    expect(places.filter((place) => !place.startsWith('.')).sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const place of places.filter((one) => one.startsWith('.')))
      expect(existsSync(join(ROOT, 'deploy', place))).toBe(true);
    expect([...new Set([...(postgres?.secrets ?? []), ...(svc?.secrets ?? [])])].sort()).toEqual(
      Object.keys(compose.secrets).sort(),
    );
    for (const [, value] of Object.entries({ ...postgres?.environment, ...svc?.environment })) {
      const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      if (secret !== undefined) expect(compose.secrets).toHaveProperty(secret);
    }
    expect(svc?.image).toMatch(/^svc:\$\{VERSION:\?/);
  });

  it('tells health by a probe of the service', async () => {
    const [kind, , ...args] = svc?.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const service = await startTestService();
    const { port } = new URL(service.baseUrl);
    // Compose takes $$ for $.
    const written = args.map((arg) => arg.replaceAll('$$', '$'));
    const probe = () => run(process.execPath, written, folder, PROGRAM_WITHIN_MS, { SVC_PORT: port });
    expect(await probe()).toMatchObject({ code: 0, stderr: '' });
    await service.stop();
    expect(await probe()).toMatchObject({ code: 1, stderr: '' });
  });

  it('keeps the service on the machine, read-only, and its secrets out of the environment', () => {
    expect(svc?.environment).toMatchObject({ SVC_SIGNUP: 'closed', SVC_PLAN_DEFAULT: 'ENTERPRISE' });
    expect(svc).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: ['127.0.0.1:4000:4000'] });
    expect(postgres?.ports).toBeUndefined();
    expect(postgres?.image).toMatch(/^postgres:18/);
    expect(
      Object.entries(svc?.environment ?? {})
        .filter(([name]) => /(KEY|URL|PASSWORD)$/.test(name))
        .map(([name]) => name),
    ).toEqual(['SVC_BASE_URL']);
  });

  it('gets its secrets from make-secrets.sh, which never replaces one', async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    cpSync(join(ROOT, 'deploy/make-secrets.sh'), join(copy, 'make-secrets.sh'));
    const make = () => run('sh', [join(copy, 'make-secrets.sh')], folder, PROGRAM_WITHIN_MS);
    expect(await make()).toEqual({ code: 0, stdout: '', stderr: '' });
    const made = Object.fromEntries(
      Object.entries(compose.secrets).map(([name, { file }]) => [name, readFileSync(join(copy, file), 'utf8')]),
    );
    expect(statSync(join(copy, 'secrets')).mode & 0o777).toBe(0o700);
    const config = readConfig({ DATABASE_URL: made.database_url, SVC_ENCRYPTION_KEY: made.svc_encryption_key });
    expect(config.databaseUrl).toBe(`postgres://svc_owner:${made.svc_owner_password}@postgres:5432/svc`);
    expect(readdirSync(join(copy, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(await make()).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(readFileSync(join(copy, file), 'utf8')).toBe(made[name]);
  });
});

describe('svc.service', () => {
  const unit = read('svc.service');

  it('starts a program of the release, hands the secrets over as files, and binds the service', () => {
    expect(unit).toContain('ExecStart=/usr/bin/node server/bin/svc-server.js\n');
    const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
    expect([...unit.matchAll(/%d\/([\w-]+)/g)].map(([, name]) => name)).toEqual(loaded);
    expect(unit).toMatch(/^User=svc$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    // V8 could not run with it.
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(yes|true|1)/m);
  });
});

describe('the other units', () => {
  const linesOf = (name: string) =>
    read(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const differences = (name: string) => {
    const [usual, other] = [linesOf('svc.service'), linesOf(name)];
    const isShared = (line: string) => usual.includes(line) && other.includes(line);
    return { without: usual.filter((line) => !isShared(line)), with: other.filter((line) => !isShared(line)) };
  };

  it('svc@.service takes its ports and its folder from the instance, and is hardened alike', () => {
    expect(differences('svc@.service')).toEqual({
      without: [
        'Description=svc, the Agent Action Decision Service',
        'ExecStart=/usr/bin/node server/bin/svc-server.js',
        'Environment=NODE_ENV=production SVC_HOST=127.0.0.1 SVC_PORT=4000 SVC_DATA_DIR=/var/lib/svc',
        'StateDirectory=svc',
      ],
      with: [
        'Description=svc, the Agent Action Decision Service (process %i)',
        'ExecStart=/usr/bin/env SVC_PORT=400%i SVC_METRICS_PORT=946%i SVC_PROCESSES=1 /usr/bin/node server/bin/svc-server.js',
        'Environment=NODE_ENV=production SVC_HOST=127.0.0.1 SVC_DATA_DIR=/var/lib/svc/%i',
        'StateDirectory=svc svc/%i',
      ],
    });
    for (const name of ['nginx.conf', 'Caddyfile', 'haproxy.cfg']) {
      const ports = [...read(name).matchAll(/ 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
      expect(ports, name).toEqual(['0', '1'].map((instance) => `400${instance}`));
    }
    expect(readConfig({ SVC_PORT: '4001', SVC_METRICS_PORT: '9461' })).toMatchObject({ port: 4001, metricsPort: 9461 });
  });

  it('svc-embedded.service has no secret to hand over, and is hardened alike', () => {
    const { without, with: more } = differences('svc-embedded.service');
    expect(more).toEqual(['Description=svc, the Agent Action Decision Service (embedded PostgreSQL)']);
    expect(without.map((line) => line.split('=', 1)[0])).toEqual([
      'Description',
      'LoadCredential',
      'LoadCredential',
      'Environment',
    ]);
  });
});

describe('the proxies', () => {
  it.each(['nginx.conf', 'Caddyfile', 'haproxy.cfg'])(
    '%s ends TLS, sends HSTS, and refuses the bodies that the service refuses',
    (name) => {
      const text = read(name);
      expect(REQUEST_BODY_BYTES_MAX).toBe(200 * 1_024);
      expect(text).toContain('Strict-Transport-Security "max-age=63072000; includeSubDomains"');
      expect(text).toContain('127.0.0.1:4000');
      expect(text).toMatch(
        /client_max_body_size 200k;|max_size 200KiB\n|\{ req\.hdr_val\(content-length\) gt 204800 \}\n/,
      );
    },
  );

  it('nginx.conf sets the address of the caller, streams exports, and leaves paths as they came', () => {
    const text = read('nginx.conf');
    expect(text.match(/proxy_pass /g)).toHaveLength(
      text.match(/proxy_set_header X-Forwarded-For \$remote_addr;/g)?.length ?? 0,
    );
    expect(text).toMatch(/location = \/audit\/export \{[^}]*proxy_buffering off;/);
    expect(text).toContain('merge_slashes off;');
    expect(text).not.toMatch(/proxy_pass http:\/\/svc\//);
  });

  it.each([
    ['haproxy.cfg', /http-check send meth GET uri \/ready /, /balance hdr\(authorization\)\n {2}hash-type consistent/],
    ['Caddyfile', /health_uri \/ready\n\t\thealth_interval 1s/, /lb_policy header Authorization\n/],
    [
      'nginx.conf',
      /:4000 max_fails=1 fail_timeout=5s;/,
      /default \$http_authorization;[^}]*\}[^}]*hash \$svc_caller consistent;/,
    ],
  ])('%s finds out which process is away, and keeps a key with one', (name, health, affinity) => {
    expect(read(name)).toMatch(health);
    expect(read(name)).toMatch(affinity);
    // A drain that is shorter than what the balancer needs to notice it would lose requests.
    expect(read(name)).toMatch(/SVC_DRAIN_SECONDS/);
  });
});
