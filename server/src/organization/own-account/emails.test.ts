// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an address counts once its link was opened, links work once, and no answer tells who has an account. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUp, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { openBrowser, signIn } from '#harness/service/sessions.ts';

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

/** By the password, which shows the maker of the account in any browser. */
const verify = (token: string, at = service) =>
  openBrowser(at.baseUrl).call('/auth/email/verify', { body: { token, password: NEW_PASSWORD } });
const meOf = async ({ browser }: SignedUp) => (await browser.call<Me>('/me')).body;
const change = ({ browser }: SignedUp, email: string, password = NEW_PASSWORD) =>
  browser.call('/me/email', { body: { email, password } });

describe('a new account', () => {
  it('works at once, says what it needs, and is proven by its link, once on two processes', async () => {
    const ana = await signUp(service, mailOf('ana'));
    expect(await meOf(ana)).toMatchObject({ verified: false, needs: ['EMAIL_VERIFICATION'] });
    const token = await post.token(mailOf('ana'));
    const answers = await Promise.all([service, other, service, other].map((at) => verify(token, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(await meOf(ana)).toMatchObject({ verified: true, needs: [] });
  });

  it('gets another link that ends the older one, and none when it is proven', async () => {
    const bea = await signUp(service, mailOf('bea'));
    const first = await post.token(mailOf('bea'));
    expect((await bea.browser.call('/me/email/verification', { method: 'POST' })).status).toBe(204);
    const second = await post.token(mailOf('bea'));
    expect((await verify(first)).status).toBe(400);
    expect((await verify(second)).status).toBe(204);
    expect((await bea.browser.call('/me/email/verification', { method: 'POST' })).status).toBe(204);
    expect(await post.fetch()).toEqual([]);
  });

  it('gets five mails an hour at most, and is told', async () => {
    const eva = await signUp(service, mailOf('eva'));
    const again = async () => (await eva.browser.call('/me/email/verification', { method: 'POST' })).status;
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push(await again());
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  it('is told of nothing else until then', async () => {
    const ida = await signUp(service, mailOf('ida'));
    await post.fetch();
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'another password of mine' };
    expect((await ida.browser.call('/me/password', { body })).status).toBe(204);
    expect(await post.fetch()).toEqual([]);
  });

  it('keeps its link for 24 hours', async () => {
    await signUp(service, mailOf('late'));
    const token = await post.token(mailOf('late'));
    service.clock.move('24h');
    expect((await verify(token)).status).toBe(400);
  });
});

describe('a changed address', () => {
  it('counts once its link was opened; the old one is told, and signs in no more', async () => {
    const ana = await signUpVerified(service, post, mailOf('old'));
    expect((await change(ana, mailOf('fresh'))).status).toBe(204);
    expect(await meOf(ana)).toMatchObject({ user: { email: mailOf('old') }, pendingEmail: mailOf('fresh') });
    const token = await post.token(mailOf('fresh'));
    await signIn(service.baseUrl, mailOf('old'), NEW_PASSWORD);
    await post.fetch();
    expect((await verify(token)).status).toBe(204);
    expect((await verify(token)).status).toBe(400);
    expect(await meOf(ana)).toMatchObject({ user: { email: mailOf('fresh') }, pendingEmail: null, verified: true });
    const letters = await post.fetch();
    expect(letters.map(({ to }) => to)).toEqual([mailOf('old')]);
    expect(letters[0]?.text).toContain(mailOf('fresh'));
    await signIn(service.baseUrl, mailOf('fresh'), NEW_PASSWORD);
    const body = { email: mailOf('old'), password: NEW_PASSWORD };
    expect((await openBrowser(service.baseUrl).call('/auth/login', { body })).status).toBe(401);
  });

  it('needs the password', async () => {
    const bea = await signUp(service, mailOf('bea2'));
    const refused = await change(bea, mailOf('x'), 'not this one at all');
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials']);
    expect((await change(bea, 'no address')).body.fields).toHaveProperty('email');
    expect((await change(bea, mailOf('bea2'))).body.fields).toHaveProperty('email');
  });

  it('of another account answers the same, and tells its person alone', async () => {
    await signUpVerified(service, post, mailOf('taken'));
    const eve = await signUpVerified(service, post, mailOf('eve'));
    const answer = await change(eve, mailOf('TAKEN'));
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    const letters = await post.fetch();
    expect(letters.map(({ to, token }) => [to, token])).toEqual([[mailOf('taken'), null]]);
    expect((await meOf(eve)).user.email).toBe(mailOf('eve'));
    // The profile tells no more than the answer does.
    expect((await meOf(eve)).pendingEmail).toBe(mailOf('TAKEN'));
    expect((await change(eve, mailOf('free'))).status).toBe(204);
    expect((await meOf(eve)).pendingEmail).toBe(mailOf('free'));
  });

  it('goes to one of two accounts that want it at once', async () => {
    const people = [
      await signUpVerified(service, post, mailOf('first', 'race')),
      await signUpVerified(service, post, mailOf('second', 'race')),
    ];
    const tokens: string[] = [];
    for (const person of people) {
      expect((await change(person, mailOf('wanted', 'race'))).status).toBe(204);
      tokens.push(await post.token(mailOf('wanted', 'race')));
    }
    const answers = await Promise.all(tokens.map((token, index) => verify(token, index === 0 ? service : other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const emails = await Promise.all(people.map(async (person) => (await meOf(person)).user.email));
    expect(emails.filter((email) => email === mailOf('wanted', 'race'))).toHaveLength(1);
  });

  it('ends the links that lie in the old mailbox', async () => {
    const uma = await signUpVerified(service, post, mailOf('uma'));
    await openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email: uma.email } });
    const reset = await post.token(uma.email);
    await change(uma, mailOf('uma-new'));
    expect((await verify(await post.token(mailOf('uma-new')))).status).toBe(204);
    const body = { token: reset, password: 'another password of mine' };
    expect((await openBrowser(service.baseUrl).call('/auth/password/reset', { body })).status).toBe(400);
  });

  it('that was asked for by a thief ends with a changed password', async () => {
    const rui = await signUpVerified(service, post, mailOf('rui'));
    await change(rui, mailOf('thief'));
    const token = await post.token(mailOf('thief'));
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'another password of mine' };
    expect((await rui.browser.call('/me/password', { body })).status).toBe(204);
    expect((await verify(token)).status).toBe(400);
    expect((await meOf(rui)).user.email).toBe(mailOf('rui'));
  });
});
