// SPDX-License-Identifier: Apache-2.0
/** Guarantee: white space, line ends and marks around a key or an address are no part of it, wherever it comes from. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { openOrganization, TEST_KEY, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const CHECK = ['check', '--agent', 'billing-bot', '--action', 'READ_DATA', '--resource', 'orders'];

describe.each(['\n', '\r\n', ' ', '\t', '\uFEFF', '\u200B'])('with %j around it', (around) => {
  it('takes the key and the address of the environment', async () => {
    for (const [before, after] of [
      ['', around],
      [around, around],
    ]) {
      const env = {
        SVC_API_KEY: `${before}${TEST_KEY}${after}`,
        SVC_BASE_URL: `${before}${service.baseUrl}${after}`,
      };
      expect(await svc(CHECK, { env })).toMatchObject({ code: 0 });
    }
  });

  it('takes those of login, and keeps them without it', async () => {
    const home = { XDG_CONFIG_HOME: folderOf() };
    const options = ['--api-key', TEST_KEY + around, '--base-url', service.baseUrl + around];
    expect(await svc(['login', ...options], { env: home })).toMatchObject({ code: 0 });
    expect(await svc(CHECK, { env: home })).toMatchObject({ code: 0 });
    const input = `${around}${TEST_KEY}${around}`;
    const args = ['login', '--api-key', '-', '--base-url', service.baseUrl];
    expect(await svc(args, { env: home, input })).toMatchObject({ code: 0 });
  });
});

it('reads the kept login behind a byte order mark', async () => {
  const folder = folderOf();
  mkdirSync(join(folder, 'svc'), { mode: 0o700 });
  const kept = JSON.stringify({ apiKey: TEST_KEY, baseUrl: service.baseUrl });
  writeFileSync(join(folder, 'svc/credentials.json'), `\uFEFF${kept}\r\n`, { mode: 0o600 });
  expect(await svc(CHECK, { env: { XDG_CONFIG_HOME: folder } })).toMatchObject({ code: 0 });
});

it('takes a variable of white space as none', async () => {
  const blank = await svc(CHECK, { env: { SVC_API_KEY: ' \n' } });
  expect(blank).toMatchObject({ code: 5, stderr: expect.stringContaining('SVC_API_KEY is set and empty') });
});

it.each([
  ['a blank within the key', { SVC_API_KEY: 'key_live_a b' }, 'SVC_API_KEY'],
  ['an address with /v1', { SVC_BASE_URL: 'http://host:4000/v1' }, 'without /v1, as http://host:4000.'],
  ['the address of a route', { SVC_BASE_URL: 'http://host/v1/events' }, 'without /v1, as http://host.'],
  ['an address that is none', { SVC_BASE_URL: 'svc.example' }, 'SVC_BASE_URL'],
])('says what to mend: %s', async (_what, wrong, sentence) => {
  const env = { SVC_API_KEY: TEST_KEY, SVC_BASE_URL: service.baseUrl, ...wrong };
  const { code, stderr } = await svc(CHECK, { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  expect(stderr).not.toContain('a b');
});

it('says that there is no decision API at the address of the app', async () => {
  const env = { SVC_API_KEY: TEST_KEY, SVC_BASE_URL: `${service.baseUrl}/app` };
  const { code, stderr } = await svc(CHECK, { env });
  expect([code, stderr]).toEqual([
    1,
    `svc: There is no decision API at ${service.baseUrl}/app. Check the base address.\n`,
  ]);
});
