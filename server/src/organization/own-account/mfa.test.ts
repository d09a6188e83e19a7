// SPDX-License-Identifier: Apache-2.0
/** Guarantee: codes of an app and recovery codes work once each, on any process, and are not guessed. */
import type { Me, MfaSetup, RecoveryCodes, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUp, signUpVerified } from '#harness/people';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openBrowser } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let post: Post;
beforeAll(async () => {
  service = await openOrganization();
  other = await otherProcess(service);
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await other.stop();
  await service.stop();
});

const logIn = ({ email }: { email: string }, mfaCode?: string, at = service) =>
  openBrowser(at.baseUrl).call<SignedIn & { error?: string }>('/auth/login', {
    body: { email, password: NEW_PASSWORD, ...(mfaCode !== undefined && { mfaCode }) },
  });
const mfaOf = async ({ browser }: SignedUp) => (await browser.call<Me>('/me')).body.mfa;

describe('an authenticator app', () => {
  it('counts once a code was shown; from then on a password alone is not enough', async () => {
    startOfStep();
    const ana = await signUp(service, mailOf('ana'));
    const setup = (await ana.browser.call<MfaSetup>('/me/mfa/setup', { method: 'POST' })).body;
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(setup.otpauthUrl);
    expect([url.protocol, url.host, url.searchParams.get('secret'), url.searchParams.get('period')]).toEqual([
      'otpauth:',
      'totp',
      setup.secret,
      '30',
    ]);
    expect((await logIn(ana)).status).toBe(200);
    const wrong = await ana.browser.call('/me/mfa/enable', { body: { code: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['code']]);
    const { status, body } = await ana.browser.call<RecoveryCodes>('/me/mfa/enable', {
      body: { code: codeOf(setup.secret) },
    });
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await mfaOf(ana)).toEqual({ totp: true, passkeys: 0, recoveryCodes: 10 });
    const refused = await logIn(ana);
    expect([refused.status, refused.body.error]).toEqual([401, 'mfa_required']);
    // The code that enabled it is used up.
    expect((await logIn(ana, codeOf(setup.secret))).status).toBe(401);
    expect((await logIn(ana, codeOf(setup.secret, 1))).status).toBe(200);
    const again = await ana.browser.call('/me/mfa/setup', { method: 'POST' });
    expect([again.status, again.body.error]).toEqual([409, 'conflict']);
    const rows = await readRows(service.database, 'SELECT secret FROM svc.account_totp');
    for (const { secret } of rows) expect(secret).toMatch(/^v1\./);
  });

  it('asks for the password first: a code alone tells nothing about an account', async () => {
    const bea = await signUp(service, mailOf('bea'));
    await setUpCodes(bea.browser);
    const wrong = { email: bea.email, password: 'not this one at all' };
    const unknown = { email: mailOf('unknown'), password: 'not this one at all' };
    for (const body of [wrong, { ...wrong, mfaCode: '123456' }, unknown, { ...unknown, mfaCode: '123456' }]) {
      const answer = await openBrowser(service.baseUrl).call('/auth/login', { body });
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_credentials']);
    }
  });

  it('takes a code of the step before and after, each once over two processes, and no older one', async () => {
    startOfStep();
    const eva = await signUp(service, mailOf('eva'));
    const { secret } = await setUpCodes(eva.browser);
    expect((await logIn(eva, codeOf(secret, -1))).status).toBe(401);
    const answers = await Promise.all([service, other, service, other].map((at) => logIn(eva, codeOf(secret), at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await logIn(eva, ` ${codeOf(secret, 1).slice(0, 3)} ${codeOf(secret, 1).slice(3)} `)).status).toBe(200);
  });

  it('is guessed five times a minute at most, on any process, and others are not hindered', async () => {
    startOfStep();
    const ida = await signUp(service, mailOf('ida'));
    const uma = await signUp(service, mailOf('uma'));
    const { secret } = await setUpCodes(ida.browser);
    const { secret: another } = await setUpCodes(uma.browser);
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
    const statuses = [];
    for (let index = 0; index < 7; index += 1)
      statuses.push((await logIn(ida, wrong, index % 2 ? service : other)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const limited = await logIn(ida, codeOf(secret));
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await logIn(uma, codeOf(another))).status).toBe(200);
  });

  it('is turned off by password and code, after a recent sign-in, and is told by mail', async () => {
    startOfStep();
    const rui = await signUpVerified(service, post, mailOf('rui'));
    const { secret } = await setUpCodes(rui.browser);
    const off = (body: object) => rui.browser.call('/me/mfa/disable', { body });
    expect((await off({ password: 'not this one at all', code: codeOf(secret) })).status).toBe(401);
    expect((await off({ password: NEW_PASSWORD })).status).toBe(401);
    service.clock.move('10m');
    expect((await off({ password: NEW_PASSWORD, code: codeOf(secret) })).body.error).toBe('reauthentication_required');
    const confirm = (body: object) => rui.browser.call('/auth/reauthenticate', { body });
    expect((await confirm({ password: NEW_PASSWORD })).body.error).toBe('mfa_required');
    expect((await confirm({ password: NEW_PASSWORD, mfaCode: codeOf(secret) })).status).toBe(204);
    expect((await off({ password: NEW_PASSWORD, code: codeOf(secret, 1) })).status).toBe(204);
    expect(await mfaOf(rui)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
    expect((await logIn(rui)).status).toBe(200);
    const texts = (await post.fetch(rui.email)).map(({ text }) => text).join('\n');
    expect(texts).toContain('An authenticator app was set up.');
    expect(texts).toContain('The authenticator app was turned off.');
  });
});

describe('recovery codes', () => {
  it('work once each, on one of two processes, in any letter case and grouping', async () => {
    const lia = await signUp(service, mailOf('lia'));
    const { recoveryCodes } = await setUpCodes(lia.browser);
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all([service, other, service].map((at) => logIn(lia, first, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await logIn(lia, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await mfaOf(lia)).recoveryCodes).toBe(8);
    const stored = await readRows(service.database, 'SELECT code_hash FROM svc.account_recovery_codes');
    for (const { code_hash } of stored) expect(code_hash).toHaveLength(32);
  });

  it('are ten new ones on request, and the old ones end', async () => {
    const mia = await signUp(service, mailOf('mia'));
    const { recoveryCodes } = await setUpCodes(mia.browser);
    const [first = '', second = ''] = recoveryCodes;
    const { status, body } = await mia.browser.call<RecoveryCodes>('/me/mfa/recovery-codes', {
      body: { password: NEW_PASSWORD, code: first },
    });
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await logIn(mia, second)).status).toBe(401);
    expect((await logIn(mia, body.recoveryCodes[9])).status).toBe(200);
  });

  it('are for an account with a second factor', async () => {
    const noe = await signUp(service, mailOf('noe'));
    const { status } = await noe.browser.call('/me/mfa/recovery-codes', { body: { password: NEW_PASSWORD } });
    expect(status).toBe(409);
    expect((await noe.browser.call('/me/mfa/enable', { body: { code: '123456' } })).status).toBe(409);
    expect((await noe.browser.call('/me/mfa/disable', { body: { password: NEW_PASSWORD } })).status).toBe(409);
  });
});

describe('an organization that asks for a second factor', () => {
  it('opens the set-up alone to a member without one, until there is one', async () => {
    const oto = await signUp(service, mailOf('oto'));
    const require = 'UPDATE svc.organizations SET require_mfa = true WHERE organization_id = $1';
    await readRows(service.database, require, [oto.signedIn.organization.id]);
    const refused = await oto.browser.call('/organization');
    expect([refused.status, refused.body.error]).toEqual([403, 'mfa_setup_required']);
    expect((await oto.browser.call('/reviews')).status).toBe(403);
    expect((await oto.browser.call<Me>('/me')).body.needs).toEqual(['EMAIL_VERIFICATION', 'MFA_SETUP']);
    expect((await oto.browser.call('/me/passkeys')).status).toBe(200);
    await setUpCodes(oto.browser);
    expect((await oto.browser.call('/organization')).status).toBe(200);
    expect((await oto.browser.call<Me>('/me')).body.needs).toEqual(['EMAIL_VERIFICATION']);
  });
});

describe('an address that was not proven', () => {
  it('loses the second factors of the time before with its first reset: another person may have made the account', async () => {
    const eve = await signUp(service, mailOf('victim'));
    await setUpCodes(eve.browser);
    await post.fetch();
    await openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email: eve.email } });
    const token = await post.token(eve.email);
    const password = 'the own password of the victim';
    expect(
      (await openBrowser(service.baseUrl).call('/auth/password/reset', { body: { token, password } })).status,
    ).toBe(204);
    expect((await eve.browser.call('/me')).status).toBe(401);
    const answer = await openBrowser(service.baseUrl).call('/auth/login', { body: { email: eve.email, password } });
    expect(answer.status).toBe(200);
  });
});
