// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person with the password guesses few codes, the owner is told, and is not locked out with them. */
import { MFA_FAILURES_PER_PASSWORD } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUpVerified } from '#harness/people';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { openBrowser } from '#harness/service/sessions.ts';

const OTHER_PASSWORD = 'another password of mine';

let service: TestService;
let proxied: TestService;
let post: Post;
beforeAll(async () => {
  service = await openOrganization();
  proxied = await otherProcess(service);
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await proxied.stop();
  await service.stop();
});

interface Attempt {
  from?: string;
  cookies?: ReadonlyMap<string, string>;
  password?: string;
}

async function logIn({ email }: SignedUp, mfaCode: string, { from = '192.0.2.1', cookies, password }: Attempt = {}) {
  const browser = openBrowser(proxied.baseUrl, cookies);
  const { status, body } = await browser.call('/auth/login', {
    headers: { 'x-forwarded-for': from },
    body: { email, password: password ?? NEW_PASSWORD, mfaCode },
  });
  return status === 200 ? status : body.error;
}
const wrongFor = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
const guess = async (person: SignedUp, secret: string, times: number, from: string) => {
  for (let index = 0; index < times; index += 1) {
    expect(await logIn(person, wrongFor(secret), { from })).toBe('invalid_credentials');
  }
};
const subjects = async (to: string) => (await post.fetch(to)).map(({ subject }) => subject);
const KNOWN = 'Your password is known to another person / Outra pessoa conhece sua senha';

it('the first full minute of wrong codes is told by mail, once', async () => {
  startOfStep();
  const ana = await signUpVerified(service, post, mailOf('ana'));
  const { secret } = await setUpCodes(ana.browser);
  await post.fetch();
  await guess(ana, secret, 4, '192.0.2.1');
  expect(await subjects(ana.email)).toEqual([]);
  await guess(ana, secret, 1, '192.0.2.1');
  expect(await subjects(ana.email)).toEqual([KNOWN]);
  await guess(ana, secret, 5, '192.0.2.2');
  expect(await subjects(ana.email)).toEqual([]);
});

it('the owner goes on from a known browser, and from another address', async () => {
  startOfStep();
  const bea = await signUpVerified(service, post, mailOf('bea'));
  const { secret } = await setUpCodes(bea.browser);
  const from = '192.0.2.9';
  await guess(bea, secret, 5, from);
  expect(await logIn(bea, codeOf(secret), { from })).toBe('rate_limited');
  expect(await logIn(bea, codeOf(secret), { from, cookies: bea.browser.cookies })).toBe(200);
  expect(await logIn(bea, codeOf(secret, 1), { from: '192.0.2.10' })).toBe(200);
});

it('an address guesses ten times an hour and twenty times a day', async () => {
  startOfStep();
  const eva = await signUpVerified(service, post, mailOf('eva'));
  const { secret } = await setUpCodes(eva.browser);
  const from = '192.0.2.20';
  for (const pause of ['2m', '59m', '2m', '59m'] as const) {
    await guess(eva, secret, 5, from);
    service.clock.move(pause);
  }
  expect(await logIn(eva, wrongFor(secret), { from })).toBe('rate_limited');
  service.clock.move('24h');
  expect(await logIn(eva, wrongFor(secret), { from })).toBe('invalid_credentials');
});

/** From many addresses, as often as a password allows. */
async function guessAll(name: string) {
  startOfStep();
  const person = await signUpVerified(service, post, mailOf(name));
  const { secret } = await setUpCodes(person.browser);
  for (let address = 0; address < MFA_FAILURES_PER_PASSWORD / 5; address += 1) {
    await guess(person, secret, 5, `198.51.100.${address}`);
  }
  return { person, secret };
}

it('a known browser goes on after fifty wrong codes of others', async () => {
  const { person, secret } = await guessAll('uma');
  expect(await logIn(person, codeOf(secret), { from: '203.0.113.1' })).toBe('new_password_required');
  expect(await logIn(person, codeOf(secret), { cookies: person.browser.cookies })).toBe(200);
});

it('fifty wrong codes demand a new password, from wherever they come', async () => {
  const { person: ida, secret } = await guessAll('ida');
  expect(await logIn(ida, codeOf(secret), { from: '203.0.113.1' })).toBe('new_password_required');
  service.clock.move('48h');
  startOfStep();
  expect(await logIn(ida, codeOf(secret), { from: '203.0.113.1' })).toBe('new_password_required');
  await post.fetch();
  await openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email: ida.email } });
  const body = { token: await post.token(ida.email), password: OTHER_PASSWORD };
  expect((await openBrowser(service.baseUrl).call('/auth/password/reset', { body })).status).toBe(204);
  const password = OTHER_PASSWORD;
  expect(await logIn(ida, codeOf(secret), { from: '203.0.113.1', password })).toBe(200);
});
