// SPDX-License-Identifier: Apache-2.0
/**
 * A real Chromium on the app of a running service. It collects every complaint of a page: an error, a violation of the
 * content security policy, a request to anywhere else. `openPage` returns them as `problems`.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import type { TestService } from '#harness/service';
import { WITHIN } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';
import { followCalls, ofWorker } from './of-worker.ts';
import { PASSWORD } from './organization.ts';

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Beside it a service starts, whose connections would run out of time if the process waited. */
async function script(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', name), ...args]);
  return stdout.trim();
}

/** Builds the app from its current sources. @returns the folder */
export async function buildApp(...options: '--with-gallery'[]): Promise<string> {
  return (await script('build-web.mjs', ...options)).split('\n').at(-1) ?? '';
}

/** Builds the documentation from its current sources, before a service begins to serve it. */
export async function buildSite(): Promise<void> {
  await script('build-site.mjs');
}

/** One browser serves the files of a worker, one after another: its `close` closes what a file has opened. */
export async function startBrowser(): Promise<Browser> {
  if ((await ofWorker.browser)?.isConnected() !== true) ofWorker.browser = launch();
  return await (ofWorker.browser as Promise<Browser>);
}

async function launch(): Promise<Browser> {
  await buildApp();
  const browser = await chromium.launch({ executablePath: await script('chromium.mjs'), args: ARGUMENTS });
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
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
  context.setDefaultTimeout(WITHIN.expect.poll.timeout);
  const page = await context.newPage();
  followCalls(page);
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

/**
 * Signs the page's browser in through the service, then opens the page: the app starts once, which is most of what a
 * test waits for. The form itself is tried by `signInByForm`.
 */
export async function signIn(page: Page, email: string, path = '/app/reviews'): Promise<void> {
  const { origin } = new URL((await page.request.get('/live')).url());
  const data = { email, password: PASSWORD };
  const answer = await page.request.post('/auth/login', { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`the sign-in of ${email} was answered with ${answer.status()}`);
  await page.goto(path);
  await page.locator('main#content').waitFor();
}

export async function signInByForm(page: Page, email: string, path = '/app/reviews'): Promise<void> {
  await page.goto(path);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main#content').waitFor();
}

/** Holds the button of the dialog until its act is done, by the keyboard. @param act in its words */
export async function hold(page: Page, act: RegExp): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: act });
  await button.focus();
  await page.keyboard.down('Enter');
  await button.waitFor({ state: 'detached' });
  await page.keyboard.up('Enter');
}

/**
 * Chooses a record by its name, by the keyboard, once the list has come to rest. After a click the list stayed open
 * once in some forty runs, for a cause that is not known.
 */
export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  const list = page.getByRole('listbox');
  await field.fill(name);
  await list.getByRole('option', { name }).waitFor();
  await list.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await field.press('ArrowDown');
  await list.locator('[role=option][data-highlighted]').waitFor();
  await field.press('Enter');
  await list.waitFor({ state: 'detached' });
}

type Made = new (...given: readonly unknown[]) => { setData(kind: string, text: string): void };

/** Runs in the page, whose names the types of tests do not know. */
function pasteInto(element: { dispatchEvent(event: never): unknown }, text: string): void {
  const made = globalThis as unknown as Record<'ClipboardEvent' | 'DataTransfer', Made>;
  const clipboardData = new made.DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new made.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  element.dispatchEvent(event as never);
}

/** Puts a text in the place of everything in an editor, as from the clipboard. */
export async function pasteOver(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('Control+a');
  await editor.evaluate(pasteInto, text);
}
