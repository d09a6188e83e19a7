// SPDX-License-Identifier: Apache-2.0
/**
 * The whole first run, by the keyboard alone. A person opens a fresh server, makes an account and an organization, and
 * protects it by a passkey. Two invited colleagues come in with their roles. Nothing of it needs a terminal.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post } from '#harness/people';
import { acme, call, mailOf, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { PASSWORD, PEOPLE } from '#harness/service/sessions.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as guide } from '../../web/src/pages/first-steps/words-en.ts';
import { words as overview } from '../../web/src/pages/overview/words-en.ts';
import { words as signInWords } from '../../web/src/pages/sign-in/words-en.ts';
import { words as verify } from '../../web/src/pages/verify/words-en.ts';
import { openPage, startBrowser } from './browser.ts';
import { openPasskeyDevice } from './passkey-device.ts';

let service: TestService;
let browser: Browser;
let post: Post;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    openOrganization({ provisioning: () => acme({ policies: ' []' }) }),
    startBrowser(),
  ]);
  post = await openPost(service);
});
afterAll(() => Promise.all([browser?.close(), post?.stop(), service?.stop()]));

const TABS_MAX = 80;
/** The name of what has the focus, as far as this test needs names. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  return (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').trim();
})()`;

/** Goes on by Tab until something of this name has the focus, as a person does who has no mouse. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    if (typeof name === 'string' ? focused.startsWith(name) : name.test(focused)) return;
    seen.push(focused);
  }
  throw new Error(`no Tab reaches ${name}: ${seen.join(' | ')}`);
}

async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'Invite' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  // A native list: letters choose in it.
  await page.keyboard.type(role);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText(email).first().waitFor();
}

it('leads from an empty server to an organization with three people', async () => {
  const { page, context, problemsOf } = await openPasskeyDevice(browser, service);
  await page.goto('/');
  await page.getByRole('heading', { name: signInWords.heading }).waitFor();
  await press(page, signInWords.signUp);
  await page.getByLabel('Organization').waitFor();
  await tabTo(page, 'Organization');
  for (const text of ['Aurora', 'Ana Lima', mailOf('ana', 'aurora')]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: guide.title }).waitFor();
  await page.getByText(guide.done(0)).waitFor();
  await page.getByRole('heading', { name: guide.names.agent }).waitFor();

  await page.goto(`/app/verify#token=${await post.token(mailOf('ana', 'aurora'))}`);
  await page.getByRole('heading', { name: verify.doneHeading }).waitFor();

  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: account.addPasskey }).waitFor();
  await press(page, account.addPasskey);
  await page.getByRole('dialog', { name: account.addPasskey }).getByLabel('Name').waitFor();
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await press(page, /^I have stored/, 'Space');
  await press(page, 'Done');
  await page.getByText('10 codes left').waitFor();

  await page.goto('/app/members');
  await page.getByRole('button', { name: 'Invite' }).waitFor();
  await invite(page, mailOf('rui', 'aurora'), 'Admin');
  await invite(page, mailOf('mia', 'aurora'), 'Member');
  await page.goto('/app');
  await page.getByText(guide.done(1)).waitFor();
  await page.getByText(guide.people(3)).waitFor();

  const letters = await post.fetch();
  const linkOf = (email: string) => `/app/invitation#token=${letters.find(({ to }) => to === email)?.token}`;
  await join(linkOf(mailOf('rui', 'aurora')), 'Rui', 'Admin');
  await join(linkOf(mailOf('mia', 'aurora')), 'Mia', 'Member');
  await page.goto('/app/members');
  await page.getByText(mailOf('mia', 'aurora')).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('Settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(problemsOf()).toEqual([]);
  await context.close();
});

/** A colleague opens the invitation on another machine, and sees what the role may. */
async function join(link: string, name: string, role: 'Admin' | 'Member'): Promise<void> {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto(link);
  await page.getByRole('heading', { name: /Aurora/ }).waitFor();
  await tabTo(page, /^(Your )?[Nn]ame/);
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^Account: ${name}`) }).waitFor();
  await page.goto('/app/members');
  await page.getByText(mailOf('ana', 'aurora')).waitFor();
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(role === 'Admin' ? 1 : 0);
  expect(problems).toEqual([]);
  await context.close();
}

it('waits for the first decision, shows it when it is made, and can be skipped', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(PEOPLE.owner);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(guide.done(3)).waitFor();
  await page.getByText(`${guide.listening} ${TEST_KEY.slice(0, 16)}`).waitFor();
  const command = page.getByRole('region', { name: guide.command });
  expect(await command.innerText()).toContain(`curl ${service.baseUrl}/v1/events`);
  for (const [way, text] of [
    [guide.ways.typescript, "import { createClient } from '@svc/sdk'"],
    [guide.ways.python, 'from svc_sdk import SvcClient'],
    [guide.ways.cli, 'npx --no -- svc check'],
    [guide.ways.mcp, '/v1/gateway/mcp'],
  ] as const) {
    await page.getByRole('radio', { name: way }).check({ force: true });
    expect(await command.innerText()).toContain(text);
  }
  const { body } = await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: PLAIN_ACTION });
  await page.getByText(guide.firstDecision).waitFor();
  await page.getByText(guide.done(4)).waitFor();
  await page.getByRole('link', { name: guide.seeWhy }).click();
  await page.waitForURL(new RegExp(`/app/events/${body.id}\\?sandbox=true$`));
  await page.goto('/app');
  await page.getByRole('heading', { name: overview.title, exact: true }).waitFor();
  await page.goto('/app/first-steps');
  await page.getByRole('button', { name: guide.skip }).click();
  await page.getByRole('heading', { name: overview.title, exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
