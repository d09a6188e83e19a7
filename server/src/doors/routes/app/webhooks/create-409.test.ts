// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks: an address has one endpoint, under any concurrency, and their number has a limit. */
import type { CreatedWebhook, WebhookList } from '@svc/contract';
import { WEBHOOKS_ON_DEVELOPER_MAX, WEBHOOKS_PER_ORGANIZATION_MAX } from '@svc/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());

const create = (url: string, browser = admin) => browser.call<CreatedWebhook>('/webhooks', { body: { url } });

it('makes one endpoint when many ask for one address at once, in different spellings', async () => {
  const spellings = ['https://siem.example/hook', 'https://SIEM.example/hook', 'https://siem.example:443/a/../hook'];
  const answers = await Promise.all([...spellings, ...spellings].map((url) => create(url)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await admin.call<WebhookList>('/webhooks')).body.items).toHaveLength(1);
  const kinds = (await readAuditEntries(service.database, ACME)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'webhook.created')).toHaveLength(1);
});

it('leaves the address to other organizations', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await create('https://siem.example/hook', stranger)).status).toBe(201);
});

it('makes no more endpoints than the plan allows, and by a file no more than an organization may have', async () => {
  const addTo = (name: string, from: number, to: number) =>
    readRows(
      service.database,
      `INSERT INTO svc.webhook_endpoints (organization_id, id, url, secret, created_at, updated_at)
       SELECT organization_id, gen_random_uuid(), 'https://siem.example/' || n, 'sealed', now(), now()
       FROM svc.organizations, generate_series($1::integer, $2) n WHERE name = '${name}'`,
      [from, to],
    );
  await addTo(ACME, 2, WEBHOOKS_ON_DEVELOPER_MAX);
  await readRows(service.database, `UPDATE svc.organizations SET plan = 'DEVELOPER' WHERE name = '${ACME}'`);
  const { status, body } = await create('https://siem.example/one-more');
  expect([status, (body as { error?: string }).error]).toEqual([403, 'plan_limit']);
  await readRows(service.database, `UPDATE svc.organizations SET plan = 'TEAM' WHERE name = '${ACME}'`);
  expect((await create('https://siem.example/one-more')).status).toBe(201);
  await addTo(ACME, WEBHOOKS_ON_DEVELOPER_MAX + 1, WEBHOOKS_PER_ORGANIZATION_MAX);
  const file = acmeWithPeople({ extra: '    webhooks:\n      - { url: "https://siem.example/two-more" }' });
  await expect(service.provision(file)).rejects.toThrow(/at most 1000 webhooks/);
});
