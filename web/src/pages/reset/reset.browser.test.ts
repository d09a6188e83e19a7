// SPDX-License-Identifier: Apache-2.0
/** The link that sets a new password: faults at the field, and a link that has ended. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { words as inPortuguese } from '../../account/words-pt-br.ts';
import { click, DONE, keys, openApp, refused, seen } from '../../stand-in/index.ts';
import { words as forgot } from '../forgot/words-en.ts';
import { words } from './words-en.ts';
import { words as pageInPortuguese } from './words-pt-br.ts';

const TOKEN = 'A'.repeat(43);
const LINK = `/reset#token=${TOKEN}`;
const PASSWORD = 'a password of nobody else';

it('says what a short password lacks, and sets a longer one, in Portuguese', async () => {
  const service = await openApp(LINK, { resetPassword: DONE }, { isVisitor: true, language: 'pt-BR' });
  const password = page.getByLabelText(inPortuguese.newPassword);
  await password.fill('curta');
  await keys('{Enter}');
  await seen(page.getByText(inPortuguese.shortPassword(7)));
  expect(service.calls('resetPassword')).toEqual([]);
  await password.fill(PASSWORD);
  await keys('{Enter}');
  await seen(page.getByRole('heading', { name: pageInPortuguese.doneHeading }));
  expect(service.last('resetPassword')?.body).toEqual({ token: TOKEN, password: PASSWORD });
});

it('says that a link has ended, and leads to another', async () => {
  await openApp(LINK, { resetPassword: refused('validation_error') }, { isVisitor: true });
  await page.getByLabelText(account.newPassword).fill(PASSWORD);
  await keys('{Enter}');
  await seen(page.getByRole('alert').getByText(words.overHeading));
  await openApp('/reset', {}, { isVisitor: true });
  await seen(page.getByRole('heading', { name: words.overHeading }));
  await click(page.getByRole('link', { name: words.again }));
  await seen(page.getByRole('heading', { name: forgot.heading }));
});
