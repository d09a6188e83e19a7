/** The overview: what happened as a sentence, a chart, a table and panels, whose numbers lead to the lists behind them. */
import type { AppAnswer } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as why } from '../../decision/why-words-en.ts';
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
  usage: { month: '2026-11' },
  waiting: { reviews: 1, nextExpiresAt: '2026-11-25T12:00:00.000Z' },
} as const satisfies Part<AppAnswer<'readDashboard'>>;
const open = (at = '/overview') =>
  openApp(at, { readDashboard: DASHBOARD, listEvents: {}, listAgents: {}, listResources: {} });
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
