/** An owner asks every member for a second factor; who has none gets to its set-up and nowhere else. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, startOfStep } from '#harness/people/codes.ts';
import { openOrganization, type TestService } from '#harness/service';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as settings } from '../../web/src/pages/settings/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { MEMBER, OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('asks for the own factor first, then opens everything to who has set one up', async () => {
  const owner = await openPage(browser, service);
  await signIn(owner.page, OWNER, '/app/settings');
  const factor = owner.page.getByLabel(settings.requireMfa);
  await factor.selectOption(settings.factors.yes);
  await owner.page.getByRole('button', { name: settings.save }).click();
  await owner.page.getByText(settings.ownFactorFirst).waitFor();

  const setUp = async (page: typeof owner.page) => {
    await page.getByRole('button', { name: account.appEnable }).click();
    const dialog = page.getByRole('dialog', { name: account.appEnable });
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    startOfStep();
    await dialog.getByLabel(account.appCode).fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: ui.secret.storedSeveral }).check();
    await page.getByRole('button', { name: ui.secret.done }).click();
  };
  await owner.page.goto('/app/account?part=security');
  await setUp(owner.page);
  await owner.page.goto('/app/settings');
  await factor.selectOption(settings.factors.yes);
  await owner.page.getByRole('button', { name: settings.save }).click();
  await owner.page.getByText(settings.saved).waitFor();

  const member = await openPage(browser, service);
  await signIn(member.page, MEMBER);
  const asked = member.page.getByText(account.factorNeeded.what);
  for (const path of ['/app/events', '/app/settings', '/app/account?part=sessions', '/app']) {
    await member.page.goto(path);
    await asked.waitFor();
    expect(member.page.url()).toBe(`${service.baseUrl}/app/account?part=security`);
  }
  await setUp(member.page);
  await asked.waitFor({ state: 'hidden' });
  await member.page.getByRole('link', { name: shell.pages.events, exact: true }).click();
  await member.page.getByRole('heading', { name: shell.pages.events }).waitFor();
  expect([...owner.problems, ...member.problems]).toEqual([]);
  await Promise.all([owner.context.close(), member.context.close()]);
});
