// SPDX-License-Identifier: Apache-2.0
/** POST /policies refuses invalid policies and cases, names that look alike, and a policy whose own tests fail. */
import type { AppErrorBody } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  await create({ name: 'Café reads' });
});
afterAll(() => service.stop());

const create = (fields: object) =>
  admin.call<AppErrorBody>('/policies', { body: { name: 'p', action: 'READ', decision: 'BLOCK', ...fields } });
const nested = (levels: number): object => (levels === 0 ? {} : { allOf: [nested(levels - 1)] });
const CASE = { name: 'a case', input: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' } };

it.each<[object, string]>([
  [{ action: 'EXPORT_DATA' }, 'action'],
  [{ condition: { minRecord: 1 } }, 'condition.minRecord'],
  [{ condition: nested(33) }, `condition${'.allOf[0]'.repeat(32)}.allOf`],
  [{ name: 'p ' }, 'name'],
  [{ name: 'Cafe\u0301' }, 'name'],
  [{ name: '' }, 'name'],
  [{ tests: [{ ...CASE, input: { ...CASE.input, agent: 'nobody' } }] }, 'tests[0].input.agent'],
  [{ tests: new Array(51).fill(CASE) }, 'tests'],
])('%j: 400 with the path', async (fields, path) => {
  const { status, body } = await create(fields);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [path]]);
});

it.each(['Café reads', 'CAFÉ READS', 'Café  reads', 'Ｃafé reads'])(
  'the name %j: 409 with the policy',
  async (name) => {
    const { status, body } = await create({ name });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.conflict?.current).toMatchObject({ name: 'Café reads' });
  },
);

it('a policy whose own test fails: 409 with every result, and saved when the person says so', async () => {
  const tests = [
    { ...CASE, expect: { decision: 'ALLOW' } },
    { ...CASE, expect: { decision: 'BLOCK' } },
  ];
  const failed = await create({ name: 'Tested', tests });
  expect([failed.status, failed.body.error]).toEqual([409, 'tests_failed']);
  expect(failed.body.results?.map(({ pass }) => pass)).toEqual([false, true]);
  expect((await create({ name: 'Tested', tests, saveAnyway: true })).status).toBe(201);
});

it('leaves nothing behind', async () => {
  const rows = await readRows(service.database, 'SELECT name FROM svc.policy_revisions ORDER BY name');
  expect(rows).toEqual([{ name: 'Café reads' }, { name: 'Tested' }]);
});
