// SPDX-License-Identifier: Apache-2.0
/** The link that proves an address: it works once, and one that has ended leads on. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as fields } from '../../account/words-en.ts';
import { address, click, DONE, inTurn, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const TOKEN = 'A'.repeat(43);
const VISITOR = { isVisitor: true };

it('proves the address once, and takes the token out of the address', async () => {
  const service = await openApp(`/verify#token=${TOKEN}`, { verifyEmail: DONE }, VISITOR);
  await seen(page.getByRole('heading', { name: words.doneHeading }));
  expect(service.calls('verifyEmail').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect([address(), location.hash]).toEqual(['/verify', '']);
});

it.each([`/verify#token=${TOKEN}`, '/verify'])(
  'says that a link has ended, and leads to the account: %s',
  async (link) => {
    await openApp(link, { verifyEmail: refused('validation_error') }, VISITOR);
    await seen(page.getByRole('heading', { name: words.overHeading }));
    await seen(page.getByRole('link', { name: words.account }));
  },
);

it('asks who is not signed in for the password of the account', async () => {
  const verifyEmail = inTurn(refused('maker_unproven'), DONE);
  const service = await openApp(`/verify#token=${TOKEN}`, { verifyEmail }, VISITOR);
  await seen(page.getByRole('heading', { name: words.makerHeading }));
  await page.getByLabelText(fields.password, { exact: true }).fill('the password before');
  await click(page.getByRole('button', { name: words.confirm }));
  await seen(page.getByRole('heading', { name: words.doneHeading }));
  expect(service.last('verifyEmail')?.body).toEqual({ token: TOKEN, password: 'the password before' });
});

it('asks another person for a new password', async () => {
  const verifyEmail = inTurn(refused('maker_unproven'), DONE);
  const service = await openApp(`/verify#token=${TOKEN}`, { verifyEmail }, VISITOR);
  await click(page.getByRole('button', { name: words.isOther }));
  await seen(page.getByText(words.newLead));
  await page.getByLabelText(fields.newPassword, { exact: true }).fill('a password of my own');
  await click(page.getByRole('button', { name: words.takeOver }));
  await seen(page.getByRole('heading', { name: words.doneHeading }));
  expect(service.last('verifyEmail')?.body).toEqual({ token: TOKEN, newPassword: 'a password of my own' });
});
