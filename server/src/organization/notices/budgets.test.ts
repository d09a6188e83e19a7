// SPDX-License-Identifier: Apache-2.0
/** Guarantee: 80 % of a budget is told once in each window, by mail, in both languages. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '#harness/mail';
import { sentMails } from '#harness/mail/send-due.ts';
import { call, openOrganization, PEOPLE, PLAIN_ACTION, type TestService } from '#harness/service';
import { organizationIds, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { noteBudgets } from './index.ts';

const BUDGET = { measure: 'COUNT', limit: 5, window: 'MONTH', per: 'AGENT', action: 'READ', onExceed: 'BLOCK' };

let service: TestService;
let server: MailServer;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  server = await startMailServer();
  const body = { budgets: [{ ...BUDGET, name: 'Reads "of" <b>all</b>' }] };
  expect((await call(service.baseUrl, '/v1/budgets/apply', { body })).status).toBe(200);
});
afterEach(async () => {
  await service.stop();
  await server.stop();
});

const look = async () => await noteBudgets(service.app.pool, await organizationIds(service.database));
const sent = () => sentMails(service, server);
async function decide(count: number): Promise<void> {
  for (let event = 0; event < count; event += 1) {
    expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
  }
}

it('tells owners and admins once in a window, whoever looks, and again in the next one', async () => {
  await decide(3);
  await look();
  expect(await sent()).toEqual([]);
  await decide(1);
  await Promise.all([look(), look(), look()]);
  const near = await sent();
  expect(near.flatMap(({ to }) => to).sort()).toEqual([PEOPLE.admin, PEOPLE.owner]);
  const { subject, text = '' } = near[0]?.read ?? expect.fail();
  expect(subject).toContain('is nearly full / O orçamento “Reads "of" <b>all</b>”');
  for (const line of ['Acts: 4 of 5', 'Ações: 4 de 5', 'https://svc.example/app/budgets?open='])
    expect(text).toContain(line);
  await decide(1);
  await look();
  expect(await sent()).toEqual([]);
  await readRows(service.database, `UPDATE svc.budgets SET noticed_window = noticed_window - interval '31 days'`);
  await look();
  expect(await sent()).toHaveLength(2);
});

it('tells nothing of a budget that was deleted before the mail', async () => {
  await decide(4);
  await look();
  const body = { budgets: [], prune: true };
  expect((await call(service.baseUrl, '/v1/budgets/apply', { body })).status).toBe(200);
  expect(await sent()).toEqual([]);
});
