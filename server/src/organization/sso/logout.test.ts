// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a sign-out reaches the directory, a logout token of the directory ends sessions once, and a confirmation is a new sign-in there. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, finish, openCompany } from '#harness/directory/company.ts';
import { openOrganization, PEOPLE } from '#harness/service';
import { acmeWithPeople, type Browser, signIn } from '#harness/service/sessions.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const person = (sub: string, groups = ['people']) => ({ sub, email: `${sub}@${company.domain}`, groups });
const isIn = async (browser: Browser) => (await browser.call('/me')).status === 200;

it('signs out here and at the directory', async () => {
  const { browser } = await company.enter(person('olga'));
  const idToken = browser.cookies.get('__Secure-svc_directory') ?? '';
  const access = new Map(browser.cookies);
  const { body } = await browser.call<{ url: string }>('/auth/sso/logout', { method: 'POST' });
  const url = new URL(body.url);
  expect(url.origin).toBe(company.directory.issuer);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: company.directory.clientId,
    id_token_hint: idToken,
    post_logout_redirect_uri: `${company.service.baseUrl}/app/sign-in`,
  });
  for (const [name, value] of access) browser.cookies.set(name, value);
  expect(await isIn(browser)).toBe(false);
  const owner = await signIn(company.service.baseUrl, PEOPLE.owner);
  expect((await owner.call<{ url: null }>('/auth/sso/logout', { method: 'POST' })).body.url).toBeNull();
  expect(await isIn(owner)).toBe(false);
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tokenOf = (change: JWTPayload, header?: Record<string, unknown>) => {
    const now = Math.floor(Date.now() / 1_000);
    const usual = {
      ...{ iss: company.directory.issuer, aud: company.directory.clientId, iat: now, exp: now + 120 },
      ...{ jti: crypto.randomUUID(), events: EVENTS },
    };
    return company.directory.sign({ ...usual, ...change }, { typ: 'logout+jwt', ...header });
  };
  const send = async (token: string) => {
    const address = `${company.service.baseUrl}/sso/${company.organizationId}/logout`;
    return (await fetch(address, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })).status;
  };

  it('ends the sessions of its person, and of no other', async () => {
    const [one, two, other] = [
      (await company.enter(person('pia'))).browser,
      (await company.enter(person('pia'))).browser,
      (await company.enter(person('quim'))).browser,
    ];
    expect(await send(await tokenOf({ sub: 'pia' }))).toBe(200);
    expect([await isIn(one), await isIn(two), await isIn(other)]).toEqual([false, false, true]);
  });

  it('counts once', async () => {
    const token = await tokenOf({ sub: 'rita' });
    expect(await send(token)).toBe(200);
    const { browser } = await company.enter(person('rita'));
    expect(await send(token)).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  const HOSTILE: Readonly<Record<string, JWTPayload>> = {
    'of another issuer': { iss: 'https://elsewhere.test' },
    'for another client': { aud: 'another' },
    'with a nonce': { nonce: 'an ID token' },
    'without an event': { events: {} },
    'of an hour ago': { iat: Math.floor(Date.now() / 1_000) - 3_600, exp: Math.floor(Date.now() / 1_000) + 60 },
    'that is over': { exp: Math.floor(Date.now() / 1_000) - 120 },
    'of no person and no session': { sub: undefined as never },
  };
  it.each(Object.entries(HOSTILE))('%s ends nothing', async (_name, change) => {
    const { browser } = await company.enter(person('sara'));
    expect(await send(await tokenOf({ sub: 'sara', ...change }))).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  it('that is none ends nothing', async () => {
    for (const token of ['', 'x.y.z', 'x'.repeat(30_000)]) expect([400, 413]).toContain(await send(token));
    expect(await send(await tokenOf({ sub: 'sara', jti: undefined as never }))).toBe(400);
  });
});

describe('a confirmation', () => {
  const confirm = async (browser: Browser) => {
    const { body } = await browser.call<{ url: string }>('/auth/sso/confirm', { method: 'POST' });
    const returned = await company.directory.visit(body.url);
    return { url: new URL(body.url), ...(await finish(browser, company.organizationId, returned)) };
  };

  it('asks the person at the directory, and opens what needs a recent sign-in', async () => {
    const { browser } = await company.enter(person('tina', ['owners']));
    company.service.clock.move('11m');
    const change = { method: 'PATCH', body: { role: 'ADMIN' } };
    const { body } = await company.owner.call<{ items: { id: string; email: string }[] }>('/members');
    const id = body.items.find(({ email }) => email.startsWith('member'))?.id;
    expect((await browser.call(`/members/${id}`, change)).body.error).toBe('reauthentication_required');
    company.directory.forge = (claims, sign) => {
      const now = Math.floor(company.service.clock.nowMs() / 1_000);
      return sign({ ...claims, iat: now, exp: now + 60, auth_time: now });
    };
    const confirmed = await confirm(browser);
    expect([confirmed.url.searchParams.get('prompt'), confirmed.url.searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
    expect(confirmed.status).toBe(200);
    expect((await browser.call(`/members/${id}`, change)).status).toBe(200);
  });

  it('is refused without a new sign-in, and by another person', async () => {
    const at = () => Math.floor(company.service.clock.nowMs() / 1_000);
    const forge = (change: JWTPayload) => {
      company.directory.forge = (claims, sign) => sign({ ...claims, iat: at(), exp: at() + 60, ...change });
    };
    forge({});
    const { browser } = await company.enter(person('ugo', ['owners']));
    forge({ auth_time: at() - 600 });
    expect((await confirm(browser)).body.reason).toBe('NOT_RECENT');
    forge({ auth_time: undefined });
    expect((await confirm(browser)).body.reason).toBe('NOT_RECENT');
    forge({ auth_time: at(), sub: 'tina' });
    expect((await confirm(browser)).body.reason).toBe('OTHER_PERSON');
    expect((await company.owner.call('/auth/sso/confirm', { method: 'POST' })).status).toBe(404);
  });
});
