// SPDX-License-Identifier: Apache-2.0
/** The sign-in by a directory as an owner sets it up: faults at their fields, the trial in a sentence, and domains. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changing, click, idOf, openApp, pressInDialog, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const OWNER = { id: idOf(1), name: 'Olivia Owner', email: 'olivia@acme.test', role: 'OWNER' } as const;
const CONNECTION = {
  ...{ issuer: 'https://login.example/realms/acme', clientId: 'svc', scopes: ['email'], roleClaim: 'groups' },
  roles: [{ value: 'platform', role: 'ADMIN' }],
  ...{ defaultRole: null, enabled: true, required: false },
  ...{ breakGlass: [OWNER.id], sessionHours: 12 },
} as const;
const DOMAIN = {
  domain: 'padaria.example',
  record: { name: '_svc-sign-in.padaria.example', value: 'svc-sign-in=abc' },
  verifiedAt: null,
  verifiedBy: null,
} as const;
const members = { listMembers: { items: [OWNER] }, readScim: {} };
const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => click(page.getByRole('button', { name: words.save }));

it('asks for what is missing, and sends groups with their roles', async () => {
  const service = await openApp('/settings/sign-in', { ...members, readSso: { connection: null, domains: [] } });
  await save();
  await seen(page.getByText(words.missingIssuer));
  await seen(page.getByText(words.missingSecret));
  await seen(page.getByText(words.noRole));
  await field(words.issuer).fill('login.example');
  await seen(page.getByText(words.badIssuer));
  await field(words.issuer).fill('https://login.example');
  await field(words.clientId).fill('svc');
  await field(words.clientSecret).fill('a secret');
  await field(words.mapping).fill('platform = KING');
  await save();
  await seen(page.getByText(words.badMapping('platform = KING')));
  expect(service.calls('writeSso')).toEqual([]);
  await field(words.mapping).fill('platform = admin\ncn=people,dc=acme = MEMBER');
  const state = { connection: { ...CONNECTION }, domains: [] };
  service.answer({ writeSso: changing(state, { readSso: state }) });
  await save();
  await seen(page.getByText(words.saved).first());
  expect(service.last('writeSso')?.body).toMatchObject({
    issuer: 'https://login.example',
    clientSecret: 'a secret',
    scopes: ['email', 'profile'],
    roles: [
      { value: 'platform', role: 'ADMIN' },
      { value: 'cn=people,dc=acme', role: 'MEMBER' },
    ],
    defaultRole: null,
  });
});

it('keeps the stored secret, and says at the list why nobody would get in', async () => {
  const service = await openApp('/settings/sign-in', {
    ...members,
    readSso: { connection: CONNECTION, domains: [] },
    writeSso: refused('conflict'),
  });
  await click(page.getByRole('checkbox', { name: words.required }));
  await click(page.getByRole('checkbox', { name: OWNER.name }));
  await save();
  await seen(page.getByText(words.lockOut));
  const body = service.last('writeSso')?.body;
  expect(body).toMatchObject({ required: true, breakGlass: [] });
  expect(body).not.toHaveProperty('clientSecret');
});

it('tells in a sentence what is wrong with the directory', async () => {
  const service = await openApp('/settings/sign-in', {
    ...members,
    readSso: { connection: CONNECTION, domains: [] },
    trySso: { fault: 'OTHER_ISSUER', detail: 'https://other.example', endsSessions: false },
  });
  await click(page.getByRole('button', { name: words.tryIt }));
  await seen(page.getByText(words.faults.OTHER_ISSUER.what));
  await seen(page.getByText(words.found('https://other.example')));
  service.answer({ trySso: { fault: null, detail: null, endsSessions: true } });
  await click(page.getByRole('button', { name: words.tryIt }));
  await seen(page.getByText(words.works));
});

it('shows the record of a domain until it is found', async () => {
  const before = { connection: CONNECTION, domains: [DOMAIN] };
  const service = await openApp('/settings/sign-in', {
    ...members,
    readSso: before,
    verifySsoDomain: refused('conflict'),
  });
  await seen(page.getByText(DOMAIN.record.value));
  await click(page.getByRole('button', { name: words.verify }));
  await seen(page.getByText(words.notFound(DOMAIN.domain)));
  const proved = {
    ...before,
    domains: [{ ...DOMAIN, verifiedBy: 'DNS', verifiedAt: '2026-01-01T00:00:00.000Z' }],
  } as const;
  service.answer({ verifySsoDomain: changing(proved, { readSso: proved }) });
  await click(page.getByRole('button', { name: words.verify }));
  await seen(page.getByText(words.proved.DNS));
  service.answer({ removeSsoDomain: changing(before, { readSso: { ...before, domains: [] } }) });
  await click(page.getByRole('button', { name: words.removeDomain }));
  await pressInDialog(words.removeDomain);
  await seen(page.getByText(words.noDomains));
});

const TOKEN = {
  ...{ id: idOf(7), prefix: 'scim_Ab12Cd', source: 'APP' as const },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2027-01-01T00:00:00.000Z', lastUsedAt: null },
} as const;
const scim = (tokens: readonly object[]) => ({
  ...{ address: 'https://svc.test/scim/v2', users: 3, activeUsers: 2 },
  tokens: [...tokens],
});

it('makes a token that is shown once, and revokes one', async () => {
  const service = await openApp('/settings/sign-in', {
    ...members,
    readSso: { connection: null, domains: [] },
    readScim: scim([]) as never,
  });
  await seen(page.getByText('https://svc.test/scim/v2'));
  await seen(page.getByText(words.noTokens));
  await click(page.getByRole('button', { name: words.makeToken }));
  await field(words.days).fill('0');
  await pressInDialog(words.makeToken);
  await seen(page.getByText(words.badDays));
  await field(words.days).fill('30');
  const made = { ...TOKEN, token: 'scim_secret' } as const;
  service.answer({ createScimToken: changing(made, { readScim: scim([TOKEN]) as never }) });
  await pressInDialog(words.makeToken);
  await seen(page.getByLabelText(words.token, { exact: true }));
  expect(service.last('createScimToken')?.body).toEqual({ days: 30 });
  await click(page.getByRole('checkbox'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Done' }));
  await seen(page.getByText(TOKEN.prefix, { exact: false }));
  service.answer({ revokeScimToken: changing(undefined, { readScim: scim([]) as never }) });
  await click(page.getByRole('list', { name: words.tokens }).getByRole('button', { name: words.revoke }));
  await pressInDialog(words.revoke);
  await seen(page.getByText(words.noTokens));
  expect(service.last('revokeScimToken')?.params).toEqual({ scimTokenId: TOKEN.id });
});
