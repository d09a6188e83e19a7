// SPDX-License-Identifier: Apache-2.0
/** A list of ten thousand rows is as light as one of fifty. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { focusedRow, keys, openApp, seen } from '../../stand-in/index.ts';

const MANY_ROWS = 10_000;
const ROWS_IN_DOCUMENT_MAX = 60;
/** The page is for people who write the app, and has no translation. */
const NAME = 'Ten thousand';

it('keeps ten thousand rows out of the document but for those in sight', async () => {
  await openApp('/gallery', { readEventWaysOut: {}, listAgents: {} });
  const table = page.getByRole('table', { name: NAME });
  await seen(table);
  table.element().scrollIntoView();
  await expect.element(table).toHaveAttribute('aria-rowcount', String(MANY_ROWS + 1));
  const inDocument = () => table.element().querySelectorAll('[data-row]').length;
  await expect.poll(inDocument).toBeGreaterThan(0);
  expect(inDocument()).toBeLessThan(ROWS_IN_DOCUMENT_MAX);
  const region = page.getByRole('region', { name: NAME }).element();
  region.scrollTo(0, region.scrollHeight);
  await expect.poll(() => table.element().querySelector(`[aria-rowindex="${MANY_ROWS + 1}"]`)).not.toBeNull();
  expect(inDocument()).toBeLessThan(ROWS_IN_DOCUMENT_MAX);
  await keys('j');
  await expect.poll(focusedRow).toMatch(/-000000000000$/);
});
