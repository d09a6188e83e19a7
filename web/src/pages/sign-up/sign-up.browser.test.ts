// SPDX-License-Identifier: Apache-2.0
/** A new account: what is missing or weak, and an address that has an account already. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { keys, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const EMAIL = 'ana@new.test';
const PASSWORD = 'a password of nobody else';
const ORGANIZATION = { name: 'Ana Org' } as const;
const OPEN = { readSession: { signUp: true, mail: true } };
const password = () => page.getByLabelText(words.password, { exact: true });

/** By the keyboard alone: the focus stands in the first field. */
async function typeAllButPassword(): Promise<void> {
  for (const text of [ORGANIZATION.name, 'Ana Lima', EMAIL]) await keys(`${text}{Tab}`);
}

it('says what is missing and how strong the password is, by the keyboard alone', async () => {
  const common = refused('validation_error', { fields: { password: 'is among the most common ones' } });
  const service = await openApp('/sign-up', { ...OPEN, signUp: common }, { isVisitor: true });
  const submit = page.getByRole('button', { name: words.submit });
  await seen(submit);
  (submit.element() as HTMLElement).focus();
  await keys('{Enter}');
  await seen(page.getByText(words.missingOrganization));
  await expect.element(page.getByRole('textbox', { name: words.organization })).toHaveFocus();
  await typeAllButPassword();
  await keys('password');
  await seen(page.getByText(account.strength.missing(4)).first());
  await keys('1234');
  await seen(page.getByText(String(account.strength.levels[1])));
  await keys('{Enter}');
  await seen(page.getByText(account.commonPassword));
  await password().fill(PASSWORD);
  await seen(page.getByText(String(account.strength.levels[3])));
  expect(service.calls('signUp')).toHaveLength(1);
});

it('shows to an address that has an account what it shows to others who wait for a mail', async () => {
  const known = {
    ...OPEN,
    signUp: { organization: ORGANIZATION },
    readMe: refused('unauthorized'),
    refreshSession: refused('unauthorized'),
  };
  const service = await openApp('/sign-up', known, { isVisitor: true });
  await page.getByRole('textbox', { name: words.organization }).fill(ORGANIZATION.name);
  await page.getByRole('textbox', { name: words.name }).fill('Ana Lima');
  await page.getByRole('textbox', { name: account.email }).fill(EMAIL);
  await password().fill(PASSWORD);
  await keys('{Enter}');
  await seen(page.getByRole('heading', { name: words.mailHeading }));
  await seen(page.getByText(words.mailLead(EMAIL)));
  const body = { organizationName: ORGANIZATION.name, name: 'Ana Lima', email: EMAIL, password: PASSWORD };
  expect(service.last('signUp')?.body).toEqual(body);
});

it('says that people come by invitation where sign-up is closed, and promises nothing', async () => {
  await openApp('/sign-up', { readSession: { signUp: false, mail: true } }, { isVisitor: true });
  await seen(page.getByText(words.closed.what));
  await expect.element(page.getByText(words.lead)).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: words.organization })).not.toBeInTheDocument();
});
