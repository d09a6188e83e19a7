// SPDX-License-Identifier: Apache-2.0
/** The audit in the app: its export as others check it, and the proof of one entry. The list is tried beside its page. */
import { readFileSync } from 'node:fs';
import { verifyExport } from '@svc/core/audit-export';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { words as why } from '../../web/src/decision/why-words-en.ts';
import { words } from '../../web/src/pages/audit/words-en.ts';
import { words as review } from '../../web/src/review/words-en.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
let owner: OpenedPage;
let reviewed: string;
const never = new AbortController().signal;
const counted = (text: string) => new RegExp(text.replaceAll(/\d+/g, String.raw`\d+`));
const PROVEN = counted(why.proof.included('9'));
const DOWNLOAD = counted(why.proof.download(9));

beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  reviewed = await decide(service);
  await service.app.checkpoints.coverAll(never);
  owner = await openPage(browser, service);
  await signIn(owner.page, OWNER, '/app/audit');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('hands out the export, which others find valid', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: words.export, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: words.files.chain.name }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^svc-audit-\d{4}-\d\d-\d\d\.ndjson$/);
  const verifier = verifyExport({ key: null, since: null });
  verifier.push(readFileSync(await download.path()));
  expect(verifier.end()).toMatchObject({ isValid: true });
});

it('proves an entry on the page of its event, and hands out the proof', async () => {
  const { page, problems } = owner;
  await page.goto(`/app/events/${reviewed}`);
  await page.getByRole('button', { name: why.proveHere }).click();
  await page.getByText(PROVEN).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: DOWNLOAD }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^svc-entry-\d+\.tlog-proof$/);
  expect(readFileSync(await download.path(), 'utf8')).toMatch(
    /^c2sp\.org\/tlog-proof@v1\nindex \d+\n[\s\S]*\n\nsvc\/audit\//,
  );

  const fresh = await decide(service, PLAIN_ACTION);
  await page.goto(`/app/events/${fresh}`);
  await page.getByRole('button', { name: why.proveHere }).click();
  await page.getByText(why.proof.waiting).waitFor();
  await service.app.checkpoints.coverAll(never);
  await page.getByText(PROVEN).waitFor();
  expect(problems).toEqual([]);
});

it('says so when the entry is not the one that was signed', async () => {
  const { page } = owner;
  const id = await decide(service, PLAIN_ACTION);
  await service.app.checkpoints.coverAll(never);
  await readRows(service.database, 'UPDATE svc.audit_entries SET hash = sha256(hash) WHERE subject_id = $1', [id]);
  await page.goto(`/app/events/${id}`);
  await page.getByRole('button', { name: why.proveHere }).click();
  await page.getByText(why.proof.wrong).waitFor();
});

it('lets an owner erase the note of a review, after asking once more', async () => {
  const { page, problems } = owner;
  await page.goto(`/app/events/${reviewed}`);
  await page.getByLabel(review.note).fill('Maria phoned');
  await page.getByRole('button', { name: review.deny, exact: true }).click();
  await page.getByRole('button', { name: review.denyNow }).click();
  await page.getByText('Maria phoned').waitFor();
  await page.getByRole('button', { name: review.erase.action }).click();
  await page.getByRole('dialog').getByRole('button', { name: review.erase.confirm }).click();
  await page.getByText(review.erase.done).waitFor();
  expect(await page.getByText('Maria phoned').count()).toBe(0);
  await page.getByText(String(why.kinds['review.note_erased'])).waitFor();
  expect(problems).toEqual([]);
});
