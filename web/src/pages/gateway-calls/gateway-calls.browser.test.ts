// SPDX-License-Identifier: Apache-2.0
/** The log of gateway calls: the outcome of each, with filters that stay in the address. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as decision } from '../../decision/words-en.ts';
import { words as list } from '../../list/page-words-en.ts';
import { WAITING_EVENT } from '../../stand-in/events.ts';
import { address, click, filters, idOf, keys, openApp, rows, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const DONE_AT = '2026-11-24T11:59:00.000Z';
const CRM = { id: idOf(11), name: 'crm' };
const FORWARDED = {
  eventId: idOf(4),
  protocol: 'HTTP',
  route: CRM,
  method: 'PUT',
  agent: { name: 'billing-bot' },
  credentialId: idOf(12),
  proxied: true,
  finishedAt: DONE_AT,
  upstreamStatus: 201,
  latencyMs: 12,
} as const;
const CALLS = [
  {
    eventId: idOf(1),
    protocol: 'MCP',
    route: { name: 'crm-tools' },
    tool: 'get_orders',
    agent: { name: 'support-bot' },
  },
  { eventId: idOf(2), protocol: 'HTTP', route: CRM, method: 'GET', decision: 'BLOCK' },
  { ...FORWARDED, eventId: idOf(3), method: 'GET', upstreamStatus: 404 },
  FORWARDED,
] as const;
const listed = (count: number) => seen(page.getByRole('status').getByText(list.shown(String(count)), { exact: true }));
const linesOf = (row: HTMLElement) => row.innerText.split('\n').filter((line) => line !== '');

it('says what to do while there is no call', async () => {
  await openApp('/gateway-calls', { listGatewayCalls: {} });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await seen(page.getByText(words.emptyText));
});

it('shows what became of each call, newest first', async () => {
  const service = await openApp('/gateway-calls', { listGatewayCalls: { items: CALLS } });
  await listed(4);
  const { decisions } = decision;
  const took = words.milliseconds('12');
  expect(rows().map(linesOf)).toEqual([
    expect.arrayContaining([
      ...[decisions.ALLOW, words.toTool('get_orders'), 'MCP', 'crm-tools', 'support-bot', words.decidedOnly],
    ]),
    expect.arrayContaining([decisions.BLOCK, words.toHttp('GET'), 'HTTP', 'crm', words.notForwarded]),
    expect.arrayContaining([decisions.ALLOW, words.toHttp('GET'), words.status(404), took]),
    expect.arrayContaining([decisions.ALLOW, words.toHttp('PUT'), 'billing-bot', words.status(201), took]),
  ]);
  await seen(page.getByRole('row').last().getByLabelText(words.withCredential));
  expect(service.last('listGatewayCalls')?.query).toMatchObject({ sandbox: 'false' });
});

it('tells the calls of test keys apart, with the fault of one that was not answered', async () => {
  const away = { ...FORWARDED, testKey: true, keyPrefix: 'key_test_A', upstreamStatus: null };
  const service = await openApp('/gateway-calls?sandbox=true', {
    listGatewayCalls: { items: [{ ...away, upstreamError: 'connection refused' }] },
  });
  await listed(1);
  expect(rows()[0]?.innerText).toMatch(/key_test_A[\s\S]*connection refused/);
  expect(service.last('listGatewayCalls')?.query).toMatchObject({ sandbox: 'true' });
});

it('filters by choice and by text, keeps the filters in the address, and leads to the event', async () => {
  const answers = {
    listGatewayCalls: ({ query }: { query: Readonly<Record<string, string>> }) => ({
      items: query.q === 'nobody' ? [] : CALLS.filter(({ protocol }) => (query.protocol ?? protocol) === protocol),
    }),
    readEventWaysOut: {},
    readEventDetail: { event: { ...WAITING_EVENT, id: FORWARDED.eventId } },
  };
  const service = await openApp('/gateway-calls', answers);
  await listed(4);
  const menu = page.getByRole('dialog', { name: list.filterBy });
  const open = async (field: string) => {
    await click(page.getByRole('button', { name: list.filter, exact: true }));
    await click(menu.getByRole('button', { name: list.fields[field] ?? '' }));
  };
  const chip = (field: string, value: string) => `${list.fields[field]} ${list.operators.is} ${value}`;
  const remove = (text: string) => click(page.getByRole('button', { name: list.removeFilter(text) }));
  await open('protocol');
  await click(menu.getByRole('button', { name: 'MCP' }));
  await listed(1);
  expect(address()).toBe('/gateway-calls?protocol=MCP');
  await remove(chip('protocol', 'MCP'));
  await open('decision');
  await click(menu.getByRole('button', { name: decision.decisions.BLOCK }));
  await expect.poll(() => service.last('listGatewayCalls')?.query.decision).toBe('BLOCK');
  await remove(chip('decision', decision.decisions.BLOCK));
  await open('route');
  await keys('crm{Enter}');
  await expect.poll(address).toBe('/gateway-calls?route=crm');
  const again = await openApp(address(), answers);
  await listed(4);
  expect(again.last('listGatewayCalls')?.query).toMatchObject({ route: 'crm' });
  expect(filters(list.filters)).toEqual([chip('route', 'crm')]);
  await page.getByRole('searchbox').fill('nobody');
  await seen(page.getByRole('heading', { name: list.noneTitle }));
  history.back();
  await click(page.getByRole('link', { name: words.toHttp('PUT') }));
  await expect.poll(address).toContain(`open=${FORWARDED.eventId}`);
  await click(page.getByRole('link', { name: list.openAsPage }));
  await expect.poll(address).toBe(`/events/${FORWARDED.eventId}`);
});
