// SPDX-License-Identifier: Apache-2.0
/** The list of every decision: found by filters that stand in the address, moved through by keys, and read in a drawer. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as charts } from '../../charts/words-en.ts';
import { words as doorNames } from '../../decision/door-words-en.ts';
import { words as why } from '../../decision/why-words-en.ts';
import { words as decision } from '../../decision/words-en.ts';
import { words as list } from '../../list/page-words-en.ts';
import { words as portugueseList } from '../../list/page-words-pt-br.ts';
import { words as review } from '../../review/words-en.ts';
import { words as shell } from '../../shell/words-en.ts';
import { pagesFrom, plainEvents, WAITING_EVENT } from '../../stand-in/events.ts';
import {
  address,
  click,
  dialog,
  drawer,
  filters,
  focus,
  focusedRow,
  gone,
  idOf,
  keys,
  openApp,
  refused,
  rows,
  savedFiles,
  seen,
} from '../../stand-in/index.ts';
import { words as event } from '../event/words-en.ts';
import { words } from './words-en.ts';

const PLAIN_EVENTS = 55;
/** The page asks for so many at a time. */
const EVENTS_PER_PAGE = 50;
const POLICIES = [
  { name: 'Review customer exports', decision: 'REVIEW', matched: true },
  { name: 'Block deleting customers', decision: 'BLOCK' },
] as const;
const ALL = { listEvents: pagesFrom([...plainEvents(PLAIN_EVENTS), WAITING_EVENT]) };
const ONE = { listEvents: { items: [WAITING_EVENT] } };
const DETAIL = {
  readEventWaysOut: {},
  readEventDetail: {
    event: WAITING_EVENT,
    why: { policies: POLICIES, policiesTotal: 2 },
    review: { eventId: WAITING_EVENT.id, status: 'PENDING', canResolve: true },
    audit: [{ seq: 7, actor: { type: 'key', id: idOf(70), name: 'Production' } }],
  },
} as const;
const textOf = (part: { query(): Element | null }) => (part.query() as HTMLElement | null)?.innerText ?? '';
const chips = () => filters(list.filters);
const chip = (field: string, value: string) => `${list.fields[field]} ${list.operators.is} ${value}`;
const listed = (text: string) => seen(page.getByRole('status').getByText(text, { exact: true }));

it('shows the newest first, and more on request', async () => {
  await openApp('/events', ALL);
  await listed(list.shownFirst(String(EVENTS_PER_PAGE)));
  const table = page.getByRole('table');
  await expect.element(table).toHaveAttribute('aria-rowcount', '-1');
  // Rows that are missing could not be put in their place: no column sorts yet.
  const risk = page.getByRole('columnheader', { name: words.risk });
  expect(risk.getByRole('button').elements()).toEqual([]);
  const more = page.getByRole('button', { name: list.loadMore });
  await click(more);
  await listed(list.shown(String(PLAIN_EVENTS + 1)));
  await gone(more);
  await expect.element(table).toHaveAttribute('aria-rowcount', String(PLAIN_EVENTS + 2));
  expect(rows().at(-1)?.innerText).toMatch(/In review[\s\S]*support-bot[\s\S]*Export 1,200 from customers/);
  await seen(page.getByRole('img', { name: decision.riskOf(75, decision.riskLevels.HIGH) }));
});

it('counts every decision of the period in its chart, and says so where it can count the loaded ones alone', async () => {
  const sums = { events: 4_812, allowed: 4_800, wouldBlock: 3, reviewed: 5, blocked: 7 };
  const series = [{ at: '2026-11-23T13:00:00.000Z' }, { at: '2026-11-24T00:00:00.000Z', ...sums }];
  const from = '2026-11-23T13:00:00.000Z';
  const dashboard = { from, to: '2026-11-24T12:00:00.000Z', series } as const;
  const service = await openApp('/events', { ...ALL, readDashboard: dashboard });
  const shown = page.getByRole('group', { name: words.chart });
  const says = (...lines: string[]) =>
    expect.poll(() => lines.filter((line) => !textOf(shown).includes(line))).toEqual([]);
  await says(charts.decided('4,812'), charts.stopped('12'), words.counted['24h']);
  const offer = page.getByRole('button', { name: words.stoppedCount('12') });
  await click(offer);
  await expect.poll(address).toBe('/events?decision=STOPPED');
  await gone(offer);
  expect(chips()).toEqual([chip('decision', words.stopped)]);
  await says(charts.decided('12'), charts.stopped('12'));
  await openApp(`/events?decision=BLOCK&agent=billing-bot&from=${from}`, { ...ALL, readDashboard: dashboard });
  await says(charts.decided('7'), charts.stopped('7'), words.countedAsAsked);
  expect(service.last('readDashboard')?.query).toMatchObject({ sandbox: 'false' });
  for (const filter of ['riskLevel=LOW', 'q=orders', 'from=2026-11-23T13:20:00.000Z']) {
    await openApp(`/events?${filter}`, { ...ALL, readDashboard: dashboard });
    await says(charts.decided(String(EVENTS_PER_PAGE)), words.loaded(String(EVENTS_PER_PAGE)));
  }
  await openApp('/events?agent=gone', { ...ALL, readDashboard: refused('validation_error') });
  await says(words.loaded(String(EVENTS_PER_PAGE)));
});

it('sorts where every row is here, and keeps the order in the address', async () => {
  await openApp('/events', { listEvents: { items: [...plainEvents(3), WAITING_EVENT] } });
  await listed(list.shown('4'));
  const risk = page.getByRole('columnheader', { name: words.risk });
  await click(risk.getByRole('button'));
  await expect.element(risk).toHaveAttribute('aria-sort', 'ascending');
  await click(risk.getByRole('button'));
  await expect.element(risk).toHaveAttribute('aria-sort', 'descending');
  expect(address()).toBe('/events?sort=-risk');
  expect(rows()[0]?.innerText).toContain('support-bot');
  await click(risk.getByRole('button'));
  await expect.element(risk).toHaveAttribute('aria-sort', 'none');
  expect(address()).toBe('/events');
});

it('adds filters with F, keeps them in the address, and takes them away with Backspace and the cross', async () => {
  const service = await openApp('/events', ONE);
  await listed(list.shown('1'));
  const menu = page.getByRole('dialog', { name: list.filterBy });
  await keys('f');
  await seen(menu.getByRole('button', { name: list.fields.agent ?? '' }));
  await keys('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await focus(menu.getByRole('button', { name: decision.outcomes.waiting }));
  await keys('{Enter}');
  await expect.poll(address).toBe('/events?decision=REVIEW');
  await gone(menu);

  await keys('f');
  await click(menu.getByRole('button', { name: list.fields.agent ?? '' }));
  await keys('support-bot{Enter}');
  await expect.poll(address).toContain('agent=support-bot');
  await page.getByRole('searchbox', { name: words.search }).fill('customers');
  await expect.poll(address).toContain('q=customers');
  // As after a load of the page.
  const again = await openApp(address(), ONE);
  await listed(list.shown('1'));
  const asked = { decision: 'REVIEW', agent: 'support-bot', q: 'customers' };
  expect(service.last('listEvents')?.query).toMatchObject(asked);
  expect(again.last('listEvents')?.query).toMatchObject(asked);
  expect(chips()).toEqual([chip('agent', 'support-bot'), chip('decision', decision.outcomes.waiting)]);

  await click(page.getByRole('button', { name: list.removeFilter(chip('agent', 'support-bot')) }));
  await expect.poll(() => chips().length).toBe(1);
  await page.getByRole('searchbox').fill('');
  await expect.poll(address).toBe('/events?decision=REVIEW');
  await focus(page.getByRole('main'));
  await keys('{Backspace}');
  await expect.poll(address).toBe('/events');
  await expect.poll(() => chips().length).toBe(0);
});

it('leaves out of an address what the service would refuse', async () => {
  const service = await openApp('/events?decision=MAYBE&from=yesterday&riskLevel=LOW', ALL);
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  expect(chips()).toEqual([chip('riskLevel', decision.riskLevels.LOW)]);
  expect(service.last('listEvents')?.query).toEqual({ riskLevel: 'LOW', limit: '50', sandbox: 'false' });
});

it('names the filters that leave nothing, and offers to take them away', async () => {
  await openApp('/events?decision=REVIEW&agent=nobody', {
    listEvents: ({ query }) => (query.agent === undefined ? ONE.listEvents : {}),
  });
  await seen(page.getByRole('heading', { name: list.noneTitle }));
  const both = `${chip('agent', 'nobody')}${list.and}${chip('decision', decision.outcomes.waiting)}`;
  await seen(page.getByText(list.noneText(both)));
  await click(page.getByRole('button', { name: list.clearAll }));
  await expect.poll(() => rows().length).toBe(1);
});

it('moves with J and K, opens the drawer with Enter, moves on with it open, and closes it with Escape', async () => {
  await openApp('/events', { ...ALL, ...DETAIL });
  await expect.poll(() => rows().length).toBeGreaterThan(3);
  const ids = rows().map((row) => row.dataset.row);
  await keys('jjjk');
  await expect.poll(focusedRow).toBe(ids[1]);
  await keys('{Enter}');
  await expect.poll(address).toBe(`/events?open=${ids[1]}`);
  await seen(drawer().getByRole('heading', { name: why.risk }));
  await keys('j');
  await expect.poll(address).toBe(`/events?open=${ids[2]}`);
  expect(rows()[2]?.querySelector('a')?.getAttribute('aria-current')).toBe('page');
  await keys('{Escape}');
  await expect.poll(address).toBe('/events');
  await gone(drawer());
  await expect.poll(focusedRow).toBe(ids[2]);
});

it('tells in the drawer what was decided and why, and leads to the page', async () => {
  const service = await openApp(`/events?decision=REVIEW&open=${WAITING_EVENT.id}`, {
    ...ONE,
    ...DETAIL,
    listReviews: {},
  });
  await seen(drawer().getByText(decision.outcomes.waiting));
  const policy = drawer().getByRole('link', { name: POLICIES[0].name });
  await expect.element(policy.first()).toHaveAttribute('href', `/app/policies/${idOf(20)}`);
  await seen(drawer().getByText(why.matchOf(1, '2')));
  const { agent, resource } = WAITING_EVENT;
  const facts = [
    [agent.name, `/app/agents/${agent.id}`],
    [resource.name, `/app/resources?open=${resource.id}`],
    ['Production', `/app/api-keys?open=${idOf(70)}`],
  ] as const;
  for (const [name, href] of facts) {
    await expect.element(drawer().getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await seen(drawer().getByText(why.byNamedKey));
  // They are looked for when the person asks.
  expect(service.calls('readEventWaysOut')).toEqual([]);
  await click(drawer().getByText(why.waysOut.look));
  await expect.poll(() => service.calls('readEventWaysOut').length).toBeGreaterThan(0);
  await seen(drawer().getByRole('link', { name: why.waysOut.changePolicy }));
  await seen(drawer().getByRole('button', { name: review.approve }));
  // It pushes: the list ends where the drawer begins.
  const beside = drawer().element().getBoundingClientRect();
  expect(beside.width).toBe(480);
  expect(page.getByRole('table').first().element().getBoundingClientRect().right).toBeLessThanOrEqual(beside.left);
  await click(drawer().getByRole('link', { name: list.openAsPage }));
  await expect.poll(address).toBe(`/events/${WAITING_EVENT.id}`);
});

it('filters by the door that was used, and names it beside the other facts', async () => {
  const event = { ...WAITING_EVENT, door: 'CLAUDE_CODE' } as const;
  const service = await openApp(`/events?door=CLAUDE_CODE&open=${event.id}`, {
    ...ALL,
    ...DETAIL,
    readEventDetail: { ...DETAIL.readEventDetail, event },
  });
  await expect.poll(chips).toEqual([chip('door', doorNames.doors.CLAUDE_CODE)]);
  await seen(drawer().getByText(doorNames.doors.CLAUDE_CODE));
  expect(service.last('listEvents')?.query).toMatchObject({ door: 'CLAUDE_CODE' });
});

it('hands out what is shown, or what X selected, as CSV', async () => {
  await openApp('/events', ALL);
  await expect.poll(() => rows().length).toBeGreaterThan(3);
  const files = savedFiles();
  const linesOf = (index: number) => files[index]?.text.split('\r\n').slice(0, -1);
  await click(page.getByRole('button', { name: list.csv, exact: true }));
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]?.name).toBe('svc-events-2026-11-24.csv');
  expect(linesOf(0)).toHaveLength(EVENTS_PER_PAGE + 1);
  const { time, outcome, run, risk, agent, what, destination, decidedBy } = words;
  expect(linesOf(0)?.[0]).toBe(
    `\uFEFF${[`${time} (UTC)`, outcome, run, risk, agent, what, destination, decidedBy, doorNames.door].join(',')}`,
  );
  await keys('jxjx');
  await seen(page.getByText(list.selected('2')));
  await click(page.getByRole('button', { name: list.csvSelected('2'), exact: true }));
  await expect.poll(() => linesOf(1)).toHaveLength(3);
});

it('separates the cells of CSV as the spreadsheets of the language do, and tells times with their zone', async () => {
  await openApp('/events', ALL, { language: 'pt-BR' });
  await expect.poll(() => rows().length).toBeGreaterThan(3);
  const files = savedFiles();
  await click(page.getByRole('button', { name: portugueseList.csv, exact: true }));
  await expect.poll(() => files.length).toBe(1);
  const [head = '', first = ''] = files[0]?.text.split('\r\n') ?? [];
  expect(head).toMatch(/^\uFEFF[^,]+(?:;[^,]+){8}$/);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z;/);
});

it('tells times in the zone of the organization, or in UTC, names it, and describes each row by the full time', async () => {
  const zoned = { ...ONE, readOrganization: { timeZone: 'America/Sao_Paulo' } };
  const titleOf = () => rows()[0]?.querySelector('a')?.title;
  await openApp('/events', zoned);
  await seen(page.getByText(/^Times: Brasilia .*GMT-3$/));
  await seen(page.getByRole('row').getByText('Nov 24, 09:00:00'));
  expect(titleOf()).toBe(`${words.time}: Nov 24, 2026, 09:00:00 GMT-3`);
  await click(page.getByRole('button', { name: shell.account }));
  await focus(page.getByRole('menuitem', { name: `${shell.times}: ${shell.timesOf.organization}` }));
  await keys('{ArrowRight}');
  await click(page.getByRole('menuitemradio', { name: shell.timesOf.utc }));
  await seen(page.getByRole('row').getByText('Nov 24, 12:00:00'));
  expect(titleOf()).toBe(`${words.time}: Nov 24, 2026, 12:00:00 UTC`);
  // It is kept, as theme and language are.
  await openApp('/events', zoned);
  await seen(page.getByText('Times: UTC'));
});

it('puts columns away and keeps that for the next time', async () => {
  await openApp('/events', ONE);
  await click(page.getByRole('button', { name: list.view }));
  await click(page.getByRole('checkbox', { name: words.destination }));
  await gone(page.getByRole('columnheader', { name: words.destination }));
  await openApp('/events', ONE);
  await seen(page.getByRole('columnheader', { name: words.decidedBy }));
  expect(page.getByRole('columnheader', { name: words.destination }).elements()).toEqual([]);
});

it('is two lines a row on a phone, and a drawer that fills it', async () => {
  await openApp('/events?decision=REVIEW', { ...ONE, ...DETAIL }, { isPhone: true });
  await expect.poll(() => rows()[0]?.getBoundingClientRect().height).toBe(64);
  const current = document.querySelectorAll<HTMLElement>('[data-tab-bar] [aria-current]');
  expect([...current].map((tab) => tab.innerText)).toEqual([words.title]);
  await click(page.getByRole('row').getByRole('link'));
  await expect.poll(() => drawer().query()?.getBoundingClientRect()).toMatchObject({ x: 0, width: 390 });
  await click(page.getByRole('button', { name: list.close, exact: true }));
  await gone(drawer());
});

it('says which part of the address filters nothing, and takes it out', async () => {
  await openApp('/events?risk=HIGH&decision=MAYBE&agent=support-bot', ONE);
  await seen(page.getByText(list.unknownFilter(2)));
  await seen(page.getByText('risk=HIGH, decision=MAYBE'));
  await expect.poll(() => rows().length).toBe(1);
  await click(page.getByRole('button', { name: list.removeUnknown }));
  await expect.poll(address).toBe('/events?agent=support-bot');
});

it('says that an event is not there, for an id of nobody and for no id at all', async () => {
  for (const id of ['018f0000-0000-7000-8000-000000000000', 'nonsense']) {
    await openApp(`/events/${id}`, {
      readEventDetail: refused(id === 'nonsense' ? 'validation_error' : 'not_found'),
    });
    await seen(page.getByRole('heading', { name: event.missingTitle }).first());
  }
  expect(dialog().elements()).toEqual([]);
});
