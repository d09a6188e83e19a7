// SPDX-License-Identifier: Apache-2.0
/** Guarantee: 80 and 100 % of a month's quota are told once each, by mail, in both languages, and nothing stops. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '#harness/mail';
import { sentMails } from '#harness/mail/send-due.ts';
import { ACME, call, openOrganization, PEOPLE, PLAIN_ACTION, type TestService } from '#harness/service';
import { organizationIds, readRows, whileRefusing } from '#harness/service/rows.ts';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { noteQuotas } from './index.ts';

const QUOTA = 5;

let service: TestService;
let server: MailServer;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings: [`eventsPerMonth: ${QUOTA}`] }) });
  server = await startMailServer();
});
afterEach(async () => {
  await service.stop();
  await server.stop();
});

const look = async (nowMs = Date.now()) =>
  await noteQuotas(service.app.pool, await organizationIds(service.database), nowMs);

async function decide(count: number): Promise<void> {
  for (let event = 0; event < count; event += 1) {
    expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
  }
}

const sent = () => sentMails(service, server);

it('tells owners and admins of each share once, whoever looks and however often', async () => {
  await decide(3);
  await look();
  expect(await sent()).toEqual([]);
  await decide(1);
  await Promise.all([look(), look(), look()]);
  const near = await sent();
  expect(near.flatMap(({ to }) => to).sort()).toEqual([PEOPLE.admin, PEOPLE.owner]);
  expect(near[0]?.read.subject).toBe(
    `${ACME} has used 80 % of the month's decisions / ${ACME} usou 80 % das decisões do mês`,
  );
  expect(near[0]?.read.text).toContain('Decisions: 4 of 5');
  expect(near[0]?.read.text).toContain('Decisões: 4 de 5');
  expect(near[0]?.read.text).toContain('https://svc.example/app/plan');
  await decide(2);
  await look();
  await look();
  const reached = await sent();
  expect(reached).toHaveLength(2);
  expect(reached[0]?.read.text).toContain('every further call is decided and recorded as before');
  expect(reached[0]?.read.text).toContain('cada nova chamada é decidida e registrada como antes');
});

it('tells of the greater share alone when both are reached between two looks, and of neither again', async () => {
  await decide(QUOTA + 1);
  await look();
  const mails = await sent();
  expect(mails.map(({ read }) => read.subject).join()).toContain('has used all decisions of its plan');
  expect(mails).toHaveLength(2);
  await look();
  expect(await sent()).toEqual([]);
});

it('starts again with the next month, and tells nothing of one that has ended', async () => {
  await decide(QUOTA);
  await look();
  expect(await sent()).toHaveLength(2);
  const nextMonthMs = Date.now() + 32 * 86_400_000;
  await look(nextMonthMs);
  expect(await sent()).toEqual([]);
  await readRows(
    service.database,
    `UPDATE svc.organization_heads SET usage_month = date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC')::date`,
    [new Date(nextMonthMs)],
  );
  await look(nextMonthMs);
  expect(await sent()).toHaveLength(2);
});

it('commits with its mail, or not at all', async () => {
  await decide(QUOTA);
  await whileRefusing(service.database, 'mail_outbox', `kind <> 'quota.reached'`, () =>
    expect(look()).rejects.toThrow(),
  );
  expect(await readRows(service.database, 'SELECT 1 FROM svc.quota_notices')).toEqual([]);
});
