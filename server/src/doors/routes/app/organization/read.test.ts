// SPDX-License-Identifier: Apache-2.0
/** GET /organization and GET /usage: settings, and the month to date against the plan. */
import type { Organization, Usage } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, GLOBEX, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  const settings = ['eventsPerMonth: 2', 'reviewExpiryMinutes: 60', 'riskReviewAt: 50'];
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

it('shows the settings by the names of the provisioning file, a contract value before the plan', async () => {
  const { status, body } = await owner.call<Organization>('/organization');
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: ACME,
    plan: 'BUSINESS',
    timeZone: 'America/Sao_Paulo',
    enforcement: 'ENFORCE',
    reviewExpiryMinutes: 60,
    riskReviewAt: 50,
    riskBlockAt: 90,
    checkpointUrl: null,
    requireMfa: false,
    alternatives: false,
    assistantApprovals: false,
    loosenNeedsTwo: false,
    approvalValidMinutes: 1_440,
    outcomeMinutes: 60,
    grantHoursMax: 0,
    contextKept: true,
    reviewDefaults: { count: 1, notAsker: false, grants: false },
    eventsPerMonth: 2,
    agentsMax: 50,
    retentionDays: 365,
    createdAt: expect.stringMatching(/Z$/),
  });
});

it('counts the LIVE events of the month, beyond the limit too, and no sandbox event', async () => {
  const usage = async () => (await owner.call<Usage>('/usage')).body;
  const month = new Date().toISOString().slice(0, 7);
  expect(await usage()).toEqual({
    month,
    events: 0,
    eventsPerMonth: 2,
    quotaExceeded: false,
    agents: 4,
    agentsMax: 50,
    plan: 'BUSINESS',
    forecast: null,
    policies: 3,
    policiesMax: 5_000,
    retentionDays: 365,
  });
  for (const key of [undefined, undefined, TEST_KEY, undefined]) {
    await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION, ...(key && { key }) });
    const { events, quotaExceeded } = await usage();
    expect(quotaExceeded).toBe(events > 2);
  }
  expect(await usage()).toMatchObject({ events: 3, quotaExceeded: true });
});

it('counts nothing of a month that has ended', async () => {
  await readRows(
    service.database,
    `UPDATE svc.organization_heads SET usage_month = usage_month - interval '1 month', usage_events = 7`,
  );
  expect((await owner.call<Usage>('/usage')).body).toMatchObject({ events: 0, quotaExceeded: false });
});

it('shows each person their own organization', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call<Organization>('/organization')).body).toMatchObject({ name: GLOBEX, plan: 'TEAM' });
  expect((await stranger.call<Usage>('/usage')).body).toMatchObject({ events: 0, agents: 1, eventsPerMonth: 250_000 });
});
