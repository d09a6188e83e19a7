// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its name servers are those of the test.
 * Guarantee: an organization's directory speaks for domains that it has proved, and for no longer than they are its own.
 */
import type { Me, SsoState } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '#harness/name-server';
import { PEOPLE, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, openBrowser, signIn } from '#harness/service/sessions.ts';

let names: NameServer;
let service: TestService;
let owner: Browser;
let stranger: Browser;
beforeAll(async () => {
  names = await startNameServer();
  const { textRecords } = names;
  service = await startTestService({ provisioning: acmeWithPeople(), textRecords });
  [owner, stranger] = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(service.baseUrl, PEOPLE.stranger)];
});
afterAll(async () => {
  await service.stop();
  await names.stop();
});

const stateOf = async (browser: Browser, domain: string) =>
  (await browser.call<SsoState>('/sso')).body.domains.find((one) => one.domain === domain);
const add = async (browser: Browser, domain: string) =>
  (await browser.call<SsoState>('/sso/domains', { body: { domain } })).status;
const verify = (browser: Browser, domain: string) => browser.call(`/sso/domains/${domain}/verify`, { method: 'POST' });

/** Makes the record of the organization, beside those that are there. */
async function publish(browser: Browser, domain: string): Promise<void> {
  const { record } = (await stateOf(browser, domain)) ?? { record: { name: '', value: '' } };
  names.records.set(record.name, [...(names.records.get(record.name) ?? ['v=spf1 -all']), record.value]);
}

it('proves a domain by its TXT record, and says which one is missing', async () => {
  expect(await add(owner, 'Padaria.Example')).toBe(200);
  const before = await stateOf(owner, 'padaria.example');
  expect(before).toMatchObject({ verifiedAt: null, record: { name: '_svc-sign-in.padaria.example' } });
  const missing = await verify(owner, 'padaria.example');
  expect([missing.status, missing.body.message]).toEqual([409, expect.stringContaining(before?.record.value ?? 'x')]);
  await publish(owner, 'padaria.example');
  expect((await verify(owner, 'padaria.example')).status).toBe(200);
  expect(await stateOf(owner, 'padaria.example')).toMatchObject({ verifiedBy: 'DNS', verifiedAt: expect.any(String) });
});

it('refuses what is no domain', async () => {
  for (const domain of ['com', '127.0.0.1', 'a b.example', '*.example.com', 'x'.repeat(64).concat('.example')]) {
    expect([domain, await add(owner, domain)]).toEqual([domain, 400]);
  }
});

it('is not proved by the record of another organization', async () => {
  await add(owner, 'loja.example');
  await add(stranger, 'loja.example');
  await publish(owner, 'loja.example');
  expect((await verify(stranger, 'loja.example')).status).toBe(409);
});

it('is proved by two organizations at once, and lost by one whose record is gone when another proves it', async () => {
  for (const browser of [owner, stranger]) {
    await add(browser, 'fabrica.example');
    await publish(browser, 'fabrica.example');
    expect((await verify(browser, 'fabrica.example')).status).toBe(200);
  }
  expect((await stateOf(owner, 'fabrica.example'))?.verifiedBy).toBe('DNS');
  // Another company buys the domain.
  names.records.clear();
  await publish(stranger, 'fabrica.example');
  expect((await verify(stranger, 'fabrica.example')).status).toBe(200);
  expect((await stateOf(owner, 'fabrica.example'))?.verifiedBy).toBeNull();
  expect((await stateOf(stranger, 'fabrica.example'))?.verifiedBy).toBe('DNS');
  const { body } = await owner.call<{ items: { kind: string }[] }>('/audit?kind=sso.domain_lost');
  expect(body.items.map(({ kind }) => kind)).toEqual(['sso.domain_lost']);
});

it('finds the organizations of an address, and answers in one form for every other', async () => {
  const find = (email: string) => openBrowser(service.baseUrl).call('/auth/sso/find', { body: { email } });
  const none = await find('ana@unknown.example');
  expect([none.status, none.body]).toEqual([200, { organizations: [] }]);
  // A domain that is proved, of an organization without a directory.
  expect((await find('ana@fabrica.example')).body).toEqual({ organizations: [] });
  const connection = {
    ...{ issuer: 'https://login.example', clientId: 'svc', clientSecret: 'x', scopes: [], roleClaim: null, roles: [] },
    ...{ defaultRole: 'MEMBER', enabled: true, required: false, breakGlass: [], sessionHours: 12 },
  };
  expect((await stranger.call('/sso', { method: 'PUT', body: connection })).status).toBe(200);
  const { organization } = (await stranger.call<Me>('/me')).body;
  const found = { organizations: [{ id: organization.id, name: organization.name }] };
  expect((await find('Ana@FABRICA.example')).body).toEqual(found);
  for (const email of ['ana', '@', 'ana@', 'ana@padaria.example']) {
    expect((await find(email.padEnd(3))).body).toEqual({ organizations: [] });
  }
});
