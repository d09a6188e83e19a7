// SPDX-License-Identifier: Apache-2.0
/** GET /policies: by effect, searched, filtered, sorted, and page by page without a gap. */
import type { AppPolicyList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRecorded } from '#harness/history';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
const POLICIES = `
      - { name: b allows, action: READ, resource: PUBLIC, decision: ALLOW }
      - { name: é asks, action: EXPORT, decision: REVIEW, description: About the board }
      - { name: z blocks, action: DELETE, decision: BLOCK, mode: MONITOR }
      - { name: a blocks, action: WRITE, decision: BLOCK, enabled: false }`;
afterAll(() => service.stop());

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await member.call<AppPolicyList>(`/policies?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
};
const namesOf = ({ items }: AppPolicyList) => items.map(({ name }) => name);

it('orders by effect, then by name', async () => {
  const body = await list();
  expect(namesOf(body)).toEqual(['a blocks', 'z blocks', 'é asks', 'b allows']);
  expect(body).toMatchObject({ nextCursor: null, total: 4, totals: { BLOCK: 2, REVIEW: 1, ALLOW: 1 }, version: 1 });
  expect(body.items[0]).toMatchObject({
    enabled: false,
    conditionLeftOut: false,
    tests: 0,
    changedBy: { version: 1, source: 'provisioning' },
  });
});

it.each<[Record<string, string>, string[]]>([
  [{ sort: 'name' }, ['a blocks', 'b allows', 'z blocks', 'é asks']],
  [{ q: 'BLOCKS' }, ['a blocks', 'z blocks']],
  [{ q: 'board' }, ['é asks']],
  [{ q: '%' }, []],
  [{ decision: 'REVIEW' }, ['é asks']],
  [{ mode: 'MONITOR' }, ['z blocks']],
  [{ enabled: 'false' }, ['a blocks']],
  [{ action: 'READ', resource: 'PUBLIC' }, ['b allows']],
])('%j finds %j', async (query, names) => {
  expect(namesOf(await list(query))).toEqual(names);
});

it.each(['effect', 'name', '-updatedAt', '-hits'])('goes through the pages of %s without a gap', async (sort) => {
  const all = namesOf(await list({ sort }));
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: AppPolicyList = await list({ sort, limit: '1', ...(cursor !== null && { cursor }) });
    found.push(...namesOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toEqual(all);
});

it('leaves a long condition out of the list, and has it on its own page', async () => {
  const condition = { anyOf: Array.from({ length: 600 }, (_, at) => ({ minRecords: at })) };
  const policies = [{ name: 'long', action: 'READ', decision: 'ALLOW', condition }];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  const [item] = (await list({ q: 'long' })).items;
  expect([item?.conditionLeftOut, item?.condition]).toEqual([true, undefined]);
  expect((await member.call(`/policies/${item?.id}`)).body).toMatchObject({ condition });
});

it.each([{ sort: 'nonsense' }, { limit: '0' }, { cursor: 'nonsense' }, { nonsense: '1' }])(
  'refuses %j',
  async (query) => {
    expect((await member.call(`/policies?${new URLSearchParams(query as never).toString()}`)).status).toBe(400);
  },
);

it('counts the decisions that a policy determined, and finds the most asked first', async () => {
  const body = { agent: 'billing-bot', action: 'READ_DATA', resource: 'price-list' };
  const other = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  try {
    for (let at = 0; at < 3; at += 1) await call(other.baseUrl, '/v1/events', { body });
    await countRecorded(other);
    const person = await signIn(other.baseUrl, PEOPLE.member);
    const { items } = (await person.call<AppPolicyList>('/policies?sort=-hits')).body;
    expect(items[0]).toMatchObject({ name: 'b allows', hits: { decisions: 3 } });
    expect(items[0]?.hits.days.at(-1)).toBe(3);
    expect(items[1]?.hits.decisions).toBe(0);
  } finally {
    await other.stop();
  }
});
