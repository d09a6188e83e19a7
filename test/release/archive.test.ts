// SPDX-License-Identifier: Apache-2.0
/** An operator's first day: the release archive alone, npm for its production packages, and a service that decides. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { run, setUp } from '#harness/compatibility';
import { acme, LIVE_KEY } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';
import { type Started, started } from './started.ts';

const ARCHIVE = 'svc-0.1.0.tar.gz';

const made = inject('release');
let folder: string;
let unpacked: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-archive-'));
  unpacked = join(folder, 'svc-0.1.0');
  await succeed('sha256sum', ['--check', '--strict', 'SHA256SUMS'], made.folder);
  await succeed('tar', ['xzf', join(made.folder, ARCHIVE)]);
  const install = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--fetch-retries=2'];
  await succeed('npm', install, unpacked, { ...setUp(), npm_config_update_notifier: 'false' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function succeed(program: string, args: readonly string[], cwd = folder, env = {}): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, cwd, PROGRAM_WITHIN_MS, env);
  expect({ program, code, stderr: code === 0 ? '' : stderr }).toEqual({ program, code: 0, stderr: '' });
  return stdout;
}

const SERVICE: readonly [string, ...string[]] = [process.execPath, 'server/bin/svc-server.js'];

const start = async (env: Record<string, string>, [program, ...args] = SERVICE): Promise<Started> =>
  await started(
    spawn(program, args, {
      cwd: unpacked,
      env: { PATH: process.env.PATH ?? '', SVC_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

it('starts from the unpacked archive, and decides, with its app, its packages and its documents', {
  timeout: PROGRAM_WITHIN_MS,
}, async () => {
  writeFileSync(join(folder, 'first.yaml'), acme());
  const service = await start({ SVC_DATA_DIR: join(folder, 'data'), SVC_PROVISION_FILE: join(folder, 'first.yaml') });
  const get = async (path: string) => await fetch(`${service.baseUrl}${path}`);
  expect(await (await get('/health')).json()).toMatchObject({ ready: true, version: '0.1.0' });
  expect((await get('/ready')).status).toBe(200);
  expect(await (await get('/app')).text()).toContain('<!doctype html>');
  expect(await (await get('/changelog')).text()).toMatch(/^# Changelog/);
  expect(await (await get('/docs/pt-BR/guides/reviews.html')).text()).toContain('<html lang="pt-BR">');
  const { packages } = (await (await get('/packages/')).json()) as { packages: { file: string }[] };
  expect(packages.map(({ file }) => file)).toEqual([
    'svc-sdk-0.1.0.tgz',
    'svc-cli-0.1.0.tgz',
    'svc_sdk-0.1.0-py3-none-any.whl',
    'svc_sdk-0.1.0.tar.gz',
  ]);
  const headers = { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json' };
  const decide = async (action: object) => {
    const answer = await fetch(`${service.baseUrl}/v1/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(action),
    });
    return (await answer.json()) as { finalDecision: string; dlpFindings: string[] };
  };
  const action = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  expect(await decide(action)).toMatchObject({ finalDecision: 'ALLOW' });
  // Long content goes to the pool of threads, whose file stands apart.
  const content = `${'x '.repeat(40_000)} CPF 529.982.247-25`;
  expect(await decide({ ...action, content })).toMatchObject({ dlpFindings: ['CPF'] });
  expect(await service.stop()).toBe(0);
});

it('starts the quick start by the command of its README, whose printed line gives a decision', {
  timeout: PROGRAM_WITHIN_MS,
}, async () => {
  expect(readFileSync(join(unpacked, 'README.md'), 'utf8')).toContain('npm ci --omit=dev && npm start');
  const [, ...script] = readManifest().scripts.start.split(' ');
  const service = await start({ SVC_DATA_DIR: join(folder, 'quick') }, [process.execPath, ...script]);
  try {
    await expect.poll(() => service.output()).toMatch(/-d '\{.*\}'/);
    const [, key = ''] = /LIVE key +(key_live_\w+)/.exec(service.output()) ?? [];
    const [, body = ''] = /-d '(\{.*\})'/.exec(service.output()) ?? [];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.baseUrl}/v1/events`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ decision: 'REVIEW' });
  } finally {
    await service.stop();
  }
});

const readManifest = () =>
  JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as { scripts: { start: string } };

it('has every page that its pages name', () => {
  const pages = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules'),
  );
  expect(pages.length).toBeGreaterThan(30);
  const named = pages.flatMap((page) =>
    [...readFileSync(join(unpacked, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, path = '']) => join(dirname(page), path),
    ),
  );
  expect(named.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
});

it('holds neither sources, tests, maps nor secrets, and no workspace that a server does not need', async () => {
  const files = (await succeed('tar', ['tzf', join(made.folder, ARCHIVE)]))
    .trim()
    .split('\n')
    .map((path) => path.replace('svc-0.1.0/', ''));
  expect(files.length).toBeGreaterThan(200);
  expect(
    files.filter((path) =>
      /\.(ts|tsx|map|tsbuildinfo)$|\.test\.|^(web|cli|sdk|test|bench|dev)\/(?!dist\/|examples\/)|^deploy\/secrets\//.test(
        path,
      ),
    ),
  ).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      'docs/operating/deploying.md',
      'deploy/compose.yaml',
      'package-lock.json',
      'dist/service/THIRD-PARTY.txt',
    ]),
  );
  for (const name of ['vite', 'typescript', 'vitest', 'react', 'esbuild', 'fastify', '@svc']) {
    expect(existsSync(join(unpacked, 'node_modules', name))).toBe(false);
  }
});

it('locks what the repository locks: the same versions, each with its integrity, and no address', () => {
  interface Lock {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean; resolved?: string }>;
  }
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Lock;
  const [own, all] = [read(join(unpacked, 'package-lock.json')), read(join(ROOT, 'package-lock.json'))];
  const foreign = Object.entries(own.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(foreign.map(([path]) => path)).toEqual(
    expect.arrayContaining(['@node-rs/argon2', 'cookie', 'piscina'].map((name) => `node_modules/${name}`)),
  );
  for (const [path, { version, integrity, resolved }] of foreign) {
    expect({ version, integrity }).toEqual({
      version: all.packages[path]?.version,
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(resolved).toBeUndefined();
  }
});
