// SPDX-License-Identifier: Apache-2.0
/** An allowed act from its approval to its outcome, as people see it: open, done once, beyond what was stated, erased. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { type Browser as Person, signIn as signInOverHttp } from '#harness/service/sessions.ts';
import { words as acts } from '../../web/src/decision/act-words-en.ts';
import { words as agentPage } from '../../web/src/pages/agent/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization, visitor, WAITING_ACTION } from './organization.ts';

const CONTEXT = {
  purpose: 'Send <img src=x onerror=alert(1)> again',
  destinationName: 'Contabilidade Souza',
  session: 'chat:8841',
  link: 'https://tickets.example.com/OPS-4812',
};
const ACTION = { ...WAITING_ACTION, recordsAffected: 12, context: CONTEXT };

let service: TestService;
let browser: Browser;
let person: Person;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
  person = await signInOverHttp(service.baseUrl, OWNER);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

async function approved(): Promise<string> {
  const id = await decide(service, ACTION);
  expect((await person.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  return id;
}

async function ran(id: string, recordsAffected: number): Promise<void> {
  const headers = { 'idempotency-key': `run-${id}` };
  expect((await call(service.baseUrl, `/v1/events/${id}/redeem`, { body: ACTION, headers })).status).toBe(200);
  const body = { status: 'SUCCEEDED', recordsAffected };
  expect((await call(service.baseUrl, `/v1/events/${id}/outcome`, { body })).status).toBe(200);
}

const says = (page: Page) => page.getByRole('region', { name: acts.says });

it('is open, then done once, and nothing that the agent says is more than text', async () => {
  const id = await approved();
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, visitor(0), `/app/events/${id}`);
  await page.getByText(/^Open until /).waitFor();
  await says(page).getByText(CONTEXT.purpose).waitFor();
  await says(page).getByRole('link', { name: 'tickets.example.com' }).waitFor();
  await ran(id, 12);
  await page.getByText(/^Done once .* 12 of 12 records$/).waitFor();
  await page.getByText(/^sha256:[0-9a-f]{64}$/).waitFor();
  // Neither the picture nor the link was asked for.
  expect(problems).toEqual([]);
  await context.close();
});

it('went beyond what was stated: its page, the list and the page of the agent say so', async () => {
  const id = await approved();
  await ran(id, 340);
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, visitor(1), `/app/events/${id}`);
  await page.getByText(acts.exceeds('340', '12')).waitFor();
  await page.getByRole('link', { name: 'support-bot' }).first().click();
  const fact = page.locator('dl > div', { hasText: agentPage.exceeding });
  await fact.getByRole('link', { name: '1', exact: true }).click();
  await page.waitForURL('**/app/events?agent=support-bot&exceeds=true');
  await page.getByRole('row').getByText(acts.marks.exceeded).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('loses the words of the agent once they are erased, and keeps its proof', async () => {
  const id = await approved();
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, visitor(2), `/app/events/${id}`);
  await says(page).getByRole('button', { name: acts.erase.action }).click();
  await page.getByRole('checkbox', { name: acts.fields.session }).uncheck();
  await page.getByRole('button', { name: acts.erase.confirm }).click();
  await says(page).getByText(acts.erasedPart).waitFor();
  expect(await says(page).getByText(CONTEXT.purpose).count()).toBe(0);
  await says(page).getByRole('link', { name: CONTEXT.session }).click();
  await page.waitForURL('**/app/events?session=*');
  await page.locator(`[data-row="${id}"]`).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
