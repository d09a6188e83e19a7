// SPDX-License-Identifier: Apache-2.0
/** The sheet of a review has everything to decide with: what was found, the agent's past, what people chose, the time. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRecorded } from '#harness/history';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser as Person, signIn as signInOverHttp } from '#harness/service/sessions.ts';
import { words as why } from '../../web/src/decision/why-words-en.ts';
import { words as review } from '../../web/src/review/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, finalDecision, OWNER, organization, visitor, WAITING_ACTION } from './organization.ts';

const CONTENT = 'CPF 529.982.247-25, maria@example.com, laudo: diabetes tipo 2';

let service: TestService;
let browser: Browser;
let person: Person;
let waitingId: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
  person = await signInOverHttp(service.baseUrl, OWNER);
  await recordPast();
  waitingId = await decide(service, { ...WAITING_ACTION, recordsAffected: 6_000, content: CONTENT });
  await countRecorded(service);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const answer = (id: string, how: 'approve' | 'deny') => person.call(`/reviews/${id}/${how}`, { body: {} });
const expire = (id: string) =>
  readRows(service.database, 'UPDATE svc.reviews SET expires_at = now() WHERE event_id = $1', [id]);

/** Two that people approved, one that they denied, one that expired, and others that are not like them. */
async function recordPast(): Promise<void> {
  for (const recordsAffected of [600, 1_200]) {
    expect((await answer(await decide(service, { ...WAITING_ACTION, recordsAffected }), 'approve')).status).toBe(200);
  }
  await answer(await decide(service, { ...WAITING_ACTION, recordsAffected: 90_000 }), 'deny');
  await expire(await decide(service, { ...WAITING_ACTION, recordsAffected: 5 }));
  await answer(await decide(service, { ...WAITING_ACTION, agent: 'billing-bot' }), 'deny');
  await answer(await decide(service, { ...WAITING_ACTION, destination: 'EXTERNAL_EMAIL' }), 'deny');
  await decide(service, { agent: 'support-bot', action: 'DELETE_DATA', resource: 'customers' });
  await decide(service, { agent: 'support-bot', action: 'READ_DATA', resource: 'price-list' });
}

const row = (type: string, category: string) => expect.stringMatching(new RegExp(`^${type}\\s+${category}$`));
const sheetOf = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });

it("shows the agent's last 30 days, what people chose before, and what was found by its category", async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, visitor(0), `/app/reviews?event=${waitingId}`);
  const sheet = sheetOf(page);
  const found = sheet.getByRole('region', { name: why.findings }).getByRole('table');
  await found.waitFor();
  expect(await found.locator('tbody').getByRole('row').allInnerTexts()).toEqual([
    row(why.types.CPF, why.categories.IDENTIFICATION),
    row(why.types.EMAIL, why.categories.CONTACT),
    row(why.types.HEALTH_DATA, why.categories.HEALTH),
  ]);
  await sheet.getByText(why.neverStored).waitFor();

  const days = sheet.getByRole('region', { name: review.past.days('support-bot') });
  await days.getByText(review.past.asked, { exact: true }).waitFor();
  const figures = await days.locator('dl > div').allInnerTexts();
  expect(figures.map((text) => text.split(/\s*\n\s*/))).toEqual([
    [review.past.asked, '8'],
    [review.past.reviewed, '6'],
    [review.past.blocked, '1'],
    [review.past.anomalies, '0'],
  ]);
  await days.getByText(review.past.chart).waitFor();

  const similar = sheet.getByRole('region', { name: review.past.similar });
  await similar.getByText(review.past.counts({ approved: 2, denied: 1, expired: 1 })).waitFor();
  expect(await similar.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Expired\s+5 records, /),
    expect.stringMatching(/^Denied\s+90,000 records, /),
    expect.stringMatching(/^Approved\s+1,200 records, /),
    expect.stringMatching(/^Approved\s+600 records, /),
  ]);
  await similar.getByText(review.past.times('5', '1,200')).waitFor();
  await similar.getByRole('link', { name: review.past.all }).click();
  await page.waitForURL('**/app/events?*');
  await page
    .getByRole('link', { name: /90,000/ })
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('counts down, and shows by itself that the review has expired', async () => {
  const id = await decide(service);
  await readRows(
    service.database,
    `UPDATE svc.reviews SET expires_at = now() + interval '90 minutes' WHERE event_id = $1`,
    [id],
  );
  const { page, context, problems } = await openPage(browser, service);
  await page.clock.install();
  await signIn(page, visitor(2), `/app/reviews?event=${id}`);
  const sheet = sheetOf(page);
  await sheet.getByText(/expires in 1 h (29|30)/).waitFor();
  await page.clock.fastForward('01:00:00');
  await sheet.getByText(/expires in 29 min/).waitFor();
  const answers = page.getByRole('region', { name: 'Answer' });
  await answers.getByRole('button', { name: review.approve, exact: true }).click();
  await answers.getByRole('alertdialog', { name: review.approveQuestion('EXPORT_DATA') }).waitFor();
  await expire(id);
  await page.clock.fastForward('30:00');
  await answers.getByText('No one decided in time').waitFor();
  expect(await answers.getByRole('button', { name: /^(Approve|Deny)/ }).count()).toBe(0);
  expect(await sheet.getByText(/expires in/).count()).toBe(0);
  await page.getByRole('status').getByText('No one decided in time').waitFor({ state: 'attached' });
  expect(await finalDecision(service, id)).toBe('BLOCK');
  expect(problems).toEqual([]);
  await context.close();
});
