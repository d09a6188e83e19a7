// SPDX-License-Identifier: Apache-2.0
/** A person's account: name, language, notices, keys, address, the question who it is, and the sessions. */
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { words as failures } from '../../api/words-en.ts';
import { words as shell } from '../../shell/words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  gone,
  idOf,
  keys,
  me,
  openApp,
  PERSON,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { setLetterKeys } from '../../ui/letter-keys.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words as apiKeys } from '../api-keys/words-en.ts';
import { words } from './words-en.ts';
import { words as inPortuguese } from './words-pt-br.ts';

const RIGHTS = { readDataRights: {} };
const PASSWORD = 'a password of nobody else';
const OTHER_PASSWORD = 'another password of mine';

it('saves the name by Ctrl S, and calls the person by it', async () => {
  const named = me({ user: { ...PERSON, name: 'Eva Souza' } });
  const service = await openApp('/account', { ...RIGHTS, updateMe: changing(named, { readMe: named }) });
  await page.getByRole('textbox', { name: words.name, exact: true }).fill('Eva Souza');
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.nameSaved));
  await seen(page.getByRole('button', { name: `${shell.account}: Eva Souza` }));
  expect(service.last('updateMe')?.body).toEqual({ name: 'Eva Souza' });
});

it('saves a notice and the language at a press', async () => {
  const told = me({ notifications: { reviewExpiring: true } });
  const service = await openApp('/account', { ...RIGHTS, updateMe: changing(told, { readMe: told }) });
  const notice = page.getByRole('checkbox', { name: words.notices.reviewExpiring });
  await expect.element(notice).not.toBeChecked();
  await click(notice);
  await expect.poll(() => service.last('updateMe')?.body).toEqual({ notifications: { reviewExpiring: true } });
  await expect.element(notice).toBeChecked();
  await click(page.getByText('Português'));
  await seen(page.getByRole('heading', { name: inPortuguese.title, exact: true }));
  await expect.poll(() => service.last('updateMe')?.body).toEqual({ language: 'pt-BR' });
});

it('asks for another address by the password, and says that it waits for its link', async () => {
  const email = 'eva.souza@new.test';
  const service = await openApp('/account', { ...RIGHTS, changeEmail: refused('invalid_credentials') });
  await click(page.getByRole('button', { name: words.changeEmail }));
  await dialog().getByRole('textbox', { name: words.newEmail }).fill(email);
  await dialog().getByLabelText(account.password, { exact: true }).fill('not the password');
  await keys('{Enter}');
  await seen(dialog().getByText(words.wrongPassword));
  service.answer({ changeEmail: changing(DONE, { readMe: me({ pendingEmail: email }) }) });
  await dialog().getByLabelText(account.password, { exact: true }).fill(PASSWORD);
  await keys('{Enter}');
  await seen(page.getByText(words.pendingEmail(email)));
  expect(service.last('changeEmail')?.body).toEqual({ email, password: PASSWORD });
});

it('asks who it is before a change that matters, and then makes it', async () => {
  const service = await openApp('/account?part=security', {
    ...RIGHTS,
    listPasskeys: {},
    changePassword: refused('reauthentication_required'),
    reauthenticate: refused('invalid_credentials'),
  });
  await click(page.getByRole('button', { name: words.changePassword }));
  const change = page.getByRole('dialog', { name: words.changePassword });
  const confirm = page.getByRole('dialog', { name: account.confirm.title });
  const password = confirm.getByLabelText(account.password, { exact: true });
  await change.getByLabelText(words.currentPassword).fill(PASSWORD);
  await change.getByLabelText(account.newPassword).fill(OTHER_PASSWORD);
  await keys('{Enter}');
  await password.fill('not the password');
  await keys('{Enter}');
  await seen(confirm.getByRole('alert').getByText(failures.byCode.invalid_credentials.what));
  await keys('{Escape}');
  await click(confirm.getByRole('button', { name: ui.discard.leave }));
  await seen(change.getByText(failures.byCode.reauthentication_required.what));
  service.answer({ reauthenticate: changing(DONE, { changePassword: DONE }) });
  await click(change.getByRole('button', { name: words.changePassword }));
  await password.fill(PASSWORD);
  await keys('{Enter}');
  await seen(page.getByText(words.passwordChanged));
  await gone(change);
  expect(service.last('reauthenticate')?.body).toEqual({ password: PASSWORD });
  // Refused, given up, refused again, and sent once more after the answer.
  const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
  expect(service.calls('changePassword').map((call) => call.body)).toEqual([body, body, body]);
});

it('shows what happened to the account', async () => {
  const items = [{ kind: 'password.changed' }, { kind: 'sign_in.confirmed', browser: 'Chrome' }] as const;
  await openApp('/account?part=activity', { ...RIGHTS, listActivity: { items } });
  await seen(page.getByText(words.kinds['password.changed']));
  await seen(page.getByText(words.kinds['sign_in.confirmed']));
});

it('shows where one is signed in, this one first, and ends one or all others', async () => {
  const client = { browser: 'Chrome', system: 'Linux' } as const;
  const [one, other, own] = [{ id: idOf(1) }, { id: idOf(2), ...client }, { id: idOf(3), ...client, current: true }];
  const service = await openApp('/account?part=sessions', {
    ...RIGHTS,
    listSessions: { items: [one, other, own] },
    endSession: changing(DONE, { listSessions: { items: [other, own] } }),
    endOtherSessions: changing(DONE, { listSessions: { items: [own] } }),
  });
  const sessions = page.getByRole('list', { name: words.sessionsTitle }).getByRole('listitem');
  await expect.poll(() => sessions.elements().length).toBe(3);
  await expect.element(sessions.first()).toHaveTextContent(words.browserOn('Chrome', 'Linux') + words.thisOne);
  await click(page.getByRole('button', { name: words.endOne(words.unknownBrowser) }));
  await expect.poll(() => sessions.elements().length).toBe(2);
  expect(service.last('endSession')?.params).toEqual({ id: one.id });
  await click(page.getByRole('button', { name: words.endOthers }));
  await expect.poll(() => sessions.elements().length).toBe(1);
  await gone(page.getByRole('button', { name: words.endOthers }));
});

it('turns single letters off, after which they and their marks are gone', async () => {
  onTestFinished(() => setLetterKeys(true));
  const shortcuts = page.getByRole('dialog', { name: shell.keys.title });
  await openApp('/account', RIGHTS);
  await seen(page.getByRole('heading', { name: words.title, exact: true }));
  await keys('?');
  await seen(shortcuts);
  await keys('{Escape}');
  await gone(shortcuts);
  await click(page.getByRole('group', { name: words.keys }).getByText(words.keysOff));
  await openApp('/api-keys', { listApiKeys: {} });
  await seen(page.getByRole('button', { name: apiKeys.add }).first());
  expect([...document.querySelectorAll('kbd')].map(({ innerText }) => innerText)).not.toContain('C');
  await keys('?c{Control>}k{/Control}');
  await seen(page.getByRole('dialog', { name: shell.palette.title }));
  expect(shortcuts.elements()).toEqual([]);
});

it('without a mail server nothing is said to be sent, and nobody is asked to confirm an address', async () => {
  await openApp('/account', {
    ...RIGHTS,
    readMe: me({ mail: false, verified: false, pendingEmail: 'eva@new.test' }),
    changeEmail: DONE,
  });
  await seen(page.getByText(words.emailHintWithoutMail));
  await seen(page.getByText(words.pendingWithoutMail('eva@new.test')));
  await seen(page.getByText(words.noticesWithoutMail));
  for (const text of [words.notConfirmed, words.sendLink, words.emailHint, words.noticesHint]) {
    expect(page.getByText(text, { exact: true }).elements(), text).toEqual([]);
  }
  await click(page.getByRole('button', { name: words.changeEmail }));
  await seen(dialog().getByText(words.changeWithoutMail));
});
