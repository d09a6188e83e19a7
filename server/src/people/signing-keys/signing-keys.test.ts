// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a passkey signs where its person let it, and no longer than person, passkey and membership are there. */
import type { HeldData, Me, SigningKeyList } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPost, signUp } from '#harness/people';
import { addPasskey, addSigningKey } from '#harness/people/signing.ts';
import { ACME, mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { removePerson, resetPassword } from '../../organization/operators/index.ts';

let service: TestService;
let admin: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterEach(() => service.stop());

const keys = async (browser = admin) => (await browser.call<SigningKeyList>('/me/signing-keys')).body.items;
const idOf = async (browser = admin) => (await browser.call<Me>('/me')).body.user.id;
const entries = async (organization = ACME) =>
  (await readAuditEntries(service.database, organization)).filter(({ kind }) => kind.includes('signing_key'));
const kinds = async (organization = ACME) => (await entries(organization)).map(({ kind }) => kind);
const [ADDED, REMOVED] = ['member.signing_key_added', 'member.signing_key_removed'];
const enable = async (browser = admin) => {
  const signer = await addPasskey(browser, service.baseUrl);
  return { ...signer, key: await addSigningKey(browser, signer) };
};
const rows = () => readRows(service.database, 'SELECT id FROM svc.signing_keys');

it('is added and removed by its person, with an entry that names the key alone', async () => {
  const { passkeyId, key } = await enable();
  expect(await keys()).toEqual([key]);
  expect(key).toMatchObject({
    passkeyId,
    name: 'Phone',
    keyThumbprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  const again = await admin.call('/me/signing-keys', { body: { passkeyId: passkeyId.toUpperCase() } });
  expect([again.status, again.body.error]).toEqual([409, 'conflict']);
  const remove = (browser: Browser) => browser.call(`/me/signing-keys/${key.id}`, { method: 'DELETE' });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await remove(owner)).status).toBe(404);
  expect([(await remove(admin)).status, (await remove(admin)).status, await keys()]).toEqual([204, 404, []]);
  const accountId = await idOf();
  expect(await entries()).toMatchObject(
    [ADDED, REMOVED].map((kind) => ({
      kind,
      actor: { type: 'user', id: accountId },
      subject: { type: 'member', id: accountId },
      metadata: { keyThumbprint: key.keyThumbprint, source: 'app', actorRole: 'ADMIN' },
    })),
  );
});

it('refuses a passkey of another person, an unknown one and a bad body', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { passkeyId } = await addPasskey(owner, service.baseUrl);
  for (const body of [
    { passkeyId },
    { passkeyId: crypto.randomUUID() },
    { passkeyId: 'x' },
    {},
    { passkeyId, more: 1 },
  ]) {
    expect((await admin.call('/me/signing-keys', { body })).status).toBe(400);
  }
  expect(await rows()).toEqual([]);
});

it('is told in what is held of its person, and in the exports of the account and the organization', async () => {
  const { key } = await enable();
  const { id, createdAt, keyThumbprint } = key;
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const held = await owner.call<HeldData>(`/members/${await idOf()}/held`);
  expect(held.body.signingKeys).toMatchObject({
    total: 1,
    items: [{ id, createdAt }],
    kept: { until: 'MEMBERSHIP_ENDS' },
  });
  const file = async (browser: Browser, path: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', cookie };
    return (await (await fetch(service.baseUrl + path, { headers })).json()) as { signingKeys: object[] };
  };
  const { organization } = (await admin.call<Me>('/me')).body;
  const own = { organizationId: organization.id, keyThumbprint, createdAt };
  expect((await file(admin, '/me/export')).signingKeys).toEqual([own]);
  const ofOrganization = { id, accountId: await idOf(), keyThumbprint, createdAt };
  expect((await file(owner, '/organization/export')).signingKeys).toEqual([ofOrganization]);
});

describe('it ends with an entry', () => {
  it('in each organization, when its passkey is deleted', async () => {
    const { passkeyId, authenticator } = await enable();
    const made = await admin.call<{ id: string }>('/organizations', { body: { name: 'Second' } });
    expect((await admin.call('/me/organization', { body: { organizationId: made.body.id } })).status).toBe(200);
    expect(await keys()).toEqual([]);
    await addSigningKey(admin, { passkeyId, authenticator });
    const other = await addPasskey(admin, service.baseUrl);
    await addSigningKey(admin, other);
    expect((await admin.call(`/me/passkeys/${passkeyId}`, { method: 'DELETE' })).status).toBe(204);
    expect((await keys()).map((key) => key.passkeyId)).toEqual([other.passkeyId]);
    expect(await kinds()).toEqual([ADDED, REMOVED]);
    expect(await kinds('Second')).toEqual([ADDED, ADDED, REMOVED]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its person leaves', async () => admin.call(`/members/${await idOf()}`, { method: 'DELETE' })],
    [
      'an owner removes its person',
      async () => {
        const owner = await signIn(service.baseUrl, PEOPLE.owner);
        return await owner.call(`/members/${await idOf()}`, { method: 'DELETE' });
      },
    ],
    [
      'its person deletes the account',
      async () => {
        const { recoveryCodes } = (
          await admin.call<{ recoveryCodes: string[] }>('/me/mfa/recovery-codes', { body: { password: PASSWORD } })
        ).body;
        const body = { password: PASSWORD, confirm: 'DELETE', mfaCode: recoveryCodes?.[0] };
        expect((await admin.call('/me', { method: 'DELETE', body })).status).toBe(204);
      },
    ],
    ['an operator removes its person', () => removePerson(service.app.pool, PEOPLE.admin, null)],
    ['an operator takes factors away', () => resetPassword(service.app.pool, PEOPLE.admin, { factors: true })],
  ])('when %s', async (_what, end) => {
    await enable();
    await end();
    expect([await kinds(), await rows()]).toEqual([[ADDED, REMOVED], []]);
  });
});

it.each([true, false])(
  'ends with a passkey that a link to a new password takes away, proven before: %s',
  async (isProven) => {
    const post = await openPost(service);
    try {
      const { browser, email } = await signUp(service, mailOf('rui'));
      await enable(browser);
      const token = await post.token(email);
      if (isProven) expect((await browser.call('/auth/email/verify', { body: { token } })).status).toBe(204);
      await openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email } });
      const reset = { token: await post.token(email), password: 'another password of mine' };
      expect((await openBrowser(service.baseUrl).call('/auth/password/reset', { body: reset })).status).toBe(204);
      expect([await kinds(`Org of ${email}`), await rows()]).toEqual([[ADDED, REMOVED], []]);
    } finally {
      await post.stop();
    }
  },
);

it('is there or gone with its passkey, over two processes at once', async () => {
  const other = await otherProcess(service);
  try {
    const elsewhere = openBrowser(other.baseUrl, admin.cookies);
    const signer = await addPasskey(admin, service.baseUrl);
    const [added, removed] = await Promise.all([
      admin.call('/me/signing-keys', { body: { passkeyId: signer.passkeyId } }),
      elsewhere.call(`/me/passkeys/${signer.passkeyId}`, { method: 'DELETE', origin: service.baseUrl }),
    ]);
    expect(removed.status).toBe(204);
    expect([await kinds(), await rows()]).toEqual([added.status === 201 ? [ADDED, REMOVED] : [], []]);
  } finally {
    await other.stop();
  }
});
