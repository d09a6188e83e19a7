// SPDX-License-Identifier: Apache-2.0
/** A person links the user of a chat in the app, whose presses count from then on, and unlinks it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { PASSWORD, PEOPLE } from '#harness/service/sessions.ts';
import {
  ask,
  deliver,
  ephemeral,
  ofSlack,
  postId,
  press,
  send,
  signed,
  sql,
  startSlackService,
  statusOf,
  stopSlackService,
} from '#harness/slack';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words } from '../../web/src/pages/chat-link/words-en.ts';
import { openPage, startBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  [browser] = await Promise.all([startBrowser(), startSlackService()]);
});
afterAll(() => Promise.all([browser?.close(), stopSlackService()]));

/** Terms and what they say, in one line each. */
async function factsOf(page: Page): Promise<string[][]> {
  await page.locator('dl > div').nth(3).waitFor();
  const facts = await page.locator('dl > div').all();
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return await Promise.all(
    facts.map(async (fact) => [
      await fact.locator('dt').innerText(),
      line((await fact.locator('bdi').allInnerTexts()).join(' ')),
    ]),
  );
}

it('links the user of a chat after the sign-in and a press, and unlinks it', async () => {
  const { page, context, problems } = await openPage(browser, ofSlack().service);
  const id = await ask();
  await send();
  await deliver(signed(press('svc_approve', await postId())));
  const token = /#token=([\w-]+)/.exec(await ephemeral())?.[1] ?? '';
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`/app/chat-link#token=${token}`);
  await page.getByRole('link', { name: words.signIn }).click();
  await page.locator('input[name=email]').fill(PEOPLE.admin);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(words.warning).waitFor();
  expect(await factsOf(page)).toEqual([
    [words.facts.user, 'roadrunner U2CERLKJA'],
    [words.facts.team, 'testteamnow T1DC2JH3J'],
    [words.facts.organization, expect.stringContaining(`${ACME} ${words.facts.through('')}`)],
    [words.facts.person, `admin person ${PEOPLE.admin}, Admin`],
  ]);
  expect(await sql('SELECT id FROM svc.chat_links')).toEqual([]);
  await page.getByRole('button', { name: words.confirm }).click();
  await page.getByRole('heading', { name: words.doneHeading }).waitFor();
  expect(addresses.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);

  await deliver(signed(press('svc_approve', await postId())));
  expect(await statusOf(id)).toBe('APPROVED');
  await page.getByRole('link', { name: words.links }).click();
  await page.getByText(account.chats.user('U2CERLKJA', 'T1DC2JH3J')).waitFor();
  await page.getByRole('button', { name: account.chats.unlinkOne('U2CERLKJA') }).click();
  await page.getByText(account.chats.none).waitFor();
  await page.goto(`/app/chat-link#token=${token}`);
  await page.getByRole('heading', { name: words.overHeading }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
