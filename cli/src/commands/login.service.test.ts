// SPDX-License-Identifier: Apache-2.0
/** A key is tried before it is kept, kept for its user alone, and never printed. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { answers, type Behaviour, cuts, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, OFFICE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const fileIn = (folder: string) => join(folder, 'svc', 'credentials.json');
const CHECK = ['check', '--agent', 'billing-bot', '--action', 'READ_DATA', '--resource', 'orders'];

it('keeps a key that works, in a 0600 file of a 0700 folder, and the next command uses it', async () => {
  const XDG_CONFIG_HOME = folderOf();
  mkdirSync(join(XDG_CONFIG_HOME, 'svc'));
  chmodSync(join(XDG_CONFIG_HOME, 'svc'), 0o755);
  const env = { XDG_CONFIG_HOME };
  const { code, stdout, stderr } = await svc(['login', '--api-key', TEST_KEY, '--base-url', service.baseUrl], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`The TEST key works at ${service.baseUrl}. It is kept in ${fileIn(XDG_CONFIG_HOME)}\n`);
  expect(statSync(fileIn(XDG_CONFIG_HOME)).mode & 0o777).toBe(0o600);
  expect(statSync(join(XDG_CONFIG_HOME, 'svc')).mode & 0o777).toBe(0o700);
  expect(await svc(CHECK, { env })).toMatchObject({ code: 0, stderr: '' });
});

it('replaces what was kept, in the home folder where XDG_CONFIG_HOME is not set or relative', async () => {
  const HOME = folderOf();
  for (const [key, XDG_CONFIG_HOME] of [
    [TEST_KEY, ''],
    [LIVE_KEY, 'relative'],
  ] as const) {
    const login = ['login', '--api-key', key, '--base-url', service.baseUrl, '--json'];
    const { stdout } = await svc(login, { env: { HOME, XDG_CONFIG_HOME } });
    expect(JSON.parse(stdout)).toEqual({
      baseUrl: service.baseUrl,
      keyKind: key === LIVE_KEY ? 'LIVE' : 'TEST',
      credentialsFile: fileIn(join(HOME, '.config')),
    });
    expect(readFileSync(fileIn(join(HOME, '.config')), 'utf8')).toContain(key);
  }
});

it('takes a key from stdin, so that it stands in no list of processes', async () => {
  const env = { XDG_CONFIG_HOME: folderOf(), SVC_BASE_URL: service.baseUrl };
  expect(await svc(['login', '--api-key', '-'], { env, input: `${LIVE_KEY}\n` })).toMatchObject({ code: 0 });
  expect(readFileSync(fileIn(env.XDG_CONFIG_HOME), 'utf8')).toContain(LIVE_KEY);
});

it('takes a key that may not be used from here: 403 says that it is one', async () => {
  const env = { XDG_CONFIG_HOME: folderOf() };
  expect(await svc(['login', '--api-key', OFFICE_KEY, '--base-url', service.baseUrl], { env })).toMatchObject({
    code: 0,
  });
});

it('keeps nothing of a key that is refused, and ends with 5', async () => {
  const env = { XDG_CONFIG_HOME: folderOf() };
  const { code, stdout, stderr } = await svc(['login', '--api-key', 'key_live_wrong', '--base-url', service.baseUrl], {
    env,
  });
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toMatch(/^svc: .*\(401\)\n$/);
  expect(existsSync(fileIn(env.XDG_CONFIG_HOME))).toBe(false);
});

it.each([
  ['another program', answers(404, { message: 'Cannot GET /v1/events/x', error: 'Not Found' })],
  ['a web server', answers(404, HTML)],
  ['a page for everything', answers(200, HTML)],
  ['a redirect', answers(302, '', { location: 'https://example.com' })],
  ['nothing', cuts],
] as [string, Behaviour][])(
  'keeps nothing and ends with 1 where the address is that of %s',
  async (_what, behaviour) => {
    const server = await startFaultyServer(behaviour);
    const env = { XDG_CONFIG_HOME: folderOf() };
    const { code, stderr } = await svc(['login', '--api-key', LIVE_KEY, '--base-url', server.baseUrl], { env });
    await server.stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^svc: .+\n$/);
    expect(stderr).not.toContain(LIVE_KEY);
    expect(existsSync(fileIn(env.XDG_CONFIG_HOME))).toBe(false);
  },
);

it('takes a 404 of a service that only knows no such event', async () => {
  const server = await startFaultyServer(answers(404, { message: 'Event not found' }));
  const env = { XDG_CONFIG_HOME: folderOf() };
  expect(await svc(['login', '--api-key', LIVE_KEY, '--base-url', server.baseUrl], { env })).toMatchObject({ code: 0 });
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/events/00000000-0000-0000-0000-000000000000',
  ]);
  await server.stop();
});

it('prefers the environment to what was kept, and says so at login', async () => {
  const env = { XDG_CONFIG_HOME: folderOf(), SVC_API_KEY: LIVE_KEY };
  const { stderr } = await svc(['login', '--api-key', TEST_KEY, '--base-url', service.baseUrl], { env });
  expect(stderr).toBe('svc: SVC_API_KEY is set and overrides what was kept.\n');
  const { stdout } = await svc([...CHECK, '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ sandbox: false });
});

it('uses no file that others can read, and none that login did not write', async () => {
  const XDG_CONFIG_HOME = folderOf({ 'svc/credentials.json': `{"apiKey":"${LIVE_KEY}"` });
  const env = { XDG_CONFIG_HOME };
  chmodSync(fileIn(XDG_CONFIG_HOME), 0o644);
  expect((await svc(CHECK, { env })).stderr).toContain('can be read by others');
  chmodSync(fileIn(XDG_CONFIG_HOME), 0o600);
  const { code, stderr } = await svc(CHECK, { env });
  expect(code).toBe(1);
  expect(stderr).toContain('is not what login writes');
  expect(stderr).not.toContain('LLLL');
});
