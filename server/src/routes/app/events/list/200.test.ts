/** GET /events lists the events of the organization in the order of the audit chain, newest first, by any filters. */
import type { EventList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, IDS, startTestService, TEST_KEY, type TestService } from '#harness/service';
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
  service = await startTestService({ provisioning: acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  for (const name of NAMES) {
    const key = name === 'sandbox' ? { key: TEST_KEY } : {};
    idOf[name] = (await call(service.baseUrl, '/v1/events', { body: ACTIONS[name], ...key })).body.id;
  }
});
afterAll(() => service.stop());

const list = async (query: Record<string, string> = {}, browser = owner) =>
  (await browser.call<EventList>(`/events?${new URLSearchParams(query)}`)).body;
const namesOf = ({ items }: EventList) => items.map(({ id }) => NAMES.find((name) => idOf[name] === id));

it('shows each event with what was decided about, newest first', async () => {
  const answer = await list();
  expect(namesOf(answer)).toEqual(NAMES.toReversed());
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
  [{ agent: 'billing-bot' }, ['sandbox', 'export', 'read']],
  [{ agent: IDS.supportBot }, ['block', 'prices']],
  [{ agent: 'Billing-Bot' }, []],
  [{ resource: 'customers' }, ['block', 'export']],
  [{ resource: IDS.priceList.toUpperCase() }, ['prices']],
  [{ action: 'READ_DATA' }, ['prices', 'read']],
  [{ decision: 'BLOCK' }, ['block']],
  [{ decision: 'REVIEW' }, ['export']],
  [{ riskLevel: 'LOW' }, ['sandbox', 'prices', 'read']],
  [{ sandbox: 'true' }, ['sandbox']],
  [{ sandbox: 'false' }, ['block', 'export', 'prices', 'read']],
  [{ q: 'PRICE' }, ['prices']],
  [{ q: 'review customer' }, ['export']],
  [{ q: "'; DROP TABLE svc.events; --" }, []],
  [{ agent: 'billing-bot', sandbox: 'false', action: 'READ_DATA', q: 'order', decision: 'ALLOW' }, ['read']],
  [{ from: '2000-01-01T00:00:00Z', to: '2001-01-01T00:00:00Z' }, []],
  [{ from: '2000-01-01T00:00:00.000+03:00' }, NAMES.toReversed()],
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
    if (seen.length === 2) await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: ACTIONS.read });
  } while (cursor !== null);
  expect(seen).toEqual([idOf.sandbox, idOf.block, idOf.export, idOf.prices, idOf.read]);
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
  const page = await list();
  expect(page.items).toHaveLength(50);
  expect(page.nextCursor).not.toBeNull();
  expect((await list({ limit: '200' })).items.length).toBeGreaterThan(50);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect(await list({}, stranger)).toEqual({ items: [], nextCursor: null });
  const stolen = String(page.nextCursor);
  expect((await list({ cursor: stolen }, stranger)).items).toEqual([]);
});

it('looks through a bounded number of events for a filter, and goes on from there until it has seen all', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.events SELECT organization_id, gen_random_uuid(), seq + 120000, created_at, sandbox, api_key_id,
       agent_id, resource_id, action, destination, records_affected, decision, evaluated_decision, risk_level,
       risk_score, quota_exceeded, record FROM svc.events WHERE id = $1`,
    [idOf.read],
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET audit_seq = audit_seq + 130000');
  const sizes: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page: EventList = await list({ decision: 'BLOCK', ...(cursor && { cursor }) });
    sizes.push(page.items.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(sizes).toEqual([0, 0, 1]);
});
