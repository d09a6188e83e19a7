// SPDX-License-Identifier: Apache-2.0
/** A forgotten password: the page says the same of every address. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { DONE, keys, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

it('asks for a link, and does not say whether the address has an account', async () => {
  const email = 'somebody@acme.test';
  const service = await openApp('/forgot', { forgetPassword: DONE }, { isVisitor: true });
  await page.getByRole('textbox', { name: account.email }).fill(email);
  await keys('{Enter}');
  await seen(page.getByRole('heading', { name: words.sentHeading }));
  await seen(page.getByText(words.sentLead(email)));
  expect(service.last('forgetPassword')?.body).toEqual({ email });
});

it('promises no link where no mail server is set, and says who can help', async () => {
  await openApp('/forgot', { readSession: { present: false, mail: false } }, { isVisitor: true });
  await seen(page.getByText(words.withoutMail.what));
  await seen(page.getByText('svc-server user reset', { exact: false }));
  expect(page.getByRole('button', { name: words.submit }).elements()).toEqual([]);
});
