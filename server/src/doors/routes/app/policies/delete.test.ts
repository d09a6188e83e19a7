// SPDX-License-Identifier: Apache-2.0
/** DELETE /policies/{id}: the policy decides nothing from then on, and its test cases go with it. */
import type { PolicyDetail } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
});
afterAll(() => service.stop());

it('takes the policy out of the set, with an entry that holds it', async () => {
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const body = { name: 'Reads', action: 'READ', decision: 'BLOCK', tests: [{ name: 'a read', input }] };
  const { id } = (await admin.call<PolicyDetail>('/policies', { body })).body;
  expect((await call(service.baseUrl, '/v1/events', { body: input })).body).toMatchObject({ decision: 'BLOCK' });
  expect((await admin.call(`/policies/${id}`, { method: 'DELETE', body: {} })).status).toBe(204);
  expect((await call(service.baseUrl, '/v1/events', { body: input })).body).toMatchObject({ decision: 'ALLOW' });
  expect((await admin.call(`/policies/${id}`)).status).toBe(404);
  expect((await admin.call(`/policies/${id}`, { method: 'DELETE', body: {} })).status).toBe(404);
  expect(await readRows(service.database, 'SELECT policy_id FROM svc.policy_cases')).toEqual([]);
  expect((await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind === 'policy.deleted')).toEqual([
    expect.objectContaining({ metadata: expect.objectContaining({ source: 'app', before: expect.anything() }) }),
  ]);
});
