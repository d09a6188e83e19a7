// SPDX-License-Identifier: Apache-2.0
/** The link of an invitation, each reason why it opens nothing, and a new account. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { click, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const LINK = `/invitation#token=${'A'.repeat(43)}`;

it('a link that was used, and an account that is not the invited one, are explained', async () => {
  await openApp(LINK, {
    openInvitation: { organizationName: 'Acme', email: 'rui@new.test', signedInAs: 'member@acme.test' },
  });
  await seen(page.getByText(words.otherAccount('rui@new.test', 'member@acme.test')));
  await openApp(LINK, { openInvitation: refused('not_found') });
  await seen(page.getByText(words.over.what));
});

it('a link that is not whole is said to be so', async () => {
  await openApp('/invitation#token=short');
  await seen(page.getByText(words.missing.what));
});

it('makes an account with a password of its own, and says that a common one is none', async () => {
  const service = await openApp(
    LINK,
    {
      openInvitation: { organizationName: 'Acme', email: 'rui@new.test' },
      acceptInvitation: refused('validation_error', { fields: { password: 'is among the most common ones' } }),
    },
    { isVisitor: true },
  );
  await page.getByRole('textbox', { name: words.name }).fill('Rui Sá');
  const password = page.getByLabelText(words.password, { exact: true });
  await password.fill('password1234');
  await click(page.getByRole('button', { name: words.makeAccount }));
  await seen(page.getByText(account.commonPassword));
  service.answer({ acceptInvitation: { organizationName: 'Acme' } });
  await password.fill('a sentence of nobody else');
  await seen(page.getByText(String(account.strength.levels[3]), { exact: true }));
  await click(page.getByRole('button', { name: words.makeAccount }));
  await seen(page.getByText(words.joined('Acme')));
  const body = { name: 'Rui Sá', password: 'a sentence of nobody else' };
  expect(service.last('acceptInvitation')?.body).toMatchObject(body);
});

it('a link that was handed over opens no account: its person signs in first', async () => {
  const email = 'rui@new.test';
  await openApp(
    LINK,
    { openInvitation: { organizationName: 'Acme', email, hasAccount: true, wantsSignIn: true } },
    { isVisitor: true },
  );
  await seen(page.getByText(words.signInFirst(email)));
  await expect.element(page.getByRole('link', { name: words.signIn })).toHaveAttribute('href', '/app/sign-in');
  expect(page.getByRole('button', { name: words.accept }).elements()).toEqual([]);
});
