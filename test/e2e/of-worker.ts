// SPDX-License-Identifier: Apache-2.0
/** The browser of this worker and its pages. No library of a browser is loaded: most tests open no page. */
import type { Browser, Page, Request } from 'playwright-core';

/** The browser is null until the first file that opens a page. */
export const ofWorker: { browser: Promise<Browser> | null } = { browser: null };

export async function openedPages(): Promise<Page[]> {
  return ((await ofWorker.browser)?.contexts() ?? []).flatMap((context) => context.pages());
}

/** Calls without an answer, and those that were refused, of each page. */
const calls = new WeakMap<Page, { open: Set<Request>; refused: string[] }>();

/** From now on `callsOf` knows the calls of the page. */
export function followCalls(page: Page): void {
  const open = new Set<Request>();
  const refused: string[] = [];
  calls.set(page, { open, refused });
  page.on('request', (request) => open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('response', (response) => {
    if (!response.ok()) refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}

/** The calls that a page may wait for when it stands still. */
export function callsOf(page: Page): string[] {
  const { open = new Set<Request>(), refused = [] } = calls.get(page) ?? {};
  return [...[...open].map((request) => `no answer yet ${request.method()} ${request.url()}`), ...refused.slice(-10)];
}
