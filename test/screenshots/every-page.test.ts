// SPDX-License-Identifier: Apache-2.0
/**
 * A picture of each page of the table, in both themes, at both widths, in both languages. Those that a document shows go
 * to docs/pictures: wide, light and in English.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '#harness/service';
import { openPage, signIn, startBrowser } from '../e2e/browser.ts';
import type { Locale, Places, Visit } from '../e2e/every-page/visit.ts';
import { startVisited } from '../e2e/every-page/visited.ts';
import { type Part, VISITS } from '../e2e/every-page/visits.ts';
import { OWNER } from '../e2e/organization.ts';
import { ROOT } from '../tidy/source-files.ts';

/** As a reader sees the page. */
const PICTURES = join(ROOT, 'docs', 'pictures');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'screenshots');
const LOCALES: readonly Locale[] = ['en-US', 'pt-BR'];
const WIDTHS = { wide: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'] as const;

/** Names the file so that one page's pictures stand beside one another. */
async function takeBoth(page: Page, part: string, name: string, look: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const file = `${name.replaceAll(/\W+/g, '-')}.${look}.${colorScheme}.png`;
    await page.screenshot({ path: join(FOLDER, part, file), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

describe.each(Object.keys(VISITS) as Part[])('%s', (part) => {
  let service: TestService;
  let browser: Browser;
  let at: Places;
  beforeAll(async () => {
    mkdirSync(join(FOLDER, part), { recursive: true });
    [{ service, at }, browser] = await Promise.all([startVisited(), startBrowser()]);
  });
  afterAll(() => Promise.all([browser?.close(), service?.stop()]));

  for (const locale of LOCALES) {
    it.each(Object.entries(WIDTHS))(`${locale}, %s`, async (width, viewport) => {
      const { page, context } = await openPage(browser, service, { locale, viewport, reducedMotion: 'reduce' });
      await signIn(page, OWNER, '/app/reviews');
      const visits: readonly Visit[] = VISITS[part];
      for (const { name, title, picture, open } of visits) {
        await open(page, at);
        await expect.poll(() => page.title(), { message: name }).toMatch(title[locale]);
        await takeBoth(page, part, name, `${width}.${locale.slice(0, 2)}`);
        if (picture === undefined || width !== 'wide' || locale !== 'en-US') continue;
        await page.screenshot({ path: join(PICTURES, `${picture}.png`) });
      }
      await context.close();
    });
  }
});
