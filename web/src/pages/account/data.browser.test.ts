// SPDX-License-Identifier: Apache-2.0
/** The end of an account: the word, the password, and organizations that have no other owner. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { click, dialog, idOf, keys, openApp, pressInDialog, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const PASSWORD = 'a password of nobody else';

it('asks for the word in capitals and the password, and names the organizations that stand in the way', async () => {
  const service = await openApp('/account?part=data', {
    readDataRights: { export: true, deleteAccount: true },
    deleteAccount: refused('invalid_credentials'),
  });
  await seen(page.getByRole('button', { name: words.exportAct }));
  await click(page.getByRole('button', { name: words.deleteOpen }));
  const password = dialog().getByLabelText(account.password, { exact: true });
  const word = dialog().getByRole('textbox', { name: words.deleteWord });
  await password.fill('not the password');
  await word.fill('delete');
  await pressInDialog(words.deleteAct);
  await seen(dialog().getByText(words.deleteWordMissing));
  expect(service.calls('deleteAccount')).toEqual([]);
  await word.fill('DELETE');
  await keys('{Enter}');
  await seen(dialog().getByText(words.wrongPassword));
  service.answer({ deleteAccount: refused('sole_owner', { organizations: [{ id: idOf(1), name: 'Acme' }] }) });
  await password.fill(PASSWORD);
  await keys('{Enter}');
  await seen(dialog().getByText(words.soleOwner));
  await seen(dialog().getByRole('alert').getByText('Acme'));
  expect(service.last('deleteAccount')?.body).toEqual({ password: PASSWORD, confirm: 'DELETE' });
});

it('has no such part where neither is allowed', async () => {
  await openApp('/account?part=data', { readDataRights: {} });
  await seen(page.getByRole('textbox', { name: words.name, exact: true }));
  expect(page.getByRole('link', { name: words.parts.data }).elements()).toEqual([]);
});
