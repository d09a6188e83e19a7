// SPDX-License-Identifier: Apache-2.0
/**
 * Real proxies with the configuration of the guide, before the service and before servers that are not well.
 * Guarantees: a call reaches the upstream after an ALLOW or by the one redemption of its review, and never otherwise. A
 * client changes nothing about what is asked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type FaultyServer, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { freePorts } from '../failover/cluster/processes.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

const POLICIES = `
      - { name: Block deleting orders, action: DELETE, resource: INTERNAL, decision: BLOCK }
      - { name: Review changes, action: WRITE, resource: INTERNAL, decision: REVIEW, approverRoles: [OWNER] }`;

const guide = readRepositoryFile('docs/guides/forward-auth.md');

interface Places {
  folder: string;
  port: number;
  svcPort: number;
  appPort: number;
}

/** The block of the guide, with the addresses and the key of the test. Time-outs are shorter, so that none is waited for. */
function snippet(language: string, { folder, port, svcPort, appPort }: Places): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`the guide has no block of ${language}`);
  return text
    .replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${svcPort}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${appPort}`)
    .replaceAll('/etc/haproxy/', `${folder}/`)
    .replaceAll('Bearer SVC_API_KEY', `Bearer ${LIVE_KEY}`)
    .replaceAll(/(timeout )9s/g, '$11s')
    .replace('TIMEOUT_MS = 9000', 'TIMEOUT_MS = 1000');
}

function written(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** The files of each proxy. @returns its arguments */
const PROXIES: Readonly<Record<string, (places: Places) => readonly string[]>> = {
  nginx(places) {
    const { folder } = places;
    const include = written(folder, 'site.conf', snippet('nginx', places));
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = `http { access_log off; ${own.join(' ')} include ${include}; }`;
    const main = `pid ${folder}/pid; error_log stderr; daemon off; events {} ${http}`;
    return ['-p', folder, '-c', written(folder, 'main.conf', main)];
  },
  caddy(places) {
    const file = written(places.folder, 'Caddyfile', `{\n\tadmin off\n}\n${snippet('caddyfile', places)}`);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
  haproxy(places) {
    written(places.folder, 'svc-authz.lua', snippet('lua', places));
    return ['-db', '-f', written(places.folder, 'haproxy.cfg', snippet('haproxy', places))];
  },
};

interface Running {
  baseUrl: string;
  stop(): Promise<void>;
}

let folder: string;
let service: TestService;
let owner: Browser;
let app: FaultyServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-forward-auth-'));
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  app = await startFaultyServer((_request, response) => response.end('of the app'));
});
afterAll(async () => {
  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = (baseUrl: string): number => Number(new URL(baseUrl).port);

async function start(program: string, svcUrl: string): Promise<Running> {
  const [port = 0] = await freePorts(1);
  const own = join(folder, `${program}-${port}`);
  mkdirSync(own);
  const places = { folder: own, port, svcPort: portOf(svcUrl), appPort: portOf(app.baseUrl) };
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin`, HOME: own, SVC_API_KEY: LIVE_KEY };
  const args = PROXIES[program]?.(places) ?? [];
  const child: ChildProcess = spawn(program, args, { cwd: own, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const baseUrl = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await fetch(baseUrl, { method: 'DELETE' });
  }, PATIENTLY);
  return {
    baseUrl,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function send({ baseUrl }: Running, method: string, path: string, headers: Record<string, string> = {}) {
  app.seen.length = 0;
  const answer = await fetch(baseUrl + path, {
    method,
    headers,
    redirect: 'manual',
    ...(method === 'POST' && { body: '{"a":1}' }),
  });
  const text = await answer.text();
  const event = answer.headers.get('x-svc-event') ?? '';
  return {
    status: answer.status,
    text,
    event,
    retryAfter: answer.headers.get('retry-after'),
    reached: app.seen.length,
  };
}

describe.each(Object.keys(PROXIES))('%s', (program) => {
  let proxy: Running;
  beforeAll(async () => {
    proxy = await start(program, service.baseUrl);
  });
  afterAll(() => proxy.stop());

  it('lets through what is allowed, with its method, query and body, and nothing else', async () => {
    const allowed = await send(proxy, 'GET', '/orders/12?expand=lines');
    expect([allowed.status, allowed.text, allowed.reached]).toEqual([200, 'of the app', 1]);
    const headers = { 'x-svc-event': expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(app.seen[0]).toMatchObject({ method: 'GET', path: '/orders/12?expand=lines', headers });
    const blocked = await send(proxy, 'DELETE', '/orders/12');
    expect([blocked.status, blocked.reached]).toEqual([403, 0]);
    expect(blocked.event).not.toBe('');
  });

  it('refuses what waits, and lets it through once when a person has approved it', async () => {
    const held = await send(proxy, 'POST', '/orders?import=1');
    expect([held.status, held.retryAfter, held.reached]).toEqual([403, '5', 0]);
    const redeem = (path = '/orders?import=1') => send(proxy, 'POST', path, { 'x-svc-redeem': held.event });
    expect(await redeem()).toMatchObject({ status: 403, retryAfter: '5', reached: 0 });
    expect((await owner.call(`/reviews/${held.event}/approve`, { body: {} })).status).toBe(200);
    expect(await redeem('/orders?import=2')).toMatchObject({ status: 403, reached: 0 });
    expect(await redeem()).toMatchObject({ status: 200, reached: 1 });
    expect(app.seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(await redeem()).toMatchObject({ status: 403, reached: 0 });
  });

  it.each([
    { 'x-original-method': 'GET' },
    { 'x-forwarded-method': 'GET' },
    { 'x-original-uri': '/x', 'x-forwarded-uri': '/x' },
    { 'x-http-method-override': 'GET' },
    { 'x-svc-event': '018f0000-0000-7000-8000-000000000001' },
    { authorization: 'Bearer of-the-client', 'x-api-key': 'of-the-client' },
  ])('asks about the call as it is, whatever the client sends: %j', async (headers) => {
    const { status, reached } = await send(proxy, 'DELETE', '/orders/12', headers);
    expect([status >= 400, reached]).toEqual([true, 0]);
  });
});

describe.each(Object.keys(PROXIES))('%s before a server that is not the service, or not well', (program) => {
  let proxy: Running;
  let svc: FaultyServer;
  beforeAll(async () => {
    svc = await startFaultyServer(({ headers }, response) => {
      const uri = String(headers['x-original-uri'] ?? headers['x-forwarded-uri']);
      const status = Number(/^\/(\d+)/.exec(uri)?.[1] ?? 0);
      if (uri === '/reset') response.socket?.destroy();
      else if (status > 0) response.writeHead(status, { 'content-type': 'text/html', location: '/x' }).end('<p>Hello');
    });
    proxy = await start(program, svc.baseUrl);
  });
  afterAll(async () => {
    await proxy.stop();
    await svc.stop();
  });

  it.each(['/200', '/202', '/204', '/302', '/400', '/404', '/429', '/500', '/503', '/reset', '/silent'])(
    'refuses the call: %s',
    async (path) => {
      const { status, reached } = await send(proxy, 'GET', path);
      expect([status >= 400, reached]).toEqual([true, 0]);
    },
  );

  it('refuses the call when it is away', async () => {
    await svc.stop();
    const { status, reached } = await send(proxy, 'GET', '/orders');
    expect([status >= 400, reached]).toEqual([true, 0]);
  });
});
