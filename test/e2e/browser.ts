/**
 * A real Chromium on the app of a running service. It collects every complaint of a page: an error, a violation of the
 * content security policy, a request to anywhere else. `openPage` returns them as `problems`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { TestService } from '#harness/service';
import { ROOT } from '../tidy/source-files.ts';
import { PASSWORD } from './organization.ts';

/** The bound of one step of a page, on a machine that runs other tests too. */
const STEP_WITHIN_MS = 10_000;

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Builds the app from its current sources. */
export async function startBrowser(): Promise<Browser> {
  const script = (name: string) => execFileSync(process.execPath, [join(ROOT, 'scripts', name)], { encoding: 'utf8' });
  script('build-web.mjs');
  return await chromium.launch({ executablePath: script('chromium.mjs').trim(), args: ARGUMENTS });
}

export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  problems: string[];
}

/** English, light and wide unless the options say otherwise. */
export async function openPage(
  browser: Browser,
  service: TestService,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    baseURL: service.baseUrl,
    locale: 'en-US',
    colorScheme: 'light',
    ...options,
  });
  context.setDefaultTimeout(STEP_WITHIN_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // An error response that the test causes is no problem of the page; a violation of the content security policy is.
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isRefusal) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.baseUrl)) problems.push(`requested ${request.url()}`);
  });
  return { page, context, problems };
}

export async function signIn(page: Page, email: string, path = '/app'): Promise<void> {
  await page.goto(path);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main#content').waitFor();
}
