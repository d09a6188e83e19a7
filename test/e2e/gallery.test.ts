// SPDX-License-Identifier: Apache-2.0
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
