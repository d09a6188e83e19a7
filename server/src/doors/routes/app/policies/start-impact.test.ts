// SPDX-License-Identifier: Apache-2.0
/** POST /policies/impact: wrong proposals, ids of others, and the routes of one evaluation. */
import type { AppErrorBody, ImpactJob } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, IDS, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());

const POLICY = { name: 'p', action: 'ANY', decision: 'BLOCK' };
const UNKNOWN = IDS.customers;
const start = (body: object, browser = admin) =>
  browser.call<ImpactJob & AppErrorBody>('/policies/impact', { body: { days: 1, ...body } });
const idOf = async (name: string) => {
  const [row] = await readRows<{ id: string }>(
    service.database,
    'SELECT policy_id AS id FROM svc.policy_revisions WHERE name = $1',
    [name],
  );
  return row?.id;
};

it.each<[string, object, string]>([
  ['no proposal', {}, 'change'],
  ['two proposals', { policies: [], change: { policy: POLICY } }, 'change'],
  ['a set beside a policy in monitor mode', { policies: [], monitor: UNKNOWN }, 'change'],
  ['a change of nothing', { change: { policy: null } }, 'change'],
  ['no day', { policies: [], days: 0 }, 'days'],
  ['too many days', { policies: [], days: 91 }, 'days'],
  ['half a day', { policies: [], days: 1.5 }, 'days'],
  ['days as text', { policies: [], days: '7' }, 'days'],
  ['a wrong policy', { policies: [{ ...POLICY, decision: 'MAYBE' }] }, 'policies[0].decision'],
  ['two of one name', { policies: [POLICY, POLICY] }, 'policies[1].name'],
  ['a wrong id', { monitor: 'x' }, 'monitor'],
  ['an unknown field', { policies: [], sandbox: true }, 'sandbox'],
])('%s is refused at its place', async (_what, body, path) => {
  const { status, body: answer } = await start(body);
  expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, [path]]);
});

it('refuses a condition that is nested too deep', async () => {
  let condition: object = { minRecords: 1 };
  for (let level = 0; level < 40; level += 1) condition = { allOf: [condition] };
  expect((await start({ change: { policy: { ...POLICY, condition } } })).status).toBe(400);
});

it('refuses policies that are not there, not in monitor mode, or of another organization', async () => {
  expect((await start({ monitor: UNKNOWN })).status).toBe(404);
  expect((await start({ change: { id: UNKNOWN, policy: POLICY } })).status).toBe(404);
  const enforced = await start({ monitor: await idOf('Review customer exports') });
  expect([enforced.status, Object.keys(enforced.body.fields ?? {})]).toEqual([400, ['monitor']]);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  const foreign = await idOf('Review customer exports');
  expect((await start({ monitor: foreign }, stranger)).status).toBe(404);
  expect((await start({ change: { id: foreign, policy: null } }, stranger)).status).toBe(404);
});

it('is for owners and admins to start and cancel, and for everybody of the organization to read', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await start({ policies: [] }, member)).status).toBe(403);
  const { body } = await start({ policies: [] });
  const path = `/policies/impact/${body.id}`;
  expect((await member.call(path)).status).toBe(200);
  expect((await member.call(path, { method: 'DELETE' })).status).toBe(403);
  expect((await stranger.call(path)).status).toBe(404);
  expect((await stranger.call(path, { method: 'DELETE' })).status).toBe(404);
  expect((await admin.call('/policies/impact/nonsense')).status).toBe(400);
});

it('writes neither events nor audit entries, and forgets a result after a day', async () => {
  const before = await readAuditEntries(service.database, ACME);
  const { body } = await start({ policies: [POLICY] });
  expect(await readAuditEntries(service.database, ACME)).toEqual(before);
  service.clock.move('25h');
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  expect((await admin.call(`/policies/impact/${body.id}`)).status).toBe(404);
  await start({ policies: [] });
  expect(await readRows(service.database, 'SELECT id FROM svc.policy_impacts WHERE id = $1', [body.id])).toEqual([]);
});
