// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantees for every page, in light and dark, in both languages, wide and narrow. Axe has no objection, the browser
 * has no complaint, there is a title, nothing scrolls sideways, and nothing is squeezed. The wide page is light, and
 * the narrow one dark. A usual run makes every third walk of the table, in both looks by turns. A thorough run makes
 * each in both, and asks for the contrast of the wide page in the dark too. Each part of the table is a file.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount, IS_THOROUGH } from '#harness/amount';
import type { TestService } from '#harness/service';
import { violationsIn } from '../axe.ts';
import { openPage, signIn, startBrowser } from '../browser.ts';
import { OWNER } from '../organization.ts';
import { squeezedIn } from './squeezed.ts';
import type { Locale, Places, Visit } from './visit.ts';
import { startVisited } from './visited.ts';
import { type Part, VISITS } from './visits.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1_280, height: 800 };

interface Look {
  locale: Locale;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

/** Portuguese texts are the longer ones, so they stand in the narrow window. */
const LOOKS: readonly Look[] = [
  { locale: 'en-US', viewport: DESKTOP, colorScheme: 'light' },
  { locale: 'pt-BR', viewport: PHONE, colorScheme: 'dark' },
];

/** Rows after the first ones are more of the same; axe looks at every text of each for a long time. */
const MORE_ROWS = `[data-row]${' ~ [data-row]'.repeat(amount(3, 8))}`;
/** The frame beside a wide page, which is the same around every page of a part. */
const FRAME = 'aside';

const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';

/** Texts that stand outside their row, or outside the part of the page whose faults they tell. */
const OUTSIDE = `[...document.querySelectorAll('[data-row] > [role=cell], section > ul[aria-live] > li')]
  .filter((part) => {
    const whole = (part.closest('[data-row]') ?? part.closest('section')).getBoundingClientRect();
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > top && (top < whole.top - 1 || bottom > whole.bottom + 1);
  })
  .map(({ textContent }) => textContent)`;

export async function expectSound(page: Page, problems: readonly string[], what: string): Promise<void> {
  await expectNoViolations(page, what);
  await expectFitting(page, problems, what);
}

/** Softly, as all of these: one run shows every page that has something. */
async function expectNoViolations(page: Page, what: string, withFrame = true): Promise<void> {
  const exclude = withFrame ? MORE_ROWS : `${MORE_ROWS}, ${FRAME}`;
  expect.soft(await violationsIn(page, { exclude }), what).toEqual([]);
}

async function expectFitting(page: Page, problems: readonly string[], what: string): Promise<void> {
  expect.soft(await page.evaluate<number>(SIDEWAYS), what).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate<string[]>(OUTSIDE), what).toEqual([]);
  expect.soft(await squeezedIn(page), what).toEqual([]);
  expect.soft(problems, what).toEqual([]);
}

/** The contrast of the page that is open, in the dark. */
async function expectContrastInDark(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const violations = await violationsIn(page, {
    runOnly: { type: 'rule', values: ['color-contrast'] },
    exclude: MORE_ROWS,
  });
  expect.soft(violations, `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A usual run makes one walk of so many, over all parts of the table. */
const WALKS_FOR_ONE = 3;

/** The walk of each visit, numbered over the whole table. */
const WALKS = new Map<Visit, number>();
let walk = -1;
for (const visits of Object.values<readonly Visit[]>(VISITS)) {
  for (const visit of visits) {
    if (visit.goesOn !== true) walk += 1;
    WALKS.set(visit, walk);
  }
}

/** @param turn of a look: the walks of a usual run are made in each by turns */
function visitsOf(part: Part, turn: number): readonly Visit[] {
  const visits: readonly Visit[] = VISITS[part];
  if (IS_THOROUGH) return visits;
  return visits.filter((visit) => (WALKS.get(visit) ?? 0) % (WALKS_FOR_ONE * LOOKS.length) === turn * WALKS_FOR_ONE);
}

export function visitPages(part: Part): void {
  let service: TestService;
  let browser: Browser;
  let at: Places;
  beforeAll(async () => {
    [{ service, at }, browser] = await Promise.all([startVisited(), startBrowser()]);
  });
  afterAll(() => Promise.all([browser?.close(), service?.stop()]));

  const looks = LOOKS.map((look, turn) => ({ ...look, turn }));
  it.each(looks.filter(({ turn }) => visitsOf(part, turn).length > 0))(
    'are sound in $locale, $viewport.width wide, $colorScheme',
    async ({ turn, ...look }) => {
      // Without motion nothing is looked at while it fades in.
      const { page, context, problems } = await openPage(browser, service, { ...look, reducedMotion: 'reduce' });
      await signIn(page, OWNER, '/app/reviews');
      expect(await page.getAttribute('html', 'lang')).toBe(look.locale === 'en-US' ? 'en' : 'pt-BR');
      for (const [index, { name, title, open }] of visitsOf(part, turn).entries()) {
        await open(page, at);
        await expect.poll(() => page.title(), { message: name }).toMatch(title[look.locale]);
        await expectNoViolations(page, name, IS_THOROUGH || index === 0);
        await expectFitting(page, problems, name);
        // The narrow page is looked at in the dark each time.
        if (IS_THOROUGH && look.colorScheme === 'light') await expectContrastInDark(page, name);
      }
      await context.close();
    },
  );
}
