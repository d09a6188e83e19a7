// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a password changes by the one before or by a link that works once, and never tells who has an account. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUp, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { openBrowser, signIn } from '#harness/service/sessions.ts';

const OTHER_PASSWORD = 'another password of mine';

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

const call = (path: string, body: object, at = service) => openBrowser(at.baseUrl).call(path, { body });
const forget = (email: string) => call('/auth/password/forgot', { email });
const reset = (token: string, password = OTHER_PASSWORD, at = service) =>
  call('/auth/password/reset', { token, password }, at);

/** With a Host of its own, which `fetch` does not send. @returns the status */
const sendAs = (headers: Record<string, string>, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers };
    const sent = request(`${service.baseUrl}/auth/password/forgot`, options, (answer) =>
      resolve(answer.resume().statusCode ?? 0),
    );
    sent.on('error', reject).end(body);
  });

describe('a forgotten password', () => {
  it('is replaced by a link that works once on two processes, and ends every session', async () => {
    const ana = await signUpVerified(service, post, mailOf('ana'));
    expect((await forget(mailOf('ANA'))).status).toBe(204);
    const token = await post.token(mailOf('ana'));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => reset(token, OTHER_PASSWORD, index % 2 === 0 ? service : other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400, 400]);
    expect((await reset(token)).body.fields).toEqual({ token: 'was used, or is over: ask for a new link' });
    expect((await ana.browser.call('/me')).status).toBe(401);
    expect((await ana.browser.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await call('/auth/login', { email: ana.email, password: NEW_PASSWORD })).status).toBe(401);
    const [told, ...more] = await post.fetch(ana.email);
    await signIn(service.baseUrl, ana.email, OTHER_PASSWORD);
    expect([told?.subject, more]).toEqual(['Your password was changed / Sua senha foi alterada', []]);
  });

  it('answers the same for a known, an unproven and an unknown address, with a mail for each', async () => {
    await signUpVerified(service, post, mailOf('known'));
    await signUp(service, mailOf('unproven'));
    await post.fetch();
    const addresses = [mailOf('known'), mailOf('unproven'), mailOf('unknown')];
    const answers = [];
    for (const address of addresses) answers.push(await forget(address));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(addresses.map(() => [204, undefined]));
    const letters = await post.fetch();
    expect(letters.map(({ to }) => to).sort()).toEqual([...addresses].sort());
    expect(letters.map(({ to, token }) => [to, token !== null])).toEqual(
      expect.arrayContaining([
        [mailOf('known'), true],
        [mailOf('unproven'), true],
        [mailOf('unknown'), false],
      ]),
    );
  });

  it('leads to the stored spelling of the address alone', async () => {
    await signUpVerified(service, post, mailOf('kate'));
    // The Kelvin sign is another character, and its small letter is the letter k.
    expect((await forget(mailOf('\u212aate'))).status).toBe(204);
    expect((await post.fetch()).map(({ to }) => to)).toEqual([mailOf('kate')]);
  });

  it('ends the older link by a newer one, and every link by time', async () => {
    await signUpVerified(service, post, mailOf('twice'));
    await forget(mailOf('twice'));
    const first = await post.token(mailOf('twice'));
    await forget(mailOf('twice'));
    const second = await post.token(mailOf('twice'));
    expect((await reset(first)).status).toBe(400);
    service.clock.move('1h');
    expect((await reset(second)).status).toBe(400);
  });

  it('keeps its link over a password that is refused', async () => {
    await signUpVerified(service, post, mailOf('weak'));
    await forget(mailOf('weak'));
    const token = await post.token(mailOf('weak'));
    const refused = await reset(token, 'qwerty123456');
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['password']]);
    expect((await reset(token)).status).toBe(204);
  });

  it('takes no link of another purpose, and no token of another form', async () => {
    const { browser } = await signUp(service, mailOf('purpose'));
    const verification = await post.token(mailOf('purpose'));
    for (const token of [verification, '', 'x'.repeat(43), `${verification.slice(0, -1)}=`]) {
      expect((await reset(token)).status).toBe(400);
    }
    expect((await browser.call('/auth/email/verify', { body: { token: verification } })).status).toBe(204);
  });

  it('asked for eight times at once is one mail, with the one link that works', async () => {
    await signUpVerified(service, post, mailOf('flood'));
    for (let index = 0; index < 8; index += 1) expect((await forget(mailOf('flood'))).status).toBe(204);
    const [letter, ...more] = await post.fetch(mailOf('flood'));
    expect([letter?.token, more]).toEqual([expect.any(String), []]);
    expect((await reset(letter?.token ?? '')).status).toBe(204);
  });

  it('leads to the address of the service, whatever host the request names', async () => {
    await signUpVerified(service, post, mailOf('host'));
    const evil = 'evil.test';
    const claims = { 'x-forwarded-host': evil, 'x-forwarded-proto': 'http', forwarded: `host=${evil}`, 'x-host': evil };
    const named = {
      ...claims,
      'x-original-host': evil,
      'x-original-url': `http://${evil}/`,
      referer: `http://${evil}/`,
    };
    for (const headers of [named, { ...named, host: evil }]) {
      const body = JSON.stringify({ email: mailOf('host') });
      expect(await sendAs({ ...headers, 'content-type': 'application/json', origin: service.baseUrl }, body)).toBe(204);
    }
    const letters = await post.fetch(mailOf('host'));
    expect(letters.length).toBeGreaterThan(0);
    for (const { raw, text } of letters) expect(raw + text).not.toContain(evil);
  });

  it('mails an address five times an hour at most', async () => {
    for (let index = 0; index < 8; index += 1) expect((await forget(mailOf('often'))).status).toBe(204);
    expect(await post.fetch(mailOf('often'))).toHaveLength(5);
  });
});

describe('a changed password', () => {
  const change = (person: Awaited<ReturnType<typeof signUp>>, body: object) =>
    person.browser.call('/me/password', { body });

  it('ends the other sessions and open links, keeps this one, and is told by mail', async () => {
    const bea = await signUpVerified(service, post, mailOf('bea'));
    const elsewhere = await signIn(other.baseUrl, bea.email, NEW_PASSWORD);
    await forget(bea.email);
    const token = await post.token(bea.email);
    const body = { currentPassword: NEW_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await change(bea, body)).status).toBe(204);
    expect((await bea.browser.call('/me')).status).toBe(200);
    expect((await elsewhere.call('/me')).status).toBe(401);
    expect((await reset(token)).status).toBe(400);
    const subjects = (await post.fetch(bea.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Your password was changed / Sua senha foi alterada']);
  });

  it('needs the password before, a good new one, and a recent sign-in', async () => {
    const eva = await signUp(service, mailOf('eva'));
    const wrong = await change(eva, { currentPassword: 'not this one at all', newPassword: OTHER_PASSWORD });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_credentials']);
    const weak = await change(eva, { currentPassword: NEW_PASSWORD, newPassword: 'short' });
    expect([weak.status, Object.keys(weak.body.fields ?? {})]).toEqual([400, ['newPassword']]);
    service.clock.move('10m');
    const body = { currentPassword: NEW_PASSWORD, newPassword: OTHER_PASSWORD };
    const late = await change(eva, body);
    expect([late.status, late.body.error]).toEqual([401, 'reauthentication_required']);
    const confirm = (password: string) => eva.browser.call('/auth/reauthenticate', { body: { password } });
    expect((await confirm('not this one at all')).status).toBe(401);
    expect((await change(eva, body)).body.error).toBe('reauthentication_required');
    expect((await confirm(NEW_PASSWORD)).status).toBe(204);
    expect((await change(eva, body)).status).toBe(204);
    service.clock.move('4m');
    expect((await change(eva, { ...body, currentPassword: OTHER_PASSWORD })).status).toBe(204);
  });

  it('of two at once on two processes, one wins', async () => {
    const ida = await signUp(service, mailOf('ida'));
    const second = openBrowser(other.baseUrl, ida.browser.cookies);
    const answers = await Promise.all(
      [ida.browser, second].map((browser, index) =>
        browser.call('/me/password', {
          body: { currentPassword: NEW_PASSWORD, newPassword: `${OTHER_PASSWORD} ${index}` },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 401)).toHaveLength(1);
    const index = statuses.indexOf(204);
    await signIn(service.baseUrl, ida.email, `${OTHER_PASSWORD} ${index}`);
  });

  it('counts its guesses with those of sign-ins', async () => {
    const uma = await signUp(service, mailOf('uma'));
    for (let index = 0; index < 10; index += 1) {
      const body = { currentPassword: 'not this one at all', newPassword: OTHER_PASSWORD };
      expect((await change(uma, body)).status).toBe(401);
    }
    expect((await call('/auth/login', { email: uma.email, password: NEW_PASSWORD })).status).toBe(429);
  });
});
