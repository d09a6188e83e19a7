// SPDX-License-Identifier: Apache-2.0
/** Second factors of an account: an authenticator app with its codes, and an organization that asks for a factor. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import {
  address,
  changing,
  click,
  DONE,
  dialog,
  gone,
  idOf,
  keys,
  me,
  NOW,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const SETUP = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://totp/svc:olivia?secret=ABCDEFGH' };
const READS = { readDataRights: {}, listPasskeys: {} };
const WITH_APP = me({ mfa: { totp: true, passkeys: 0, recoveryCodes: 9 } });

it('sets an app up by its code, and shows the recovery codes until they are stored', async () => {
  const service = await openApp('/account?part=security', {
    ...READS,
    setUpMfa: SETUP,
    enableMfa: refused('invalid_credentials'),
  });
  await click(page.getByRole('button', { name: words.appEnable }));
  await seen(dialog().getByRole('img', { name: words.qrLabel }));
  await seen(dialog().getByText('ABCD EFGH'));
  const code = dialog().getByRole('textbox', { name: words.appCode });
  await code.fill('000000');
  await keys('{Enter}');
  await seen(dialog().getByText(words.wrongCode));
  service.answer({ enableMfa: changing({ recoveryCodes: CODES }, { readMe: WITH_APP }) });
  await code.fill('123 456');
  await keys('{Enter}');
  const codes = dialog().getByRole('list', { name: words.codes }).getByRole('listitem');
  await expect.poll(() => codes.elements().map((item) => item.textContent)).toEqual(CODES);
  expect(service.last('enableMfa')?.body).toEqual({ code: '123456' });
  // They would be gone for good.
  await keys('{Escape}');
  const done = dialog().getByRole('button', { name: ui.secret.done });
  await expect.element(done).toBeDisabled();
  await click(dialog().getByRole('checkbox', { name: ui.secret.storedSeveral }));
  await click(done);
  await seen(page.getByText(words.appAdded));
  await seen(page.getByText(words.codesLeft(9)));
});

it('turns an app off by password and code', async () => {
  const service = await openApp('/account?part=security', {
    ...READS,
    readMe: WITH_APP,
    disableMfa: refused('invalid_credentials'),
  });
  await click(page.getByRole('button', { name: words.appDisable }));
  await dialog().getByLabelText(account.password, { exact: true }).fill('password');
  await dialog().getByRole('textbox', { name: words.appCode }).fill('code-0');
  await keys('{Enter}');
  await seen(dialog().getByText(words.wrongPasswordOrCode));
  service.answer({ disableMfa: changing(DONE, { readMe: me({}) }) });
  await dialog().getByRole('textbox', { name: words.appCode }).fill('code-1');
  await pressInDialog(words.appDisable);
  await seen(page.getByText(words.appRemoved));
  await gone(page.getByText(words.codesLeft(9)));
  expect(service.last('disableMfa')?.body).toEqual({ password: 'password', code: 'code-1' });
});

it('lets a passkey sign approvals in the organization, and ends that', async () => {
  const passkey = { id: idOf(61), name: 'Laptop', createdAt: NOW, lastUsedAt: null };
  const key = { id: idOf(62), passkeyId: passkey.id, name: passkey.name };
  const service = await openApp('/account?part=security', {
    ...READS,
    listPasskeys: { items: [passkey] },
    listSigningKeys: {},
    addSigningKey: changing({}, { listSigningKeys: { items: [key] } }),
    removeSigningKey: changing(DONE, { listSigningKeys: {} }),
  });
  await click(page.getByRole('button', { name: words.signing.on.of('Laptop') }));
  await seen(dialog().getByText(words.signing.on.text));
  await pressInDialog(words.signing.on.act);
  await seen(page.getByText(words.signing.on.done));
  expect(service.last('addSigningKey')?.body).toEqual({ passkeyId: passkey.id });
  await click(page.getByRole('button', { name: words.signing.off.of('Laptop') }));
  await pressInDialog(words.signing.off.act);
  await seen(page.getByText(words.signing.off.done));
  expect(service.last('removeSigningKey')?.params).toEqual({ id: key.id });
});

const PATHS = ['/events', '/settings', '/account?part=sessions', '/'];

it.each(PATHS)('is where a person goes whose organization asks for a second factor: from %s', async (path) => {
  await openApp(path, { ...READS, readMe: me({ needs: ['MFA_SETUP'] }) });
  await seen(page.getByText(words.factorNeeded.what));
  expect(address()).toBe('/account?part=security');
});
