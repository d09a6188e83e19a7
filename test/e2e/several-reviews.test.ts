// SPDX-License-Identifier: Apache-2.0
/** Alike reviews are answered together, each by itself, beside answers of other people and the end of time. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { signIn as signInOverHttp } from '#harness/service/sessions.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { ADMIN, decide, finalDecision, OWNER, organization, visitor, WAITING_ACTION } from './organization.ts';

const PHONE = { width: 390, height: 844 };

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const boxes = ({ page }: OpenedPage) => page.getByRole('checkbox', { name: /^Answer together: support-bot/ });
const resolutionsOf = async (ids: readonly string[]) =>
  (await readAuditEntries(service.database, ACME))
    .filter(({ kind, subject }) => kind.startsWith('review.') && ids.includes(subject.id))
    .map(({ kind, subject }) => `${kind} ${ids.indexOf(subject.id)}`);

it('by keys alone: chosen, approved by a second press, each with an entry and a line of its own', async () => {
  const ids = [await decide(service), await decide(service), await decide(service)] as const;
  await decide(service, { ...WAITING_ACTION, agent: 'billing-bot' });
  const opened = await openPage(browser, service);
  const { page, problems, context } = opened;
  await signIn(page, OWNER);
  await boxes(opened).nth(2).waitFor();
  await page.keyboard.press('x');
  await page.getByText('1 chosen. Choose another one like it.').waitFor();
  // Another agent is not like it.
  expect(await page.getByRole('checkbox', { name: /^Answer together: billing-bot/ }).isDisabled()).toBe(true);
  await boxes(opened).nth(1).focus();
  await page.keyboard.press('Space');
  await boxes(opened).nth(2).focus();
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: '3 matching reviews' }).waitFor();
  // Meanwhile one is answered by another person, and one expires.
  const admin = await signInOverHttp(service.baseUrl, ADMIN);
  await admin.call(`/reviews/${ids[1]}/deny`, { method: 'POST', body: {} });
  await readRows(service.database, 'UPDATE svc.reviews SET expires_at = now() WHERE event_id = $1', [ids[2]]);
  await page.getByRole('heading', { name: '3 matching reviews' }).click();
  await page.keyboard.press('a');
  await page.getByRole('alertdialog', { name: 'Approve 3 actions?' }).waitFor();
  expect(await resolutionsOf(ids)).not.toContain('review.approved 0');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 3 answers counted.').waitFor();
  const lines = page.getByRole('list', { name: 'Reviews that are answered together' }).getByRole('listitem');
  await lines.nth(0).getByText('Approved', { exact: true }).waitFor();
  await lines
    .nth(1)
    .getByText(/already denied by Ana Admin \(Admin\), .*, in the app$/)
    .waitFor();
  await lines.nth(2).getByText('Not answered: it expired before.').waitFor();
  expect(await resolutionsOf(ids)).toEqual(expect.arrayContaining(['review.approved 0', 'review.denied 1']));
  expect(await finalDecision(service, ids[0])).toBe('ALLOW');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  expect(problems).toEqual([]);
  await context.close();
});

it('at the width of a phone, in Portuguese', async () => {
  const ids = [await decide(service), await decide(service)];
  const opened = await openPage(browser, service, { viewport: PHONE, locale: 'pt-BR' });
  const { page, context } = opened;
  await signIn(page, visitor(0));
  const chosen = page.getByRole('checkbox', { name: /^Responder junto: support-bot/ });
  await chosen.nth(1).waitFor();
  for (const index of [0, 1]) await chosen.nth(index).check();
  await page.getByRole('button', { name: 'Responder juntas' }).click();
  await page.getByRole('heading', { name: '2 revisões do mesmo tipo' }).waitFor();
  await page.getByRole('button', { name: /^Negar/ }).click();
  await page.getByRole('alertdialog', { name: 'Negar 2 ações?' }).waitFor();
  await page.getByRole('button', { name: /^Negar agora/ }).click();
  await page.getByText('2 de 2 respostas contaram.').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect((await resolutionsOf(ids)).toSorted()).toEqual(['review.denied 0', 'review.denied 1']);
  await context.close();
});
