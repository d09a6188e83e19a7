/** A person sees each anomaly and its cause, in their language, and closes it with a note; a member only looks. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, MEMBER, OWNER, organization } from './organization.ts';

const USUAL = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ provisioning: organization() }), startBrowser()]);
  await recordPast(service, { body: USUAL, hoursAgo: [80, 56, 32], eventsEach: 20 });
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('scans, shows what is unusual, and closes it with a note, with the keyboard on a phone', async () => {
  const { page, problems } = await openPage(browser, service, { viewport: { width: 360, height: 740 } });
  await signIn(page, OWNER);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Anomalies' }).click();
  await page.getByRole('heading', { name: 'No agent is being monitored yet' }).waitFor();
  await page.getByRole('button', { name: 'Scan now' }).click();
  await page.getByRole('heading', { name: 'Nothing unusual' }).waitFor();
  await page.getByText('1 agent is being monitored.').waitFor();
  await decide(service, { ...USUAL, action: 'DELETE_DATA', recordsAffected: 8_000 });
  await page.getByRole('button', { name: 'Scan now' }).click();
  await page.getByText('2 anomalies were opened.').waitFor();
  const volume = page.getByRole('row').filter({ hasText: 'Many records billing-bot' });
  await volume.getByText('It affected 8,000 records in the last hour').waitFor();

  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByRole('button', { name: 'Remove “nobody”' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  const menu = page.getByRole('dialog', { name: 'Filter by' });
  await menu.getByRole('button', { name: 'Kind' }).click();
  await menu.getByRole('button', { name: 'New action' }).click();
  const added = page.getByRole('row').filter({ hasText: 'New action billing-bot' });
  await added.waitFor();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Many records' }).count()).toBe(0);

  await added.getByRole('link').focus();
  await page.keyboard.press('Enter');
  const drawer = page.locator('[data-drawer]');
  await drawer.getByText('It asked for “Delete data” for the first time').waitFor();
  await drawer.getByRole('button', { name: 'Close the anomaly' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close this anomaly?' });
  await dialog.getByLabel('Note (optional)').fill('Planned. <b>&');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The anomaly is closed.').waitFor();
  await drawer.getByText('Planned. <b>&').waitFor();
  await drawer.getByText(/by Olivia Owner/).waitFor();
  expect(await drawer.getByRole('button', { name: 'Close the anomaly' }).count()).toBe(0);
  const rows = await readRows(service.database, 'SELECT kind FROM svc.anomalies WHERE closed_at IS NULL');
  expect(rows).toEqual([{ kind: 'VOLUME_SPIKE' }]);
  expect(problems).toEqual([]);
});

it('lets a member look, in Portuguese, and offers nothing that is refused', async () => {
  const { page, problems } = await openPage(browser, service, { locale: 'pt-BR' });
  await signIn(page, MEMBER);
  await page.goto('/app/anomalies?status=OPEN');
  const open = page.getByRole('row').filter({ hasText: 'Muitos registros' });
  await open.getByText('Afetou 8.000 registros na última hora').waitFor();
  await open.getByRole('link').click();
  await page.locator('[data-drawer]').getByText('Enquanto está aberta').waitFor();
  expect(await page.getByRole('button', { name: /Fechar a anomalia|Verificar/ }).count()).toBe(0);
  expect(problems).toEqual([]);
});
