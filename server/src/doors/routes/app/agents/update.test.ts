// SPDX-License-Identifier: Apache-2.0
/** PATCH /agents/{id}: who saves over another's change is shown both, and nothing is lost. */
import type { Agent, Conflict, ErrorBody } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IDS, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const PATH = `/agents/${IDS.billingBot}`;

let service: TestService;
let owner: Browser;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());

type Refusal = ErrorBody & { conflict?: Conflict };
const change = <Body = Agent>(browser: Browser, body: object) => browser.call<Body>(PATH, { method: 'PATCH', body });

it('answers the record as it is now', async () => {
  const { updatedAt } = (await owner.call<Agent>(PATH)).body;
  const first = await change(owner, { updatedAt, description: 'Issues invoices' });
  expect(first.status).toBe(200);
  const second = await change<Refusal>(admin, { updatedAt, status: 'PAUSED' });
  expect([second.status, second.body.error]).toEqual([409, 'conflict']);
  expect(second.body.conflict).toEqual({ current: first.body });
  expect((await owner.call<Agent>(PATH)).body).toMatchObject(first.body);
  const merged = await change(admin, { updatedAt: first.body.updatedAt, status: 'PAUSED' });
  expect(merged.body).toMatchObject({ status: 'PAUSED', description: 'Issues invoices' });
  // Without it the change is made whatever happened since.
  expect((await change(owner, { status: 'ACTIVE' })).status).toBe(200);
});

it('lets one of many simultaneous changes through', async () => {
  const { updatedAt } = (await owner.call<Agent>(PATH)).body;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => change<Agent & Refusal>(owner, { updatedAt, description: `by ${n}` })),
  );
  const [made, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  for (const { status, body } of answers.filter((answer) => answer !== made)) {
    expect([status, body.conflict?.current]).toEqual([409, made?.body]);
  }
});

it('takes no moment that is none', async () => {
  expect((await change<ErrorBody>(owner, { updatedAt: 'yesterday' })).body.fields).toHaveProperty('updatedAt');
});
