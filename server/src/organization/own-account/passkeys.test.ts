// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a passkey signs in its own person, here, once for each challenge, and only when it verified the person. */
import type { Me, PasskeyCreated, PasskeyList, PasskeyOptions, PasskeySignInOptions, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUp, signUpVerified } from '#harness/people';
import { type Authenticator, createAuthenticator, type Faults } from '#harness/people/authenticator.ts';
import { setUpCodes } from '#harness/people/codes.ts';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { type Browser, openBrowser } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let post: Post;
beforeAll(async () => {
  service = await openOrganization();
  // Both processes stand behind one address: whichever takes a challenge accepts the answer to it.
  other = await otherProcess(service);
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await other.stop();
  await service.stop();
});

const optionsFor = async ({ browser }: SignedUp) =>
  (await browser.call<PasskeyOptions>('/me/passkeys/options', { method: 'POST' })).body;
const newAuthenticator = () => createAuthenticator(service.baseUrl);

async function register(person: SignedUp, authenticator = newAuthenticator(), name = 'Phone') {
  const response = authenticator.create(await optionsFor(person));
  const answer = await person.browser.call<PasskeyCreated>('/me/passkeys', { body: { name, response } });
  return { authenticator, answer };
}

const challenge = async (at = service) =>
  (await openBrowser(at.baseUrl).call<PasskeySignInOptions>('/auth/passkey/options', { method: 'POST' })).body;

async function signInBy(authenticator: Authenticator, faults: Faults = {}) {
  const browser = openBrowser(service.baseUrl);
  const response = authenticator.get(await challenge(), faults);
  return { browser, response, answer: await browser.call<SignedIn>('/auth/passkey', { body: { response } }) };
}
const send = (response: object, at = service) => openBrowser(at.baseUrl).call('/auth/passkey', { body: { response } });

describe('adding a passkey', () => {
  it('asks for a discoverable one with user verification, and gives recovery codes with the first factor', async () => {
    const ana = await signUp(service, mailOf('ana'));
    const options = await optionsFor(ana);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'svc' },
      user: { name: mailOf('ana'), displayName: 'Ana Lima' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { answer } = await register(ana);
    expect(answer.status).toBe(201);
    expect(answer.body.recoveryCodes).toHaveLength(10);
    const second = await register(ana, newAuthenticator(), 'Key 🔑');
    expect(second.answer.body.recoveryCodes).toBeNull();
    const { items } = (await ana.browser.call<PasskeyList>('/me/passkeys')).body;
    expect(items.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ['Phone', null],
      ['Key 🔑', null],
    ]);
    expect((await optionsFor(ana)).excludeCredentials).toHaveLength(2);
    expect((await ana.browser.call<Me>('/me')).body.mfa).toEqual({ totp: false, passkeys: 2, recoveryCodes: 10 });
  });

  it.each<[string, Faults & { format?: string }]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['no user verification', { isUnverified: true }],
    ['a sign-in instead', { type: 'webauthn.get' }],
    ['certificates that were not asked for', { format: 'packed' }],
    ['an attestation of another form', { format: 'android-key' }],
    ['an unknown attestation', { format: 'x' }],
  ])('refuses %s', async (_what, faults) => {
    const person = await signUp(service, mailOf(`a${crypto.randomUUID()}`));
    const response = newAuthenticator().create(await optionsFor(person), faults);
    const { status, body } = await person.browser.call('/me/passkeys', { body: { name: 'Phone', response } });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['response']]);
    expect((await person.browser.call<PasskeyList>('/me/passkeys')).body.items).toEqual([]);
  });

  it('takes each challenge once over two processes, and from the person alone who asked for it', async () => {
    const bea = await signUp(service, mailOf('bea'));
    const eve = await signUp(service, mailOf('eve'));
    const options = await optionsFor(bea);
    const foreign = newAuthenticator().create(options);
    expect((await eve.browser.call('/me/passkeys', { body: { name: 'x', response: foreign } })).status).toBe(400);
    const browsers = [openBrowser(other.baseUrl, bea.browser.cookies), bea.browser, bea.browser];
    const answers = await Promise.all(
      browsers.map((browser) =>
        browser.call('/me/passkeys', {
          origin: service.baseUrl,
          body: { name: 'x', response: newAuthenticator().create(options) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const late = await optionsFor(bea);
    service.clock.move('5m');
    const { status } = await bea.browser.call('/me/passkeys', {
      body: { name: 'x', response: newAuthenticator().create(late) },
    });
    expect(status).toBe(400);
  });

  it('refuses a credential of another account, hostile answers and names, and one too many', async () => {
    const ida = await signUp(service, mailOf('ida'));
    const uma = await signUp(service, mailOf('uma'));
    const { authenticator } = await register(ida);
    expect((await register(uma, authenticator)).answer.status).toBe(409);
    const good = newAuthenticator().create(await optionsFor(uma));
    const hostile = [
      { ...good, response: { ...good.response, attestationObject: 'AAAA' } },
      {
        ...good,
        response: { ...good.response, attestationObject: Buffer.from([0xbf, 0x9f, 0x5f]).toString('base64url') },
      },
      { ...good, response: { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') } },
      { ...good, id: 'other' },
      { ...good, response: {} },
      'text',
    ];
    for (const response of hostile) {
      expect((await uma.browser.call('/me/passkeys', { body: { name: 'x', response } })).status).toBe(400);
    }
    expect((await register(uma, newAuthenticator(), 'a\u202eb')).answer.status).toBe(400);
    for (let index = 0; index < 20; index += 1) expect((await register(uma)).answer.status).toBe(201);
    expect((await register(uma)).answer.status).toBe(409);
  });
});

describe('signing in by a passkey', () => {
  it('needs nothing else, counts as both factors, and shows its last use', async () => {
    const ana = await signUp(service, mailOf('ana2'));
    await setUpCodes(ana.browser);
    const { authenticator } = await register(ana);
    const { browser, answer } = await signInBy(authenticator);
    expect([answer.status, answer.body.user.id]).toEqual([200, ana.signedIn.user.id]);
    expect((await browser.call('/me')).status).toBe(200);
    const { items } = (await browser.call<PasskeyList>('/me/passkeys')).body;
    expect(items[0]?.lastUsedAt).not.toBeNull();
    expect((await browser.call<{ items: { details: object }[] }>('/me/activity')).body.items[0]?.details).toEqual({
      method: 'passkey',
    });
  });

  it.each<[string, Faults]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['no user verification', { isUnverified: true }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['the handle of another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['a count that does not go on', { counter: 1 }],
  ])('refuses %s', async (_what, faults) => {
    const person = await signUp(service, mailOf(`s${crypto.randomUUID()}`));
    const { authenticator } = await register(person);
    expect((await signInBy(authenticator)).answer.status).toBe(200);
    const { answer } = await signInBy(authenticator, faults);
    expect([answer.status, (answer.body as { error?: string }).error]).toEqual([401, 'invalid_credentials']);
  });

  it('takes an answer once over two processes, and no unknown passkey', async () => {
    const bea = await signUp(service, mailOf('bea2'));
    const { authenticator } = await register(bea);
    const response = authenticator.get(await challenge(other));
    const answers = await Promise.all([service, other, service, other].map((at) => send(response, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await signInBy(newAuthenticator())).answer.status).toBe(401);
    const signature = authenticator.get(await challenge());
    const forged = { ...signature, response: { ...signature.response, signature: 'AAAA' } };
    expect((await send(forged)).status).toBe(401);
    for (const body of [{}, { response: null }, { response: { id: 7 } }, { response: signature, more: 1 }]) {
      expect((await openBrowser(service.baseUrl).call('/auth/passkey', { body })).status).toBe(400);
    }
  });

  it('works with an authenticator that does not count', async () => {
    const eva = await signUp(service, mailOf('eva'));
    const authenticator = newAuthenticator();
    const response = authenticator.create(await optionsFor(eva), { counter: 0 });
    expect((await eva.browser.call('/me/passkeys', { body: { name: 'Cloud', response } })).status).toBe(201);
    for (let index = 0; index < 2; index += 1) {
      expect((await signInBy(authenticator, { counter: 0 })).answer.status).toBe(200);
    }
  });
});

describe('a passkey as second factor', () => {
  it('is asked for after a password, and must be the same person’s', async () => {
    const ana = await signUp(service, mailOf('ana3'));
    const eve = await signUp(service, mailOf('eve3'));
    const { authenticator, answer: made } = await register(ana);
    const { authenticator: foreign } = await register(eve);
    const logIn = (more: object = {}) =>
      openBrowser(service.baseUrl).call('/auth/login', { body: { email: ana.email, password: NEW_PASSWORD, ...more } });
    expect((await logIn()).body.error).toBe('mfa_required');
    expect((await logIn({ passkey: foreign.get(await challenge()) })).status).toBe(401);
    expect((await logIn({ passkey: authenticator.get(await challenge()) })).status).toBe(200);
    expect((await logIn({ mfaCode: made.body.recoveryCodes?.[0] })).status).toBe(200);
  });

  it('confirms a person by itself', async () => {
    const ida = await signUp(service, mailOf('ida3'));
    const { authenticator } = await register(ida);
    const { authenticator: foreign } = await register(await signUp(service, mailOf('eve4')));
    const confirm = (body: object) => ida.browser.call('/auth/reauthenticate', { body });
    expect((await confirm({})).status).toBe(400);
    expect((await confirm({ passkey: foreign.get(await challenge()) })).status).toBe(401);
    expect((await confirm({ passkey: authenticator.get(await challenge()) })).status).toBe(204);
    expect((await confirm({ password: NEW_PASSWORD })).body.error).toBe('mfa_required');
  });
});

describe('removing a passkey', () => {
  it('needs a recent sign-in, is the own person’s alone, ends recovery codes with the last factor, and is told', async () => {
    const ana = await signUpVerified(service, post, mailOf('ana4'));
    const eve = await signUp(service, mailOf('eve5'));
    const { authenticator, answer } = await register(ana);
    const remove = (browser: Browser) => browser.call(`/me/passkeys/${answer.body.id}`, { method: 'DELETE' });
    expect((await remove(eve.browser)).status).toBe(404);
    service.clock.move('10m');
    expect((await remove(ana.browser)).body.error).toBe('reauthentication_required');
    const { browser } = await signInBy(authenticator);
    expect((await remove(browser)).status).toBe(204);
    expect((await remove(browser)).status).toBe(404);
    expect((await browser.call<Me>('/me')).body.mfa).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
    expect((await signInBy(authenticator)).answer.status).toBe(401);
    const texts = (await post.fetch(ana.email)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('A passkey was added.'))).toBe(true);
    expect(texts.some((text) => text.includes('A passkey was removed.'))).toBe(true);
  });
});
