/** Guarantee: an address counts once its link was opened, links work once, and no answer tells who has an account. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUp, signUpVerified } from '#harness/people';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openBrowser, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let post: Post;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ database: service.database });
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await other.stop();
  await service.stop();
});

const verify = (token: string, at = service) => openBrowser(at.baseUrl).call('/auth/email/verify', { body: { token } });
const meOf = async ({ browser }: SignedUp) => (await browser.call<Me>('/me')).body;
const change = ({ browser }: SignedUp, email: string, password = NEW_PASSWORD) =>
  browser.call('/me/email', { body: { email, password } });

describe('a new account', () => {
  it('works at once, says what it needs, and is proven by its link, once on two processes', async () => {
    const ana = await signUp(service, 'ana@new.test');
    expect(await meOf(ana)).toMatchObject({ verified: false, needs: ['EMAIL_VERIFICATION'] });
    const token = await post.token('ana@new.test');
    const answers = await Promise.all([service, other, service, other].map((at) => verify(token, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(await meOf(ana)).toMatchObject({ verified: true, needs: [] });
  });

  it('gets another link that ends the older one, and none when it is proven', async () => {
    const bea = await signUp(service, 'bea@new.test');
    const first = await post.token('bea@new.test');
    expect((await bea.browser.call('/me/email/verification', { method: 'POST' })).status).toBe(204);
    const second = await post.token('bea@new.test');
    expect((await verify(first)).status).toBe(400);
    expect((await verify(second)).status).toBe(204);
    expect((await bea.browser.call('/me/email/verification', { method: 'POST' })).status).toBe(204);
    expect(await post.fetch()).toEqual([]);
  });

  it('gets five mails an hour at most, and is told', async () => {
    const eva = await signUp(service, 'eva@new.test');
    const again = async () => (await eva.browser.call('/me/email/verification', { method: 'POST' })).status;
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push(await again());
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  it('is told of nothing else until then', async () => {
    const ida = await signUp(service, 'ida@new.test');
    await post.fetch();
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'another password of mine' };
    expect((await ida.browser.call('/me/password', { body })).status).toBe(204);
    expect(await post.fetch()).toEqual([]);
  });

  it('keeps its link for 24 hours', async () => {
    await signUp(service, 'late@new.test');
    const token = await post.token('late@new.test');
    await readRows(service.database, "UPDATE svc.account_links SET expires_at = now() WHERE email = 'late@new.test'");
    expect((await verify(token)).status).toBe(400);
  });
});

describe('a changed address', () => {
  it('counts once its link was opened; the old one is told, and signs in no more', async () => {
    const ana = await signUpVerified(service, post, 'old@new.test');
    expect((await change(ana, 'fresh@new.test')).status).toBe(204);
    expect(await meOf(ana)).toMatchObject({ user: { email: 'old@new.test' }, pendingEmail: 'fresh@new.test' });
    const token = await post.token('fresh@new.test');
    await signIn(service.baseUrl, 'old@new.test', NEW_PASSWORD);
    await post.fetch();
    expect((await verify(token)).status).toBe(204);
    expect((await verify(token)).status).toBe(400);
    expect(await meOf(ana)).toMatchObject({ user: { email: 'fresh@new.test' }, pendingEmail: null, verified: true });
    const letters = await post.fetch();
    expect(letters.map(({ to }) => to)).toEqual(['old@new.test']);
    expect(letters[0]?.text).toContain('fresh@new.test');
    await signIn(service.baseUrl, 'fresh@new.test', NEW_PASSWORD);
    const body = { email: 'old@new.test', password: NEW_PASSWORD };
    expect((await openBrowser(service.baseUrl).call('/auth/login', { body })).status).toBe(401);
  });

  it('needs the password', async () => {
    const bea = await signUp(service, 'bea2@new.test');
    const refused = await change(bea, 'x@new.test', 'not this one at all');
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials']);
    expect((await change(bea, 'no address')).body.fields).toHaveProperty('email');
    expect((await change(bea, 'bea2@new.test')).body.fields).toHaveProperty('email');
  });

  it('of another account answers the same, and tells its person alone', async () => {
    await signUpVerified(service, post, 'taken@new.test');
    const eve = await signUpVerified(service, post, 'eve@new.test');
    const answer = await change(eve, 'TAKEN@new.test');
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    const letters = await post.fetch();
    expect(letters.map(({ to, token }) => [to, token])).toEqual([['taken@new.test', null]]);
    expect((await meOf(eve)).user.email).toBe('eve@new.test');
    // The profile tells no more than the answer does.
    expect((await meOf(eve)).pendingEmail).toBe('TAKEN@new.test');
    expect((await change(eve, 'free@new.test')).status).toBe(204);
    expect((await meOf(eve)).pendingEmail).toBe('free@new.test');
  });

  it('goes to one of two accounts that want it at once', async () => {
    const people = [
      await signUpVerified(service, post, 'first@race.test'),
      await signUpVerified(service, post, 'second@race.test'),
    ];
    const tokens: string[] = [];
    for (const person of people) {
      expect((await change(person, 'wanted@race.test')).status).toBe(204);
      tokens.push(await post.token('wanted@race.test'));
    }
    const answers = await Promise.all(tokens.map((token, index) => verify(token, index === 0 ? service : other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const emails = await Promise.all(people.map(async (person) => (await meOf(person)).user.email));
    expect(emails.filter((email) => email === 'wanted@race.test')).toHaveLength(1);
  });

  it('ends the links that lie in the old mailbox', async () => {
    const uma = await signUpVerified(service, post, 'uma@new.test');
    await openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email: uma.email } });
    const reset = await post.token(uma.email);
    await change(uma, 'uma-new@new.test');
    expect((await verify(await post.token('uma-new@new.test'))).status).toBe(204);
    const body = { token: reset, password: 'another password of mine' };
    expect((await openBrowser(service.baseUrl).call('/auth/password/reset', { body })).status).toBe(400);
  });

  it('that was asked for by a thief ends with a changed password', async () => {
    const rui = await signUpVerified(service, post, 'rui@new.test');
    await change(rui, 'thief@new.test');
    const token = await post.token('thief@new.test');
    const body = { currentPassword: NEW_PASSWORD, newPassword: 'another password of mine' };
    expect((await rui.browser.call('/me/password', { body })).status).toBe(204);
    expect((await verify(token)).status).toBe(400);
    expect((await meOf(rui)).user.email).toBe('rui@new.test');
  });
});
