// SPDX-License-Identifier: Apache-2.0
/** GET /agents: search, filter, order and pages, with the figures of the last 30 days. */
import type { AgentItem, AgentList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRecorded } from '#harness/history';
import { call, IDS, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings: ['agentsMax: 9'] }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const list = async (query = '') => (await member.call<AgentList>(`/agents${query}`)).body;
const names = ({ items }: AgentList) => items.map(({ name }) => name);
const decide = async (body: object, key?: string) =>
  await call(service.baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) });
const count = () => countRecorded(service);

it('shows what each agent asked for in 30 days, live and sandbox apart', async () => {
  const action = { agent: 'billing-bot', resource: 'customers' };
  for (let n = 0; n < 3; n += 1) await decide({ ...action, resource: 'price-list', action: 'READ_DATA' });
  await decide({ ...action, action: 'EXPORT_DATA', destination: 'EXTERNAL_EMAIL', recordsAffected: 10 });
  await decide({ ...action, action: 'DELETE_DATA' });
  await decide({ ...action, action: 'DELETE_DATA' }, TEST_KEY);
  await count();
  await count();
  const billing = async (query = ''): Promise<AgentItem | undefined> =>
    (await list(`?q=billing${query}`)).items.find(({ name }) => name === 'billing-bot');
  const live = await billing();
  expect(live).toMatchObject({
    id: IDS.billingBot,
    status: 'ACTIVE',
    permissions: null,
    paused: null,
    keys: 2,
    // One more of the organization has expired.
    sharedKeys: 4,
    openAnomalies: 0,
    waitingReviews: 1,
    activity: { asked: 5, reviewed: 1, blocked: 1, lastAt: expect.any(String) },
  });
  expect(live?.activity.stoppedByDay).toHaveLength(30);
  expect(live?.activity.stoppedByDay.at(-1)).toBe(2);
  expect(live?.activity.riskMax).toBeGreaterThan(0);
  expect(live?.activity.riskLevelMax).not.toBeNull();
  expect(await billing('&sandbox=true')).toMatchObject({
    waitingReviews: 0,
    activity: { asked: 1, reviewed: 0, blocked: 1 },
  });
});

it('forgets days that are past, and keeps when an agent last asked', async () => {
  await readRows(service.database, `UPDATE svc.figure_days SET day = day - 30 WHERE record_id = $1`, [IDS.billingBot]);
  const [billing] = (await list('?q=billing')).items;
  expect(billing?.activity).toMatchObject({ asked: 0, reviewed: 0, riskMax: null, riskLevelMax: null });
  expect(billing?.activity.lastAt).not.toBeNull();
  await readRows(service.database, `UPDATE svc.figure_days SET day = day + 30 WHERE record_id = $1`, [IDS.billingBot]);
});

it('is searched by name and id, filtered by status, and told the count of the plan', async () => {
  expect(await list('?q=BOT')).toMatchObject({ total: 4, registered: 4, agentsMax: 9 });
  expect(names(await list('?q=%25'))).toEqual([]);
  expect(await list('?q=nobody')).toEqual({ items: [], nextCursor: null, total: 0, registered: 4, agentsMax: 9 });
  expect(names(await list(`?q=${IDS.readerBot.toUpperCase()}`))).toEqual(['reader-bot']);
  expect(names(await list('?status=PAUSED'))).toEqual(['paused-bot']);
});

it('gives every agent once in every order, however small the pages are', async () => {
  for (const sort of ['name', 'createdAt', 'asked', 'stopped', 'risk', 'lastAt']) {
    for (const direction of ['', '-']) {
      const whole = names(await list(`?sort=${direction}${sort}`));
      expect(whole.toSorted()).toEqual(['billing-bot', 'paused-bot', 'reader-bot', 'support-bot']);
      const paged: string[] = [];
      let cursor = '';
      do {
        const page = await list(`?sort=${direction}${sort}&limit=1${cursor}`);
        expect(page.total).toBe(4);
        paged.push(...names(page));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      expect(paged).toEqual(whole);
    }
  }
  expect(names(await list('?sort=-stopped'))[0]).toBe('billing-bot');
  expect(names(await list('?sort=-risk'))[0]).toBe('billing-bot');
  expect(names(await list('?sort=lastAt')).at(-1)).toBe('billing-bot');
  expect(names(await list())[0]).toBe('billing-bot');
});

it('refuses a cursor of another order, and an order that it does not have', async () => {
  const { nextCursor } = await list('?limit=1');
  for (const query of [`?sort=-name&cursor=${nextCursor}`, '?cursor=AAAA', '?sort=status', '?limit=201', '?q=%00']) {
    const { status, body } = await member.call(`/agents${query}`);
    expect([query, status, body.error]).toEqual([query, 400, 'validation_error']);
  }
});
