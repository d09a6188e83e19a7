// SPDX-License-Identifier: Apache-2.0
/** A person lets their passkey sign, approves with it by keys alone, and a stranger finds the signature in the export. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { verifyExport } from '../../core/src/audit-export/index.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as review } from '../../web/src/review/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { linkedExport } from '../audit/relinked.ts';
import { signIn, startBrowser } from './browser.ts';
import { decide, finalDecision, organization, visitor } from './organization.ts';
import { openPasskeyDevice } from './passkey-device.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('leads a person without a signing key to their account, and takes the signature of the passkey then', async () => {
  const policy = { name: 'Signed', action: 'EXPORT', decision: 'REVIEW', approvals: { signed: true } };
  const body = { policies: [policy], prune: true };
  expect((await call(service.baseUrl, '/v1/policies/apply', { body })).status).toBe(200);
  const id = await decide(service);
  const device = await openPasskeyDevice(browser, service);
  const { page, context } = device;
  await signIn(page, visitor(0), `/app/reviews?event=${id}`);
  const answers = page.getByRole('region', { name: review.region });
  const approve = answers.getByRole('button', { name: review.signed.approve });
  await answers.getByText(review.signed.noKey).waitFor();
  expect(await approve.isDisabled()).toBe(true);

  await answers.getByRole('link', { name: review.signed.toAccount }).click();
  await page.getByRole('button', { name: account.addPasskey }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(account.passkeyName).fill('Laptop');
  await page.keyboard.press('Enter');
  await dialog.getByLabel(ui.secret.storedSeveral).check();
  await dialog.getByRole('button', { name: ui.secret.done }).click();
  await page.getByRole('button', { name: account.signing.on.of('Laptop') }).click();
  await dialog.getByRole('button', { name: account.signing.on.act }).click();
  await page.getByText(account.signing.on.done).waitFor();

  await page.goto(`/app/reviews?event=${id}`);
  await approve.and(page.locator(':enabled')).waitFor();
  await device.verifies(false);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await answers.getByText(review.notSigned.what).waitFor();
  expect(await finalDecision(service, id)).toBe('REVIEW');
  await device.verifies(true);
  await page.keyboard.press('Enter');
  await answers.getByText(review.approvedNow).waitFor();
  expect(await finalDecision(service, id)).toBe('ALLOW');

  const entries = await readAuditEntries(service.database, ACME);
  const origin = new URL(page.url()).origin;
  const verifier = verifyExport({ key: null, since: null, origin });
  verifier.push(Buffer.from(linkedExport(entries)));
  expect(verifier.end()).toMatchObject({ isValid: true, signatures: { signed: 1, verified: 1, failed: 0 } });
  expect(device.problemsOf()).toEqual([]);
  await context.close();
});
