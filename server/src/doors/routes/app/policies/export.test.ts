// SPDX-License-Identifier: Apache-2.0
/** GET /policies/export: the same bytes as the command line writes; what files cannot hold is named. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppPolicyList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { call, IDS, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
  const policies = [
    { name: 'é: "signs" # and more', action: 'EXPORT', decision: 'REVIEW', description: 'Two\nlines: 1_000' },
    { name: 'Blocks', action: 'ANY', decision: 'BLOCK', condition: { anyOf: [{ minRecords: 1 }, { allOf: [] }] } },
    { name: 'Health', action: 'READ', decision: 'BLOCK', condition: { anyOf: [{ dlpTypes: ['HEALTH_DATA'] }] } },
  ];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
});
afterAll(() => service.stop());

async function exported(query = '') {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${service.baseUrl}/policies/export${query}`, { headers: { cookie } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const idOf = async (name: string) =>
  (await member.call<AppPolicyList>('/policies')).body.items.find((one) => one.name === name)?.id;
const LEFT_OUT = 'is left out: its condition has dlpTypes or lgpdCategories, which policy files do not hold.\n';

it('writes the whole set as the command line writes its files', async () => {
  const cwd = folderOf();
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  expect((await svc(['policies', 'pull', '--out', 'policies'], { env, cwd })).code).toBe(0);
  const files = readdirSync(join(cwd, 'policies')).map((file) => readFileSync(join(cwd, 'policies', file), 'utf8'));
  const { status, headers, text } = await exported();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/yaml; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="svc-policies-[\d-]{10}\.yaml"$/);
  const [comment = '', ...rest] = text.split(/(?<=\n)/);
  expect(comment).toBe(`# "Health" ${LEFT_OUT}`);
  expect(rest.join('').split('---\n').sort()).toEqual(files.sort());
  expect(files).toContain((await exported(`?id=${await idOf('Blocks')}`)).text);
});

it('writes the set of an earlier version', async () => {
  const policies = [{ name: 'Later', action: 'READ', decision: 'ALLOW' }];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  expect((await exported()).text).toContain('name: Later');
  const first = await exported('?version=1');
  expect(first.text).not.toContain('name: Later');
  expect(first.text).toContain('name: Blocks');
});

it.each([
  ['?version=99', 404],
  ['?version=0', 404],
  ['?version=nonsense', 404],
  ['?id=nonsense', 400],
  [`?id=${IDS.customers}`, 404],
  [`?id=${IDS.customers}&version=1`, 400],
])('refuses %s', async (query, status) => {
  expect((await exported(query)).status).toBe(status);
});

it('refuses a policy that files cannot hold, and one of another organization', async () => {
  expect((await exported(`?id=${await idOf('Health')}`)).status).toBe(409);
  const id = await idOf('Blocks');
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call(`/policies/export?id=${id}`)).status).toBe(404);
});

it('writes a set of thousands in pieces, and answers others meanwhile', async () => {
  await service.app.warm();
  const policies = Array.from({ length: 2_000 }, (_, at) => ({
    name: `many ${at}`,
    action: 'READ',
    decision: 'ALLOW',
  }));
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  const writing = exported();
  expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200);
  expect((await writing).text.match(/name: many /g)).toHaveLength(2_000);
});
