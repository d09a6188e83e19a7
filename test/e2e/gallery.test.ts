/** The page of every part in every state: sound in both themes and widths, and in no build for people. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { ROOT } from '../tidy/source-files.ts';
import { buildApp, openPage, signIn, startBrowser } from './browser.ts';
import { DESKTOP, expectSound, PHONE } from './every-page/looks.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  const webFolder = await buildApp('--with-gallery');
  service = await startTestService({ provisioning: organization(), webFolder });
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it.each([
  { colorScheme: 'light', viewport: DESKTOP },
  { colorScheme: 'dark', viewport: PHONE },
] as const)('is sound in $colorScheme, $viewport.width wide', async (look) => {
  const { page, context, problems } = await openPage(browser, service, { ...look, reducedMotion: 'reduce' });
  await signIn(page, OWNER, '/app/gallery');
  await page.locator('[data-row]').first().waitFor();
  expect(await page.title()).toBe('Gallery · svc');
  await expectSound(page, problems, 'gallery');
  await context.close();
});

it('is not in the build for people', async () => {
  const galleries = (folder: string) =>
    readdirSync(join(folder, 'assets')).filter((name) => name.startsWith('gallery-') && name.endsWith('.js'));
  expect(galleries(await buildApp('--with-gallery'))).toHaveLength(1);
  expect(galleries(join(ROOT, 'web/dist'))).toEqual([]);
});

/** Rows that one of its lists has. */
const MANY_ROWS = 10_000;
const ROWS_IN_DOCUMENT_MAX = 60;
const FOCUSED_ROW = "document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? ''";

it('keeps ten thousand rows out of the document but for those in sight', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/gallery');
  const table = page.getByRole('table', { name: 'Ten thousand' });
  await table.scrollIntoViewIfNeeded();
  expect(await table.getAttribute('aria-rowcount')).toBe(String(MANY_ROWS + 1));
  const inDocument = table.locator('[data-row]');
  expect(await inDocument.count()).toBeLessThan(ROWS_IN_DOCUMENT_MAX);
  await page
    .getByRole('region', { name: 'Ten thousand' })
    .evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await table.locator(`[aria-rowindex="${MANY_ROWS + 1}"]`).waitFor();
  expect(await inDocument.count()).toBeLessThan(ROWS_IN_DOCUMENT_MAX);
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate<string>(FOCUSED_ROW)).toMatch(/-000000000000$/);
  expect(problems).toEqual([]);
  await context.close();
});
