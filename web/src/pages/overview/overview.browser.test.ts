// SPDX-License-Identifier: Apache-2.0
/** The overview: what happened as a sentence, a chart, a table and panels, whose numbers lead to the lists behind them. */
import type { AppAnswer } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as why } from '../../decision/why-words-en.ts';
import { words as shell } from '../../shell/words-en.ts';
import type { Part } from '../../stand-in/answers.ts';
import { address, click, focus, idOf, keys, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const DAYS = 30;
const FROM = '2026-10-26T00:00:00.000Z';
const DAY_MS = 24 * 60 * 60_000;
const series = Array.from({ length: DAYS }, (_, day) => ({
  at: new Date(Date.parse(FROM) + day * DAY_MS).toISOString(),
  events: 1,
  ...(day === DAYS - 1 ? { reviewed: 1 } : { allowed: 1 }),
}));
const POLICY = { id: idOf(20), name: 'Block deleting customers' } as const;
const DASHBOARD = {
  from: FROM,
  timeZone: 'UTC',
  step: 'DAY',
  totals: { events: 23, allowed: 18, blocked: 4, reviewed: 1, low: 18 },
  series,
  causes: [{ kind: 'POLICY', policy: POLICY, blocked: 4 }],
  findings: [{ type: 'CPF', events: 4, blocked: 4 }],
  previous: { totals: { events: 9, allowed: 9 } },
  usage: { month: '2026-11' },
  waiting: { reviews: 1, nextExpiresAt: '2026-11-25T12:00:00.000Z' },
} as const satisfies Part<AppAnswer<'readDashboard'>>;
const ANSWERS = { readDashboard: DASHBOARD, listEvents: {}, listAgents: {}, listResources: {} } as const;
const open = () => openApp('/overview', ANSWERS);
const main = () => page.getByRole('main');
const numberOf = (what: string, count: string) => main().getByRole('link', { name: words.eventsOf(what, count) });

it('tells in a sentence how often agents asked, and what waits', async () => {
  await open();
  const sentence = page.getByRole('region', { name: words.summary });
  const [, asked] = words.asked('', 23);
  await expect
    .poll(() => (sentence.query() as HTMLElement | null)?.innerText)
    .toContain(`23${asked}4${words.blocked(4)}1${words.wait(1)}${words.expires(1)}`);
});

it('shows the decisions as a chart for the keyboard, as a table, and by risk, which the address keeps', async () => {
  await open();
  await seen(numberOf(words.allowed, '18'));
  const period = words.periodNames['30d'];
  await focus(main().getByRole('group', { name: words.decisions(period) }));
  await keys('{ArrowLeft}');
  await seen(main().getByRole('status').getByText(`${words.waited} 1`));
  await click(main().getByRole('button', { name: words.table }));
  await expect.poll(() => main().getByRole('table').getByRole('row').elements().length).toBe(DAYS + 1);
  await click(main().getByText(words.risk, { exact: true }));
  await seen(numberOf(words.levels.low, '18'));
  await expect.poll(address).toBe('/overview?table=true&by=risk');
});

it('names what stopped decisions and what was found, and leads to these events', async () => {
  await open();
  await seen(main().getByText(why.types.CPF));
  await click(numberOf(POLICY.name, '4'));
  await expect.poll(address).toMatch(/^\/events\?/);
  const at = new URLSearchParams(location.search);
  expect(Object.fromEntries(at)).toEqual({ from: FROM, decision: 'BLOCK', q: POLICY.name });
});

it('leads to the queue only while something waits', async () => {
  await open();
  await seen(page.getByRole('link', { name: words.openQueue }));
  await openApp('/overview', {
    ...ANSWERS,
    readDashboard: { ...DASHBOARD, waiting: { reviews: 0, nextExpiresAt: null } },
  });
  await seen(page.getByText(words.noneWaits, { exact: true }));
  expect(page.getByRole('link', { name: words.openQueue }).elements()).toEqual([]);
});

it('begins with the shortest period that holds all there is, and compares with a time before only where there is one', async () => {
  const today = { ...DASHBOARD, previous: {}, series: [{ at: '2026-11-24T00:00:00.000Z', events: 23 }] };
  const service = await openApp('/overview', { ...ANSWERS, readDashboard: today });
  await seen(main().getByRole('heading', { name: words.decisions(words.periodNames['24h']) }));
  expect(service.last('readDashboard')?.query).toMatchObject({ from: '2026-11-23T13:00:00.000Z' });
  expect(main().getByText(words.before('0')).elements()).toEqual([]);
  await click(page.getByText(words.periods['30d'], { exact: true }));
  await expect.poll(address).toBe('/overview?period=30d');
  await seen(main().getByRole('heading', { name: words.decisions(words.periodNames['30d']) }));
});

it('says the same of the end of the month as the page of the plan, and nothing before the pace is known', async () => {
  const usage = { month: '2026-11', events: 8, eventsPerMonth: 500, forecast: 700 } as const;
  await openApp('/overview', { ...ANSWERS, readDashboard: { ...DASHBOARD, usage } });
  await seen(main().getByText(/At this pace 700 .*over the plan/));
  await openApp('/overview', { ...ANSWERS, readDashboard: { ...DASHBOARD, usage: { ...usage, forecast: null } } });
  await seen(main().getByText(words.ofMax('500')));
  expect(
    main()
      .getByText(/At this pace/)
      .elements(),
  ).toEqual([]);
});

it('without a decision it leads on: to the rest of the first steps, or to a trial', async () => {
  const none = { ...DASHBOARD, totals: {}, previous: {}, series: [], causes: [], findings: [] };
  await openApp('/overview', { ...ANSWERS, readDashboard: none, readFirstSteps: { agent: 'billing-bot' } });
  await seen(main().getByRole('link', { name: words.goOn(1, 6) }));
  await openApp('/overview', { ...ANSWERS, readDashboard: none }, { role: 'MEMBER' });
  await seen(main().getByRole('link', { name: shell.pages.try }));
});
