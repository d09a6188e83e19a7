/** The list of every decision: found by filters that stand in the address, moved through by keys, and read in a drawer. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

const PLAIN_EVENTS = 55;
/** The page asks for so many at a time. */
const EVENTS_PER_PAGE = 50;

let service: TestService;
let browser: Browser;
let owner: OpenedPage;
let exportId: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startTestService({ provisioning: organization({ atNight: true }) }),
    startBrowser(),
  ]);
  exportId = await decide(service);
  for (let made = 0; made < PLAIN_EVENTS; made += 1) await decide(service, PLAIN_ACTION);
  owner = await openPage(browser, service, { viewport: { width: 1_440, height: 900 } });
  await signIn(owner.page, OWNER, '/app/events');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const rows = (page: Page) => page.locator('[role=row][data-row]');
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Export 1,200 records from customers' });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');

it('shows the newest first, and more on request', async () => {
  const { page, problems } = owner;
  await page.getByText(`First ${EVENTS_PER_PAGE}`).waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  // Rows that are missing could not be put in their place: no column sorts yet.
  expect(await page.getByRole('columnheader', { name: 'Risk' }).getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText(`${PLAIN_EVENTS + 1} in all`).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(PLAIN_EVENTS + 2));
  expect(await rows(page).last().innerText()).toMatch(/In review[\s\S]*support-bot[\s\S]*Export 1,200 from customers/);
  await rows(page).last().getByRole('img', { name: 'Risk 80 of 100, critical' }).waitFor();
  expect(problems).toEqual([]);
});

it('sorts where every row is here, and keeps the order in the address', async () => {
  const { page } = owner;
  const risk = page.getByRole('columnheader', { name: 'Risk' });
  await risk.getByRole('button').click();
  await risk.getByRole('button').click();
  await page.waitForURL('**/app/events?sort=-risk');
  expect(await risk.getAttribute('aria-sort')).toBe('descending');
  await rows(page).first().getByText('support-bot').waitFor();
  await risk.getByRole('button').click();
  await page.waitForURL('**/app/events');
  expect(await risk.getAttribute('aria-sort')).toBe('none');
});

it('adds filters with F, keeps them in the address, and takes them away with Backspace and the cross', async () => {
  const { page, problems } = owner;
  await page.keyboard.press('f');
  const menu = page.getByRole('dialog', { name: 'Filter by' });
  await menu.getByRole('button', { name: 'Agent' }).waitFor();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await menu.getByRole('button', { name: 'In review' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/events?decision=REVIEW');
  await page.getByText('1 in all').waitFor();

  await page.keyboard.press('f');
  await menu.getByRole('button', { name: 'Agent' }).click();
  await page.keyboard.type('support-bot');
  await page.keyboard.press('Enter');
  await page.waitForURL(/agent=support-bot/);
  await page.getByRole('searchbox', { name: 'Id, agent, resource or policy' }).fill('customers');
  await page.waitForURL(/q=customers/);
  await page.reload();
  await page.getByText('1 in all').waitFor();
  expect(await chips(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Agent\s*is\s*support-bot/),
    expect.stringMatching(/Decision\s*is\s*In review/),
  ]);

  await page.getByRole('button', { name: 'Remove the filter Agent is support-bot' }).click();
  await expect.poll(() => chips(page).count()).toBe(1);
  await page.getByRole('searchbox').fill('');
  await page.waitForURL('**/app/events?decision=REVIEW');
  await page.locator('main').focus();
  await page.keyboard.press('Backspace');
  await page.waitForURL('**/app/events');
  expect(await chips(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

it('leaves out of an address what the service would refuse', async () => {
  const { page } = owner;
  await page.goto('/app/events?decision=MAYBE&from=yesterday&riskLevel=LOW');
  await rows(page).first().waitFor();
  expect(await chips(page).allInnerTexts()).toEqual([expect.stringMatching(/Risk\s*is\s*Low/)]);
});

it('names the filters that leave nothing, and offers to take them away', async () => {
  const { page } = owner;
  await page.goto('/app/events?decision=REVIEW&agent=nobody');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByText('No row matches Agent is nobody and Decision is In review.').waitFor();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await rows(page).first().waitFor();
});

it('moves with J and K, opens the drawer with Enter, moves on with it open, and closes it with Escape', async () => {
  const { page, problems } = owner;
  await page.goto('/app/events');
  await rows(page).first().waitFor();
  const keys = await rows(page).evaluateAll((found) => found.map((row) => row.getAttribute('data-row')));
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect.poll(() => focusedRow(page)).toBe(keys[1]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/events?open=${keys[1]}`);
  await page.locator('[data-drawer]').getByRole('heading', { name: 'How it was decided' }).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/app/events?open=${keys[2]}`);
  expect(await rows(page).nth(2).getByRole('link').getAttribute('aria-current')).toBe('page');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/app/events');
  expect(await page.locator('[data-drawer]').count()).toBe(0);
  await expect.poll(() => focusedRow(page)).toBe(keys[2]);
  expect(problems).toEqual([]);
});

const focusedRow = (page: Page) =>
  page.evaluate<string | null>("document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? null");

it('tells in the drawer how it was decided, step by step, and leads to the page', async () => {
  const { page, problems } = owner;
  await page.goto(`/app/events?decision=REVIEW&open=${exportId}`);
  await drawer(page).getByText('Held by a policy').waitFor();
  await drawer(page).getByText('The policy “Review customer exports” decided.').waitFor();
  await drawer(page).getByText('2 policies, 1 matched').waitFor();
  await drawer(page).getByRole('button', { name: 'Approve' }).waitFor();
  // It pushes: once it has slid in, the list ends where the drawer begins.
  const overlap = async () => {
    const list = await page.getByRole('table').first().boundingBox();
    const beside = await drawer(page).boundingBox();
    return [beside?.width, (list?.x ?? 0) + (list?.width ?? 0) <= (beside?.x ?? 0)];
  };
  await expect.poll(overlap, { timeout: 20_000 }).toEqual([480, true]);
  await drawer(page).getByRole('link', { name: 'Open as page' }).click();
  await page.waitForURL(`**/app/events/${exportId}`);
  expect(problems).toEqual([]);
});

it('hands out what is shown, or what X selected, as CSV', async () => {
  const { page } = owner;
  await page.goto('/app/events');
  await rows(page).first().waitFor();
  const all = await csvOf(page, 'CSV');
  expect(all.name).toMatch(/^svc-events-\d{4}-\d\d-\d\d\.csv$/);
  expect(all.lines).toHaveLength(EVENTS_PER_PAGE + 1);
  expect(all.lines[0]).toBe('\uFEFFTime,Outcome,Risk,Agent,What,Destination,Decided by');
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 selected').waitFor();
  expect((await csvOf(page, 'CSV of 2')).lines).toHaveLength(3);
});

async function csvOf(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.split('\r\n').slice(0, -1) };
}

it('puts columns away and keeps that for the next time', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Destination' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await rows(page).first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Destination' }).count()).toBe(0);
  expect(await page.getByRole('columnheader', { name: 'Decided by' }).count()).toBe(1);
});

it('is two lines a row on a phone, and a drawer that fills it', async () => {
  const { page, problems } = await openPage(browser, service, { viewport: { width: 390, height: 844 } });
  await signIn(page, OWNER, '/app/events?decision=REVIEW');
  await rows(page).first().waitFor();
  expect((await rows(page).first().boundingBox())?.height).toBe(64);
  const tabs = page.locator('[data-tab-bar] [aria-current]');
  expect(await tabs.allInnerTexts()).toEqual(['Events']);
  await rows(page).first().getByRole('link').click();
  await drawer(page).waitFor();
  expect(await drawer(page).boundingBox()).toMatchObject({ x: 0, width: 390 });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => page.locator('[data-drawer]').count()).toBe(0);
  expect(problems).toEqual([]);
});

it('says which part of the address filters nothing, and takes it out', async () => {
  const { page } = owner;
  await page.goto('/app/events?risk=HIGH&decision=MAYBE&agent=support-bot');
  await page.getByText('This page does not know some filters of its address').waitFor();
  await page.getByText('risk=HIGH, decision=MAYBE').waitFor();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Remove from the address' }).click();
  await page.waitForURL('**/app/events?agent=support-bot');
  await page.goto('/app/reviews?owner=me');
  await page.getByText('owner=me').waitFor();
});

it('says that an event is not there, for an id of nobody and for no id at all', async () => {
  const { page } = owner;
  for (const id of ['018f0000-0000-7000-8000-000000000000', 'nonsense']) {
    await page.goto(`/app/events/${id}`);
    await page.getByRole('heading', { name: 'There is no such event' }).first().waitFor();
  }
});
