// SPDX-License-Identifier: Apache-2.0
/** PATCH /policies/{id}: of two people who save at once one wins, and the other sees the policy as it is now. */
import type { AppErrorBody, PolicyDetail } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());

const make = async (name: string) =>
  (await admin.call<PolicyDetail>('/policies', { body: { name, action: 'READ', decision: 'BLOCK' } })).body;

it('lets one of many concurrent changes win, and shows the others what it left', async () => {
  const { id, updatedAt } = await make('Contested');
  const change = (browser: Browser, description: string) =>
    browser.call<PolicyDetail & AppErrorBody>(`/policies/${id}`, { method: 'PATCH', body: { updatedAt, description } });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => change(at % 2 === 0 ? owner : admin, `change ${at}`)),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status === 200) continue;
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.conflict?.current).toMatchObject({ id, description: winners[0]?.body.description });
  }
});

it('sees test cases that another person kept meanwhile', async () => {
  const { id, updatedAt } = await make('With cases');
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const keep = (browser: Browser, name: string) => {
    const body = { updatedAt, testsUpdatedAt: null, tests: [{ name, input }] };
    return browser.call<AppErrorBody>(`/policies/${id}`, { method: 'PATCH', body });
  };
  expect((await keep(owner, 'first')).status).toBe(200);
  const { status, body } = await keep(admin, 'second');
  expect([status, body.conflict?.current]).toEqual([
    409,
    expect.objectContaining({ tests: [{ name: 'first', input }] }),
  ]);
});

it('gives no policy the name of another one', async () => {
  const { id, updatedAt } = await make('First name');
  await make('Second name');
  const body = { updatedAt, name: 'SECOND name' };
  const answer = await admin.call<AppErrorBody>(`/policies/${id}`, { method: 'PATCH', body });
  expect([answer.status, answer.body.conflict?.current]).toEqual([
    409,
    expect.objectContaining({ name: 'Second name' }),
  ]);
});
