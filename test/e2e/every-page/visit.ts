// SPDX-License-Identifier: Apache-2.0
/** One row of the table of pages. */
import type { Page } from 'playwright-core';

export type Locale = 'en-US' | 'pt-BR';

/** The events of the visited organization. */
export interface Places {
  waiting: string;
  blocked: string;
}

/** A person with a second factor, and one whose only organization was deleted. */
export const PROTECTED = 'protected@new.test';
export const ALONE = 'alone@new.test';

/** An address without a listener: deliveries to it wait for their next attempt. */
export const NOBODY = 'http://127.0.0.1:1/hook';

export interface Visit {
  name: string;
  /** It starts where the visit before has ended, so both are made or none. */
  goesOn?: true;
  title: Record<Locale, RegExp>;
  /** The name of its picture in docs/pictures: `npm run screenshots` makes it. */
  picture?: string;
  open(page: Page, at: Places): Promise<unknown>;
}

export function titled(english: string | RegExp, portuguese: string | RegExp): Visit['title'] {
  const exactly = (title: string | RegExp) =>
    typeof title === 'string' ? new RegExp(`^${title.replaceAll('?', '\\?')} · svc$`) : title;
  return { 'en-US': exactly(english), 'pt-BR': exactly(portuguese) };
}

/** An address without a page: nothing of the visit before is left there. */
const NOWHERE = '/app/nowhere';
const NO_SUCH_PAGE = /^(There is no such page|Esta página não existe)$/;

/**
 * Goes to an address as a link does: the app stays, so that a visit waits for no start of the app. An open dialog of
 * the frame stays too: a visit behind one loads its page anew.
 */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(NOWHERE)})`);
  await page.getByRole('heading', { name: NO_SUCH_PAGE }).waitFor();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}
