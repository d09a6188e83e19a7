// SPDX-License-Identifier: Apache-2.0
/** GET /events lists the events of the organization in the order of the audit chain, newest first, by any filters. */
import type { EventList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { call, IDS, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACTIONS = {
  read: { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', content: 'cpf 529.982.247-25' },
  prices: { agent: 'support-bot', resource: 'price-list', action: 'READ_DATA' },
  export: { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' },
  block: { agent: 'support-bot', resource: 'customers', action: 'DELETE_DATA', recordsAffected: 20_000 },
  sandbox: { agent: 'billing-bot', resource: 'orders', action: 'WRITE_DATA' },
} as const;
type Name = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as Name[];

let service: TestService;
let owner: Browser;
const idOf = {} as Record<Name, string>;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  for (const name of NAMES) {
    const key = name === 'sandbox' ? { key: TEST_KEY } : {};
    idOf[name] = (await call(service.baseUrl, '/v1/events', { body: ACTIONS[name], ...key })).body.id;
  }
});
afterAll(() => service.stop());

const list = async (query: Record<string, string> = {}, browser = owner) =>
  (await browser.call<EventList>(`/events?${new URLSearchParams(query)}`)).body;
/** A TEST key made the others, which stand in a list of their own. */
const LIVE = NAMES.filter((name) => name !== 'sandbox').toReversed();
const namesOf = ({ items }: EventList) => items.map(({ id }) => NAMES.find((name) => idOf[name] === id));

it('shows each event with what was decided about, newest first', async () => {
  const answer = await list();
  expect(namesOf(answer)).toEqual(LIVE);
  expect(answer.nextCursor).toBeNull();
  const seqs = answer.items.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.toSorted((left, right) => right - left));
  const read = answer.items.at(-1);
  expect(read).toMatchObject({
    agent: { id: IDS.billingBot, name: 'billing-bot' },
    resource: { id: IDS.orders, name: 'orders', classification: 'INTERNAL' },
    action: 'READ_DATA',
    destination: null,
    recordsAffected: null,
    dlpFindings: ['CPF'],
    review: null,
    sandbox: false,
  });
  expect(JSON.stringify(answer)).not.toContain('529.982');
});

it.each<[Record<string, string>, Name[]]>([
  [{ agent: 'billing-bot' }, ['export', 'read']],
  [{ agent: 'billing-bot', sandbox: 'true' }, ['sandbox']],
  [{ agent: IDS.supportBot }, ['block', 'prices']],
  [{ agent: 'Billing-Bot' }, []],
  [{ resource: 'customers' }, ['block', 'export']],
  [{ resource: IDS.priceList.toUpperCase() }, ['prices']],
  [{ action: 'READ_DATA' }, ['prices', 'read']],
  [{ decision: 'BLOCK' }, ['block']],
  [{ decision: 'REVIEW' }, ['export']],
  [{ decision: 'STOPPED' }, ['block', 'export']],
  [{ riskLevel: 'LOW' }, ['prices', 'read']],
  [{ sandbox: 'true' }, ['sandbox']],
  [{ sandbox: 'false' }, ['block', 'export', 'prices', 'read']],
  [{ q: 'PRICE' }, ['prices']],
  [{ q: 'review customer' }, ['export']],
  [{ q: "'; DROP TABLE svc.events; --" }, []],
  [{ agent: 'billing-bot', sandbox: 'false', action: 'READ_DATA', q: 'order', decision: 'ALLOW' }, ['read']],
  [{ from: '2000-01-01T00:00:00Z', to: '2001-01-01T00:00:00Z' }, []],
  [{ from: '2000-01-01T00:00:00.000+03:00' }, LIVE],
])('finds by %o', async (query, names) => {
  expect(namesOf(await list(query))).toEqual(names);
});

it('finds by id', async () => {
  expect(namesOf(await list({ q: idOf.block }))).toEqual(['block']);
});

it('takes from with its very millisecond, and to without it', async () => {
  const { items } = await list();
  const at = String(items[2]?.createdAt);
  const since = items.filter(({ createdAt }) => createdAt >= at).map(({ id }) => id);
  const before = items.filter(({ createdAt }) => createdAt < at).map(({ id }) => id);
  expect((await list({ from: at })).items.map(({ id }) => id)).toEqual(since);
  expect((await list({ to: at })).items.map(({ id }) => id)).toEqual(before);
});

it('goes on from page to page, each event once, also while new ones arrive', async () => {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: EventList = await list({ limit: '2', q: 'b', ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (seen.length === 2) await call(service.baseUrl, '/v1/events', { body: ACTIONS.read });
  } while (cursor !== null);
  expect(seen).toEqual([idOf.block, idOf.export, idOf.prices, idOf.read]);
});

it('finds an agent by its present name and by the one it had', async () => {
  await readRows(service.database, `UPDATE svc.agents SET name = 'helpdesk-bot' WHERE id = $1`, [IDS.supportBot]);
  expect(namesOf(await list({ agent: 'helpdesk-bot' }))).toEqual(['block', 'prices']);
  expect(namesOf(await list({ agent: 'support-bot' }))).toEqual(['block', 'prices']);
  expect((await list({ agent: 'helpdesk-bot' })).items[0]?.agent.name).toBe('support-bot');
});

it('shows 50 by default and another organization nothing', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: ACTIONS.read })),
  );
  const page = await list({ sandbox: 'true' });
  expect(page.items).toHaveLength(50);
  expect(page).toMatchObject({ nextCursor: expect.any(String), searchedBackTo: null });
  expect((await list({ limit: '200', sandbox: 'true' })).items.length).toBeGreaterThan(50);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect(await list({}, stranger)).toEqual({ items: [], nextCursor: null, searchedBackTo: null });
  const stolen = String(page.nextCursor);
  expect((await list({ cursor: stolen, sandbox: 'true' }, stranger)).items).toEqual([]);
});

/** Answers until the last of so many rows, as one looks at 50,000 at most. */
const PAGES = amount(2, 3);
const ROWS = 50_000 * PAGES - 30_000;

it('looks at a bounded number of events for a filter, also with an end in time, and goes on from there', async () => {
  // One event a second before the others of this file, so that the block is the newest of them.
  await readRows(
    service.database,
    `INSERT INTO svc.events SELECT organization_id,
       (overlay(id::text PLACING lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint + 3600000 + n), 12, '0')
         FROM 1 FOR 13))::uuid,
       seq + 1000 + n, created_at + interval '1 hour', sandbox, api_key_id,
       agent_id, resource_id, action, destination, records_affected, decision, evaluated_decision, risk_level,
       risk_score, quota_exceeded, record FROM svc.events, generate_series(1, ${ROWS}) n WHERE id = $1`,
    [idOf.read],
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET audit_seq = audit_seq + 130000');
  const soon = new Date(Date.now() + 7_200_000).toISOString();
  for (const filters of [{ decision: 'BLOCK' }, { q: 'support' }, { decision: 'BLOCK', to: soon }]) {
    const pages: EventList[] = [];
    let cursor: string | null | undefined;
    do {
      const page: EventList = await list({ ...filters, ...(cursor && { cursor }) });
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor !== null);
    // A busy machine stops a page earlier: there may be more of them, never fewer.
    expect(pages.length).toBeGreaterThanOrEqual(PAGES);
    expect(pages.slice(0, PAGES - 1).flatMap(({ items }) => items)).toEqual([]);
    expect(pages.flatMap(({ items }) => items).map(({ decision }) => decision)).toContain('BLOCK');
    const reached = pages.map(({ searchedBackTo }) => searchedBackTo);
    expect(reached.at(-1)).toBeNull();
    const moments = reached.slice(0, -1).map((moment) => Date.parse(String(moment)));
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
  }
});

it('finds by id however many events came after, and begins a search at the end in time that is asked for', async () => {
  expect(namesOf(await list({ q: idOf.block.toUpperCase() }))).toEqual(['block']);
  const soon = new Date(Date.now() + 600_000).toISOString();
  const found = await list({ decision: 'BLOCK', to: soon });
  expect([namesOf(found), found.nextCursor, found.searchedBackTo]).toEqual([['block'], null, null]);
  const since = await list({ decision: 'BLOCK', from: soon, to: new Date(Date.now() + 3_000_000).toISOString() });
  expect(since).toEqual({ items: [], nextCursor: null, searchedBackTo: null });
});
