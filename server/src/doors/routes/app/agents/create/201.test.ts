// SPDX-License-Identifier: Apache-2.0
/** POST /agents: the new agent decides at once, on every process. */
import type { Agent } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

it('registers an agent with a purpose and permissions', async () => {
  const body = { agent: 'crm-sync', resource: 'orders', action: 'READ_DATA' };
  for (const { baseUrl } of [service, other]) expect((await call(baseUrl, '/v1/events', { body })).status).toBe(404);
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const creation = {
    name: 'crm-sync',
    description: 'Keeps the CRM in step',
    permissions: [{ action: 'READ', resource: 'orders' }],
  };
  const made = await admin.call<Agent>('/agents', { body: creation });
  expect([made.status, made.body]).toMatchObject([201, { ...creation, status: 'ACTIVE', paused: null }]);
  for (const { baseUrl } of [service, other]) {
    const allowed = await call(baseUrl, '/v1/events', { body });
    expect(allowed.body.decision).toBe('ALLOW');
    const refused = await call(baseUrl, '/v1/events', { body: { ...body, action: 'WRITE_DATA' } });
    expect(refused.body.decision).toBe('BLOCK');
  }
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.find(({ subject }) => subject.id === made.body.id)).toMatchObject({
    kind: 'agent.created',
    metadata: { source: 'app', after: { ...creation, status: 'ACTIVE' } },
  });
});
