// SPDX-License-Identifier: Apache-2.0
/** GET /dashboard answers the sums of a period in the organization's zone, and what waits now. */
import type { Dashboard } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRecorded, recordPast } from '#harness/history';
import { ACME, call, IDS, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const EXPORT = { ...PLAIN_ACTION, resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const DELETION = { ...PLAIN_ACTION, resource: 'customers', action: 'DELETE_DATA' };

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
  await recordPast(service, { body: PLAIN_ACTION, hoursAgo: [0, 30, 24 * 9, 24 * 40], eventsEach: 3 });
  await recordPast(service, { body: DELETION, hoursAgo: [30, 24 * 40], eventsEach: 2 });
  await recordPast(service, {
    body: { ...EXPORT, agent: 'support-bot', content: 'CPF 529.982.247-25' },
    hoursAgo: [0],
    eventsEach: 1,
  });
  await recordPast(service, { body: EXPORT, hoursAgo: [26], eventsEach: 1 });
  await recordPast(service, { body: PLAIN_ACTION, key: TEST_KEY, hoursAgo: [0], eventsEach: 5 });
  await countRecorded(service);
});
afterAll(() => service.stop());

async function read(query = ''): Promise<Dashboard> {
  const { status, body } = await member.call<Dashboard>(`/dashboard${query}`);
  expect(status).toBe(200);
  return body;
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('a period', () => {
  it('is the last thirty days by default, in days of the zone, with the one before it', async () => {
    const { from, to, step, timeZone, series, totals, previous } = await read();
    expect([step, timeZone, series.length]).toEqual(['DAY', 'America/Sao_Paulo', 31]);
    expect(totals).toMatchObject({ events: 13, allowed: 9, reviewed: 2, blocked: 2, wouldBlock: 0 });
    expect(totals.low + totals.medium + totals.high + totals.critical).toBe(13);
    expect(previous.totals).toMatchObject({ events: 5, blocked: 2 });
    expect(previous.to).toBe(from);
    expect(Date.parse(to) - Date.parse(from)).toBe(Date.parse(previous.to) - Date.parse(previous.from));
    // Midnight in São Paulo, which has no summer time.
    expect(series.map(({ at }) => at.slice(11))).toEqual(Array(31).fill('03:00:00.000Z'));
    for (const name of ['events', 'blocked', 'reviewed'] as const) {
      expect(series.reduce((sum, bin) => sum + bin[name], 0)).toBe(totals[name]);
    }
  });

  it('of at most three days has hours', async () => {
    const { step, series, totals } = await read(`?from=${hoursAgo(28)}`);
    expect([step, series.length]).toEqual(['HOUR', 29]);
    expect(totals).toMatchObject({ events: 5, reviewed: 2, blocked: 0 });
    expect(series.at(-1)?.events).toBeGreaterThanOrEqual(4);
  });

  it('has days of 23 and 25 hours where the clock is changed', async () => {
    await readRows(service.database, `UPDATE svc.organizations SET time_zone = 'Europe/Lisbon' WHERE name = '${ACME}'`);
    const { series } = await read('?from=2026-03-27T12:00:00Z&to=2026-10-27T12:00:00Z');
    const lengths = series
      .slice(1)
      .map(({ at }, index) => (Date.parse(at) - Date.parse(series[index]?.at ?? '')) / 3_600_000);
    expect(lengths.filter((hours) => hours !== 24)).toEqual([23, 25]);
    await readRows(service.database, `UPDATE svc.organizations SET time_zone = 'America/Sao_Paulo'`);
  });

  it('keeps sandbox decisions apart', async () => {
    const { totals, waiting, anomalies } = await read('?sandbox=true');
    expect([totals.events, waiting.reviews, anomalies.open]).toEqual([5, 0, 0]);
  });
});

describe('what stopped decisions', () => {
  it('names causes, agents and resources, the most stopped first, and what was found', async () => {
    const { causes, agents, resources, findings, factors } = await read();
    const told = causes.map(({ kind, policy, reviewed, blocked }) => [kind, policy?.name, reviewed, blocked]);
    // As many each: they come in any order.
    expect(told.toSorted()).toEqual([
      ['POLICY', 'Block deleting customers', 0, 2],
      ['POLICY', 'Review customer exports', 2, 0],
    ]);
    expect(agents.map(({ name, events, reviewed, blocked }) => [name, events, reviewed, blocked])).toEqual([
      ['billing-bot', 12, 1, 2],
      ['support-bot', 1, 1, 0],
    ]);
    expect(agents[0]?.series).toHaveLength(31);
    expect(agents[0]?.series.reduce((sum, stopped) => sum + stopped, 0)).toBe(3);
    expect(resources.map(({ name }) => name)).toEqual(['customers', 'orders']);
    expect(findings).toMatchObject([{ type: 'CPF', events: 1, reviewed: 1 }]);
    expect(factors.map(({ code }) => code)).toContain('ACTION');
  });

  it('is that of an agent, a resource, or both, by name or id', async () => {
    const ofAgent = await read('?agent=support-bot');
    expect([ofAgent.totals.events, ofAgent.agents.length, ofAgent.causes.length]).toEqual([1, 1, 1]);
    expect(ofAgent.resources.map(({ name, events }) => [name, events])).toEqual([['customers', 1]]);
    const ofResource = await read(`?resource=${IDS.customers.toUpperCase()}`);
    expect([ofResource.totals.events, ofResource.totals.blocked]).toEqual([4, 2]);
    expect(ofResource.agents.map(({ name, events }) => [name, events])).toEqual([
      ['billing-bot', 3],
      ['support-bot', 1],
    ]);
    const ofBoth = await read(`?agent=${IDS.billingBot}&resource=orders`);
    expect([ofBoth.totals.events, ofBoth.causes.length, ofBoth.findings.length]).toEqual([9, 0, 0]);
  });

  it('knows nothing of another organization', async () => {
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    const { body } = await stranger.call<Dashboard>(`/dashboard?agent=${IDS.billingBot}`);
    expect([body.totals.events, body.agents, body.waiting.reviews]).toEqual([0, [], 0]);
    expect((await stranger.call('/dashboard?agent=support-bot')).status).toBe(400);
  });
});

it('tells what waits now, by age, and the month against the plan', async () => {
  const { waiting, anomalies, deliveries, usage } = await read(`?from=${hoursAgo(2)}`);
  expect(waiting.reviews).toBe(2);
  expect(waiting.ages).toEqual([
    { underMinutes: 60, reviews: 2 },
    { underMinutes: 240, reviews: 0 },
    { underMinutes: 1_440, reviews: 0 },
    { underMinutes: null, reviews: 0 },
  ]);
  expect(waiting.nextExpiresAt).toBe(await soonestExpiry());
  expect(anomalies).toEqual({ open: 0, high: 0 });
  expect(deliveries).toEqual({ failingEndpoints: 0, failingSince: null, disabledEndpoints: 0 });
  expect(usage.events).toBe(18);
});

async function soonestExpiry(): Promise<string | undefined> {
  const [row] = await readRows<{ at: Date }>(
    service.database,
    `SELECT min(expires_at) AS at FROM svc.reviews JOIN svc.organizations USING (organization_id)
     WHERE name = $1 AND status = 'PENDING' AND NOT sandbox`,
    [ACME],
  );
  return row?.at.toISOString();
}

it('counts ten thousand waiting reviews of more, the soonest to expire', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.reviews (organization_id, event_id, status, created_at, expires_at, approver_roles, sandbox)
     SELECT organization_id, gen_random_uuid(), 'PENDING', now() - interval '2 hours',
       now() + interval '1 hour' + n * interval '1 second', '{}', false
     FROM svc.organizations, generate_series(1, 10000) AS n WHERE name = '${ACME}'`,
  );
  const { waiting } = await read();
  expect(waiting.reviews).toBe(10_000);
  expect(waiting.ages.map(({ reviews }) => reviews)).toEqual([0, 10_000, 0, 0]);
  expect(waiting.nextExpiresAt).toBe(await soonestExpiry());
});

it('says how far it has counted', async () => {
  const before = await read();
  expect(Date.parse(before.countedAt)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  await readRows(service.database, `UPDATE svc.count_cursors SET counted_at = '2026-01-01T00:00:00Z'`);
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  expect((await read()).countedAt).toBe('2026-01-01T00:00:00.000Z');
});

it.each([
  ['?from=yesterday', 'from'],
  ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ['?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ['?from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
  ['?agent=nobody', 'agent'],
  ['?resource=nothing', 'resource'],
  [`?agent=${'a'.repeat(101)}`, 'agent'],
  ['?sandbox=maybe', 'sandbox'],
  ['?agent=%00', 'agent'],
])('refuses %s', async (query, field) => {
  const { status, body } = await member.call(`/dashboard${query}`);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});
