/** An owner asks every member for a second factor; who has none gets to its set-up and nowhere else. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, startOfStep } from '#harness/people/codes.ts';
import { openOrganization, type TestService } from '#harness/service';
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
  const factor = owner.page.getByLabel('Second factor');
  await factor.selectOption('Required of every member');
  await owner.page.getByRole('button', { name: 'Save settings' }).click();
  await owner.page.getByText('Set up a second factor for yourself first').waitFor();

  const setUp = async (page: typeof owner.page) => {
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an app' });
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    startOfStep();
    await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /stored/ }).check();
    await page.getByRole('button', { name: 'Done' }).click();
  };
  await owner.page.goto('/app/account?part=security');
  await setUp(owner.page);
  await owner.page.goto('/app/settings');
  await factor.selectOption('Required of every member');
  await owner.page.getByRole('button', { name: 'Save settings' }).click();
  await owner.page.getByText('Settings saved.', { exact: false }).waitFor();

  const member = await openPage(browser, service);
  await signIn(member.page, MEMBER);
  const asked = member.page.getByText('Your organization asks for a second factor.');
  for (const path of ['/app/events', '/app/settings', '/app/account?part=sessions', '/app']) {
    await member.page.goto(path);
    await asked.waitFor();
    expect(member.page.url()).toBe(`${service.baseUrl}/app/account?part=security`);
  }
  await setUp(member.page);
  await asked.waitFor({ state: 'hidden' });
  await member.page.getByRole('link', { name: 'Events', exact: true }).click();
  await member.page.getByRole('heading', { name: 'Events' }).waitFor();
  expect([...owner.problems, ...member.problems]).toEqual([]);
  await Promise.all([owner.context.close(), member.context.close()]);
});
