/** Alike reviews are answered together, each by itself; what could not be answered is said line by line. */

import { CHANGES_PER_PERSON_AND_MINUTE } from '@svc/contract/limits';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, startTestService, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { signIn as signInOverHttp } from '#harness/service/sessions.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { ADMIN, decide, finalDecision, OWNER, organization, visitor, WAITING_ACTION } from './organization.ts';

const PHONE = { width: 390, height: 844 };

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ provisioning: organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));
beforeEach(() => readRows(service.database, `UPDATE svc.reviews SET expires_at = now() WHERE status = 'PENDING'`));

const boxes = ({ page }: OpenedPage) => page.getByRole('checkbox', { name: /^Answer together: support-bot/ });
/** Opens the sheet of all that wait, as many as there are ids. */
async function openTogether(opened: OpenedPage, email: string, ids: readonly string[]): Promise<Locator> {
  const { page } = opened;
  await signIn(page, email);
  const heading = page.getByRole('heading', { name: `${ids.length} matching reviews` });
  for (const index of ids.keys()) await boxes(opened).nth(index).check();
  await heading.click();
  return page.getByRole('list', { name: 'Reviews that are answered together' }).getByRole('listitem');
}

async function approveAll({ page }: OpenedPage, count: number): Promise<void> {
  await page.keyboard.press('a');
  await page.getByRole('alertdialog', { name: `Approve ${count} actions?` }).waitFor();
  await page.keyboard.press('Enter');
}

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

it('stops at the limit of changes, says of each whether it was sent, and sends the rest again', async () => {
  const ids = [await decide(service), await decide(service), await decide(service)];
  const opened = await openPage(browser, service);
  const { page, problems, context } = opened;
  const lines = await openTogether(opened, visitor(1), ids);
  const person = await signInOverHttp(service.baseUrl, visitor(1));
  const changes = Array.from({ length: CHANGES_PER_PERSON_AND_MINUTE - 1 }, () =>
    person.call('/me/chat-links/confirm', { body: { token: 'none' } }),
  );
  await Promise.all(changes);
  await approveAll(opened, 3);
  await page.getByText('1 of 3 answers counted.').waitFor();
  await lines.nth(0).getByText('Approved', { exact: true }).waitFor();
  await lines.nth(1).getByText('Not answered: too many changes within a minute.').waitFor();
  await lines.nth(2).getByText('Not sent yet. Send it again.').waitFor();
  expect(await resolutionsOf(ids)).toEqual(['review.approved 0']);
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  await approveAll(opened, 2);
  await page.getByText('3 of 3 answers counted.').waitFor();
  expect((await resolutionsOf(ids)).toSorted()).toEqual(ids.map((_, index) => `review.approved ${index}`));
  expect(problems).toEqual([]);
  await context.close();
});

it('says that no answer came, and that the others were not sent', async () => {
  const ids = [await decide(service), await decide(service)];
  const opened = await openPage(browser, service);
  const { page, context } = opened;
  const lines = await openTogether(opened, visitor(2), ids);
  await context.setOffline(true);
  await approveAll(opened, 2);
  await page.getByText('0 of 2 answers counted.').waitFor();
  await lines.nth(0).getByText('No answer came, so it may not have counted.').waitFor();
  await lines.nth(1).getByText('Not sent yet. Send it again.').waitFor();
  await context.setOffline(false);
  await approveAll(opened, 2);
  await page.getByText('2 of 2 answers counted.').waitFor();
  expect((await resolutionsOf(ids)).toSorted()).toEqual(['review.approved 0', 'review.approved 1']);
  await context.close();
});

it('says that the agent is paused, that a review is gone, and that the role does not permit it', async () => {
  const ids = [await decide(service), await decide(service), await decide(service)] as const;
  const opened = await openPage(browser, service);
  const { page, problems, context } = opened;
  // The news of it come too late for this page.
  await page.route('**/stream', () => {});
  const lines = await openTogether(opened, ADMIN, ids);
  await service.provision(organization({ supportBot: 'PAUSED' }));
  await readRows(service.database, 'DELETE FROM svc.reviews WHERE event_id = $1', [ids[1]]);
  await readRows(service.database, `UPDATE svc.reviews SET approver_roles = '{OWNER}' WHERE event_id = $1`, [ids[2]]);
  await approveAll(opened, 3);
  await page.getByText('0 of 3 answers counted.').waitFor();
  await lines.nth(0).getByText('Not approved: the agent is paused.').waitFor();
  await lines.nth(1).getByText('Not answered: there is no such review any more.').waitFor();
  await lines.nth(2).getByText('Not answered: your role may not decide it.').waitFor();
  expect(await resolutionsOf(ids)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
