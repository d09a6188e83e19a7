/** The audit in the app: every entry found, the chain checked, its export as others check it, and the proof of one entry. */
import { readFileSync } from 'node:fs';
import { verifyExport } from '@svc/core/audit-export';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
let owner: OpenedPage;
let reviewed: string;
const never = new AbortController().signal;

beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  for (let made = 0; made < 60; made += 1) await decide(service, PLAIN_ACTION);
  reviewed = await decide(service);
  owner = await openPage(browser, service);
  await signIn(owner.page, OWNER, '/app/audit');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('lists every entry, newest first, and finds one by what stands in it', async () => {
  const { page, problems } = owner;
  await page.getByText('First 50').waitFor();
  const [chain] = await readRows(service.database, 'SELECT max(audit_seq)::int AS entries FROM svc.organization_heads');
  for (let shown = 50; shown < chain?.entries; shown += 50) {
    await page.getByRole('button', { name: 'Show more' }).click();
    const now = Math.min(shown + 50, chain?.entries);
    await page.getByText(now === chain?.entries ? `${now} in all` : `First ${now}`).waitFor();
  }
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await page.getByRole('row').last().innerText()).toContain('organization.created');

  await page.getByRole('searchbox').fill(reviewed);
  await page.waitForURL(`**/app/audit?q=${reviewed}`);
  await page.getByText('1 in all').waitFor();
  await page.getByRole('link', { name: 'decision.recorded' }).click();
  await page.getByText('"decision": "REVIEW"').waitFor();
  await page.getByRole('link', { name: 'See the event' }).click();
  await page.waitForURL(`**/app/events/${reviewed}`);
  await page.goBack();
  await page.getByText('"decision": "REVIEW"').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('1 in all').waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(reviewed);
  await page.getByRole('searchbox').fill('');
  await page.getByText(/^(First 50|\d{2,} in all)$/).waitFor();
  expect(problems).toEqual([]);
});

it('checks the chain by the keyboard, and says which entry is wrong', async () => {
  const { page } = owner;
  const check = page.getByRole('button', { name: 'Verify the chain' });
  await check.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(/^The chain is whole: \d+ entries/)
    .waitFor();
  await page.getByText('Show the checkpoint').click();
  await page.getByText('— svc/audit/').waitFor();

  const tamper = (from: string, to: string) =>
    readRows(service.database, 'UPDATE svc.audit_entries SET kind = $2 WHERE seq = 60 AND kind = $1 RETURNING 1', [
      from,
      to,
    ]);
  expect(await tamper('decision.recorded', 'decision.invented')).toHaveLength(1);
  await check.click();
  await page.getByRole('alert').getByText('Entry 60 is not what was written.').waitFor();
  await tamper('decision.invented', 'decision.recorded');
  await check.click();
  await page.getByText(/^The chain is whole/).waitFor();
});

it('hands out the export, which others find valid', async () => {
  const { page } = owner;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^svc-audit-\d{4}-\d\d-\d\d\.ndjson$/);
  const verifier = verifyExport({ key: null, since: null });
  verifier.push(readFileSync(await download.path()));
  expect(verifier.end()).toMatchObject({ isValid: true });
});

it('proves an entry on the page of its event, and hands out the proof', async () => {
  const { page, problems } = owner;
  await page.goto(`/app/events/${reviewed}`);
  await page.getByRole('button', { name: 'Prove it here' }).click();
  await page.getByText(/^Proven in this browser: it is among the \d+ entries/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the proof of entry \d+$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^svc-entry-\d+\.tlog-proof$/);
  expect(readFileSync(await download.path(), 'utf8')).toMatch(
    /^c2sp\.org\/tlog-proof@v1\nindex \d+\n[\s\S]*\n\nsvc\/audit\//,
  );

  const fresh = await decide(service, PLAIN_ACTION);
  await page.goto(`/app/events/${fresh}`);
  await page.getByRole('button', { name: 'Prove it here' }).click();
  await page.getByText('No checkpoint covers this entry yet.').waitFor();
  await service.app.checkpoints.coverAll(never);
  await page.getByText('Proven in this browser').waitFor();
  expect(problems).toEqual([]);
});

it('says so when the entry is not the one that was signed', async () => {
  const { page } = owner;
  const id = await decide(service, PLAIN_ACTION);
  await service.app.checkpoints.coverAll(never);
  await readRows(service.database, 'UPDATE svc.audit_entries SET hash = sha256(hash) WHERE subject_id = $1', [id]);
  await page.goto(`/app/events/${id}`);
  await page.getByRole('button', { name: 'Prove it here' }).click();
  await page.getByText('The proof is wrong').waitFor();
});

it('lets an owner erase the note of a review, after asking once more', async () => {
  const { page, problems } = owner;
  await page.goto(`/app/events/${reviewed}`);
  await page.getByLabel('Note for the audit (optional)').fill('Maria phoned');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await page.getByRole('button', { name: 'Deny now' }).click();
  await page.getByText('Maria phoned').waitFor();
  await page.getByRole('button', { name: 'Erase the note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase it for good' }).click();
  await page.getByText('The note is erased. The chain verifies as before.').waitFor();
  expect(await page.getByText('Maria phoned').count()).toBe(0);
  await page.getByText('Note erased').waitFor();
  expect(problems).toEqual([]);
});
