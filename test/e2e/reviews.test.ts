// SPDX-License-Identifier: Apache-2.0
/**
 * A person sees the waiting reviews with their reasons, and decides. Who is told why an answer does not count is tried
 * beside the page.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { decide, finalDecision, OWNER, organization, WAITING_ACTION } from './organization.ts';

let service: TestService;
let browser: Browser;
let owner: OpenedPage;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    openOrganization({ provisioning: () => organization({ atNight: true }) }),
    startBrowser(),
  ]);
  owner = await openPage(browser, service);
  await signIn(owner.page, OWNER);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));
beforeEach(() => service.provision(organization({ atNight: true })));

const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });
const confirmApproval = (page: Page) => page.getByRole('button', { name: 'Approve now' });

it('says what to do next while nothing waits, and shows by itself what comes to wait', async () => {
  const { page, problems } = owner;
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
  const eventId = await decide(service);
  const row = page.getByRole('listitem').filter({ hasText: 'export 1,200 records from customers' }).getByRole('link');
  await row.waitFor();
  for (const text of ['support-bot', 'Review customer exports', /^24 h$/]) await row.getByText(text).waitFor();
  await row.getByRole('img', { name: 'Risk 80 of 100, critical' }).waitFor();
  await page.getByRole('status').getByText('A new review is waiting.').waitFor({ state: 'attached' });
  // Its sheet is open beside the list.
  const sheet = page.getByRole('region', { name: 'Review', exact: true });
  const sentence = 'support-bot wants to export 1,200 records of customer data from customers to an external API.';
  await sheet.getByRole('heading', { name: sentence }).waitFor();
  await sheet.getByText('It waits because the policy Review customer exports asks for an owner or admin.').waitFor();

  const search = page.getByRole('searchbox', { name: 'Search reviews' });
  await search.fill('no such agent');
  await page.getByRole('heading', { name: 'No review matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await search.fill('SUPPORT-b');
  // Sooner than the search is taken up: the review that was opened stays open.
  await row.click();
  await page.waitForURL(({ searchParams: at }) => at.get('q') === 'SUPPORT-b' && at.get('event') === eventId);
  await page.getByRole('link', { name: 'Open as page' }).click();
  await page.waitForURL(`**/app/events/${eventId}`);
  expect(problems).toEqual([]);
});

it('shows why, approves with a note, and shows the entry of the chain that proves it', async () => {
  const { page, problems } = owner;
  const eventId = await decide(service);
  await page.goto(`/app/reviews?event=${eventId}`);
  await page.getByText('It waits because the policy').waitFor();
  const factors = page.getByRole('table', { name: 'Risk score' });
  expect(await factors.locator('tbody').getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/Action Export data\s+\+25/),
    expect.stringMatching(/Resource Customer data\s+\+20/),
    expect.stringMatching(/Destination External API\s+\+15/),
    expect.stringMatching(/Records 1,200\s+\+15/),
    expect.stringMatching(/Outside business hours\s+\+5/),
  ]);
  await page.getByText('1 that does not match, and why').click();
  await page.getByRole('listitem').filter({ hasText: 'Block deleting customers' }).first().waitFor();

  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByRole('textbox', { name: 'Note for the audit (optional)' }).fill('Agreed with finance. <b>&');
  await approve(page).click();
  await page.getByRole('alertdialog', { name: 'Approve this export?' }).waitFor();
  await confirmApproval(page).click();
  await page.getByText('Approved. The agent may run the action.').waitFor();
  await answer.getByText('Agreed with finance. <b>&').waitFor();
  await answer.getByText('by Olivia Owner (Owner)').waitFor();
  expect(await approve(page).count()).toBe(0);
  expect(await finalDecision(service, eventId)).toBe('ALLOW');

  const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === eventId);
  expect(entries.map(({ kind }) => kind)).toEqual(['decision.recorded', 'review.approved']);
  for (const { seq, hash, prevHash } of entries) {
    const step = page.getByRole('listitem').filter({ hasText: `Entry ${seq}` });
    await step.locator('summary').first().click();
    await step.getByText(hash).waitFor();
    await step.getByText(prevHash).waitFor();
  }
  expect(problems).toEqual([]);
});

it('is used with the keyboard alone, from the sign-in to the result', async () => {
  await decide(service, { ...WAITING_ACTION, recordsAffected: 77_777 });
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/reviews?q=support');
  await page.getByLabel('E-mail').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').getByText('export 77,777 records from customers');
  await row.waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'export 77,777 records');
  expect(await outlineOf(page)).toBe('2px solid');
  await page.keyboard.press('Enter');
  await approve(page).waitFor();
  await tabTo(page, /^Approve\s*A$/);
  await page.keyboard.press('Enter');
  expect(await focused(page)).toContain('Approve now');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Approve\s*A$/);
  // The same by its letters: arm, write a note, confirm from there.
  await page.keyboard.press('a');
  await page.keyboard.press('n');
  await page.keyboard.type('By keyboard, and a and d are letters here');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved. The agent may run the action.').waitFor();
  expect(await focused(page)).toContain('Approved. The agent may run the action.');
  await page.getByText('By keyboard, and a and d are letters here').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('goes through the list, to other places and into the palette by keys', async () => {
  const first = await decide(service, { ...WAITING_ACTION, recordsAffected: 11_111 });
  const second = await decide(service, { ...WAITING_ACTION, recordsAffected: 22_222 });
  const { page, problems } = owner;
  await page.goto(`/app/reviews?event=${first}`);
  await page.getByRole('heading', { name: /11,111/ }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '22,222' }).waitFor();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.searchParams.get('event') === second);
  await page.keyboard.press('k');
  await page.waitForURL((url) => url.searchParams.get('event') === first);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.waitForURL('**/app/events');
  await page
    .getByRole('link', { name: /22,222/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump' });
  await palette.locator('[role=combobox]:focus').waitFor();
  const last = palette.getByRole('group', { name: 'Last places' });
  await last.getByRole('option', { name: 'Reviews' }).waitFor();
  // By keys: what arrives under the palette must not take the focus from its field.
  await page.keyboard.type(second);
  await palette.getByRole('option', { name: `Open event ${second}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/events/${second}`);
  await page.keyboard.press('Control+k');
  await palette.locator('[role=combobox]:focus').waitFor();
  expect(await last.getByRole('option').first().innerText()).toBe('Events');
  const hash = 'a1'.repeat(32);
  await page.keyboard.type(hash);
  await palette.getByRole('option', { name: 'Open audit entry a1a1a1a1a1a1…' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/audit?q=${hash}`);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('shows live decisions or those of the sandbox, and keeps the choice from page to page', async () => {
  await decide(service);
  const { page, problems } = owner;
  await page.goto('/app/reviews');
  await page.getByRole('listitem').filter({ hasText: 'support-bot' }).first().waitFor();
  await page.getByRole('group', { name: 'Which decisions' }).getByText('Sandbox').click();
  await page.waitForURL('**/app/reviews?sandbox=true');
  await page.getByText('Sandbox: decisions made with test keys.').waitFor();
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
  await page.getByRole('link', { name: 'Anomalies' }).first().click();
  await page.waitForURL('**/app/anomalies?sandbox=true');
  await page.getByRole('group', { name: 'Which decisions' }).getByText('Live').click();
  await page.waitForURL('**/app/anomalies');
  expect(problems).toEqual([]);
});

const TABS_MAX = 40;

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    const text = await focused(page);
    if (typeof name === 'string' ? text.includes(name) : name.test(text)) return;
  }
  throw new Error(`${name} was not reached with the tab key`);
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.innerText.trim()');
const outlineOf = (page: Page) =>
  page.evaluate<string>(
    "['outlineWidth', 'outlineStyle'].map((name) => getComputedStyle(document.activeElement)[name]).join(' ')",
  );
