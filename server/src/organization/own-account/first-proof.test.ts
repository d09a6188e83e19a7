// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an account belongs to the person who first proves its address, and no longer to its maker. All that the
 * maker set up ends; keys, webhooks and integrations wait for an answer.
 */
import type {
  CreatedApiKey,
  CreatedWebhook,
  DeliveryList,
  Integration,
  Me,
  Organization,
  PasskeyOptions,
  PasskeySignInOptions,
  UnconfirmedAccess,
} from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendToMcp } from '#harness/mcp';
import { connectApp, refresh, type Tokens } from '#harness/oauth';
import { openPost, type Post, type SignedUp, signUp, signUpVerified } from '#harness/people';
import { type Authenticator, createAuthenticator } from '#harness/people/authenticator.ts';
import { setUpCodes } from '#harness/people/codes.ts';
import { call, mailOf, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type Receiver, startReceiver } from '#harness/webhooks';

const OWN_PASSWORD = 'the password of the right person';

let service: TestService;
let post: Post;
let receiver: Receiver;
let owner: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  post = await openPost(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await post.stop();
  await service.stop();
  await receiver.stop();
});

const send = (path: string, body: object, browser = openBrowser(service.baseUrl)) => browser.call(path, { body });
const verify = (body: object, browser?: Browser) => send('/auth/email/verify', body, browser);
const sqlOf = (email: string, statement: string) => readRows(service.database, statement, [email]);

interface Left {
  maker: SignedUp;
  authenticator: Authenticator;
  key: CreatedApiKey;
  webhookId: string;
  app: Tokens & { clientId: string };
}

/** A stranger signs up with the address of another person, and sets everything up. */
async function squat(email: string, factor: 'passkey' | 'codes'): Promise<Left> {
  const maker = await signUp(service, email);
  const { browser, signedIn } = maker;
  const ofOrganization = [signedIn.organization.id];
  await readRows(
    service.database,
    'UPDATE svc.organizations SET private_networks = true WHERE organization_id = $1',
    ofOrganization,
  );
  const key = (await browser.call<CreatedApiKey>('/api-keys', { body: { name: 'left', kind: 'LIVE' } })).body;
  const hook = await browser.call<CreatedWebhook>('/webhooks', { body: { url: `${receiver.url}/left` } });
  const checkpointUrl = `${receiver.url}/copies`;
  expect((await browser.call('/organization', { method: 'PATCH', body: { checkpointUrl } })).status).toBe(200);
  const slack = { kind: 'CHAT_WEBHOOK', provider: 'SLACK', channel: 'C1', botToken: 'xoxb-1', signingSecret: 's' };
  const chat = (await browser.call<Integration>('/integrations', { body: { name: 'chat', ...slack } })).body;
  await readRows(
    service.database,
    `INSERT INTO svc.chat_links (id, account_id, organization_id, integration_id, chat_team, chat_user, created_at,
       secret_digest)
     SELECT gen_random_uuid(), $2, $1, $3, 'T1', 'U1', now(), sha256('s')`,
    [...ofOrganization, signedIn.user.id, chat.id],
  );
  const app = await connectApp(service.baseUrl, browser);
  const authenticator = createAuthenticator(service.baseUrl);
  if (factor === 'codes') await setUpCodes(browser);
  else {
    const options = await browser.call<PasskeyOptions>('/me/passkeys/options', { method: 'POST' });
    const response = authenticator.create(options.body);
    expect((await browser.call('/me/passkeys', { body: { name: 'left', response } })).status).toBe(201);
  }
  expect([hook.status, (await call(service.baseUrl, '/v1/policies', { key: key.key })).status]).toEqual([201, 200]);
  return { maker, authenticator, key, webhookId: hook.body.id, app };
}

const policiesBy = (key: string) => call(service.baseUrl, '/v1/policies', { key });
const toolsBy = async (token: string) => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return (await sendToMcp(service.baseUrl, list, { authorization: `Bearer ${token}` })).status;
};

/** Nothing that was left opens the account, or acts as its person. */
async function expectShutOut(email: string, { maker, authenticator, key, app }: Left): Promise<void> {
  expect((await maker.browser.call('/me')).status).toBe(401);
  expect((await maker.browser.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
  expect((await send('/auth/login', { email, password: 'a password of nobody else' })).status).toBe(401);
  const visitor = openBrowser(service.baseUrl);
  const challenge = await visitor.call<PasskeySignInOptions>('/auth/passkey/options', { method: 'POST' });
  const response = authenticator.get(challenge.body);
  expect((await send('/auth/passkey', { response })).status).toBe(401);
  expect(await toolsBy(app.access_token)).toBe(401);
  expect((await refresh(service.baseUrl, app.clientId, app.refresh_token)).status).toBe(400);
  const refused = await policiesBy(key.key);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'The owner of the organization has yet to confirm its access: they sign in to the app and answer.',
  ]);
  const left = await sqlOf(
    email,
    `SELECT (SELECT count(*)::int FROM svc.chat_links l WHERE l.account_id = a.id) AS links,
       (SELECT count(*)::int FROM svc.account_devices d
         WHERE d.account_id = a.id AND d.last_used_at < a.email_verified_at) AS devices,
       (SELECT count(*)::int FROM svc.account_recovery_codes c WHERE c.account_id = a.id) AS codes
     FROM svc.accounts a WHERE email = $1`,
  );
  expect(left).toEqual([{ links: 0, devices: 0, codes: 0 }]);
}

/** Put back without an attempt, to be looked at again. */
const WAITING = { attempt: 0, step: 0, isClaimed: false, waits: true };
const waitsOf = (webhookId: string) =>
  readRows(
    service.database,
    `SELECT attempt, step, claimed_at IS NOT NULL AS "isClaimed", due_at > $2 AS waits FROM svc.webhook_outbox
     WHERE endpoint_id = $1`,
    [webhookId, service.clock.now()],
  );

const waitingOf = async (browser: Browser) =>
  (await browser.call<UnconfirmedAccess>('/me/unconfirmed-access')).body.organizations;
const answer = (browser: Browser, organizationId: string, word: string) =>
  send('/me/unconfirmed-access', { organizationId, answer: word }, browser);

/** The ways of a person to the account, each with the first proof of its address. */
const WAYS: readonly (readonly [string, (email: string) => Promise<void>])[] = [
  [
    'the link that verifies the address',
    async (email) => {
      const token = await post.token(email);
      const asked = await verify({ token });
      expect([asked.status, asked.body.error]).toEqual([401, 'maker_unproven']);
      expect((await verify({ token, newPassword: 'short' })).body.fields).toHaveProperty('newPassword');
      expect((await verify({ token, newPassword: OWN_PASSWORD })).status).toBe(204);
    },
  ],
  [
    'a reset by mail',
    async (email) => {
      await post.fetch();
      await send('/auth/password/forgot', { email });
      const token = await post.token(email);
      expect((await send('/auth/password/reset', { token, password: OWN_PASSWORD })).status).toBe(204);
    },
  ],
  [
    'an invitation',
    async (email) => {
      await post.fetch();
      expect((await send('/invitations', { email, role: 'ADMIN' }, owner)).status).toBe(201);
      const token = await post.token(email);
      const accepted = await send('/invitations/accept', { token, name: 'Vera Vidal', password: OWN_PASSWORD });
      expect(accepted.status).toBe(200);
    },
  ],
];

describe.each(WAYS)('%s', (way, prove) => {
  it.each(['passkey', 'codes'] as const)('leaves nothing to a stranger who set up a %s before', async (factor) => {
    const email = mailOf(`vera-${factor}`, `way${WAYS.findIndex(([one]) => one === way)}`);
    const left = await squat(email, factor);
    await prove(email);
    await expectShutOut(email, left);
    const person = await signIn(service.baseUrl, email, OWN_PASSWORD);
    const { body: me } = await person.call<Me>('/me');
    expect([me.verified, me.needs, me.mfa]).toEqual([
      true,
      ['ACCESS_ANSWER'],
      { totp: false, passkeys: 0, recoveryCodes: 0 },
    ]);
    expect(await waitingOf(person)).toMatchObject([
      {
        name: `Org of ${email}`,
        apiKeys: { total: 1, items: [{ name: 'left', kind: 'LIVE' }] },
        webhooks: { total: 1, items: [{ url: `${receiver.url}/left` }] },
        integrations: { total: 1, items: [{ name: 'chat' }] },
        checkpointUrl: `${receiver.url}/copies`,
      },
    ]);
    const kinds = (await readAuditEntries(service.database, `Org of ${email}`)).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['chat_link.deleted', 'connected_app.revoked', 'organization.access_unconfirmed']),
    );
    // The organization that invites is not the stranger's.
    expect((await policiesBy(left.key.key)).status).toBe(403);
    expect((await call(service.baseUrl, '/v1/policies')).status).toBe(200);
  });
});

describe('what waits', () => {
  async function claimed(name: string) {
    const email = mailOf(name, 'waits');
    const left = await squat(email, 'passkey');
    expect((await verify({ token: await post.token(email), newPassword: OWN_PASSWORD })).status).toBe(204);
    const person = await signIn(service.baseUrl, email, OWN_PASSWORD);
    return { email, left, person, organizationId: left.maker.signedIn.organization.id };
  }

  it('is sent and called nowhere until it is kept, and then works again', async () => {
    const { left, person, organizationId } = await claimed('keeps');
    const path = `/webhooks/${left.webhookId}`;
    const statusesOf = async () =>
      (await person.call<DeliveryList>(`${path}/deliveries`)).body.items.map(({ status }) => status);
    const before = receiver.requests.length;
    expect((await person.call(`${path}/test`, { method: 'POST' })).status).toBe(200);
    await expect.poll(() => waitsOf(left.webhookId)).toEqual([WAITING]);
    // However often it comes to be due.
    for (let times = 0; times < 12; times += 1) {
      await readRows(service.database, 'UPDATE svc.webhook_outbox SET due_at = $2 WHERE endpoint_id = $1', [
        left.webhookId,
        service.clock.now(),
      ]);
      service.clock.move('1s');
      await expect.poll(() => waitsOf(left.webhookId)).toEqual([WAITING]);
    }
    expect([receiver.requests.length, await statusesOf()]).toEqual([before, ['WAITING']]);
    const [integration] = (await waitingOf(person))[0]?.integrations.items ?? [];
    const tried = await person.call(`/integrations/${integration?.id}/check`);
    expect([tried.status, tried.body.error]).toEqual([403, 'forbidden']);
    expect((await answer(person, organizationId, 'KEEP')).status).toBe(204);
    expect((await policiesBy(left.key.key)).status).toBe(200);
    expect((await person.call<Me>('/me')).body.needs).toEqual([]);
    service.clock.move('5m');
    await expect.poll(statusesOf).toEqual(['DELIVERED']);
    const { body: sent } = await person.call<DeliveryList>(`${path}/deliveries`);
    expect(sent.items[0]?.log).toMatchObject([{ attempt: 1, status: 204 }]);
    expect((await answer(person, organizationId, 'KEEP')).status).toBe(404);
  });

  it('ends whole, with the routes that use it', async () => {
    const { email, left, person, organizationId } = await claimed('ends');
    const crm = await person.call<Integration>('/integrations', {
      body: { name: 'crm', kind: 'HTTP', allowedHosts: ['api.example'] },
    });
    const route = { name: 'orders', baseUrl: 'https://api.example', integration: crm.body.id };
    expect((await send('/http-routes', route, person)).status).toBe(201);
    expect((await answer(person, organizationId, 'END')).status).toBe(204);
    expect((await policiesBy(left.key.key)).status).toBe(401);
    for (const list of ['/api-keys', '/webhooks', '/integrations', '/http-routes']) {
      expect((await person.call<{ items: object[] }>(list)).body.items).toEqual([]);
    }
    expect((await person.call<Organization>('/organization')).body.checkpointUrl).toBeNull();
    const entries = await readAuditEntries(service.database, `Org of ${email}`);
    expect(entries.at(-2)).toMatchObject({
      kind: 'organization.updated',
      metadata: { changedFields: ['checkpointUrl'] },
    });
    expect(entries.at(-1)).toMatchObject({ kind: 'organization.access_answered', metadata: { answer: 'END' } });
  });

  it('is an address for copies of checkpoints alone, too', async () => {
    const email = mailOf('copies', 'waits');
    const { browser } = await signUp(service, email);
    const body = { checkpointUrl: 'https://copies.example/left' };
    expect((await browser.call('/organization', { method: 'PATCH', body })).status).toBe(200);
    expect((await verify({ token: await post.token(email), newPassword: OWN_PASSWORD })).status).toBe(204);
    const person = await signIn(service.baseUrl, email, OWN_PASSWORD);
    expect(await waitingOf(person)).toMatchObject([{ apiKeys: { total: 0 }, webhooks: { total: 0 }, ...body }]);
  });

  it('is answered by nobody else', async () => {
    const { organizationId } = await claimed('others');
    expect((await answer(owner, organizationId, 'KEEP')).status).toBe(404);
    expect(await waitingOf(owner)).toEqual([]);
  });
});

describe('the maker', () => {
  it.each(['session', 'password'] as const)('is shown by the %s, and keeps everything', async (proof) => {
    const email = mailOf(`ana-${proof}`, 'maker');
    const left = await squat(email, 'passkey');
    const token = await post.token(email);
    const wrong = await verify({ token, password: 'another password than that' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_credentials']);
    const { browser } = left.maker;
    const proven =
      proof === 'session' ? verify({ token }, browser) : verify({ token, password: 'a password of nobody else' });
    expect((await proven).status).toBe(204);
    const { body: me } = await browser.call<Me>('/me');
    expect([me.verified, me.needs, me.mfa.passkeys]).toEqual([true, [], 1]);
    expect([(await policiesBy(left.key.key)).status, await toolsBy(left.app.access_token)]).toEqual([200, 200]);
  });

  it('who is another person than the one signed in shows nothing', async () => {
    const email = mailOf('eva', 'maker');
    await signUp(service, email);
    expect((await verify({ token: await post.token(email) }, owner)).body.error).toBe('maker_unproven');
  });

  it('loses what is older than the proof by a reset, and nothing else', async () => {
    const email = mailOf('ida', 'maker');
    const { maker } = await squat(email, 'passkey');
    expect((await verify({ token: await post.token(email) }, maker.browser)).status).toBe(204);
    service.clock.move('1s');
    await setUpCodes(maker.browser);
    await send('/auth/password/forgot', { email });
    const password = OWN_PASSWORD;
    expect((await send('/auth/password/reset', { token: await post.token(email), password })).status).toBe(204);
    const [state] = await sqlOf(
      email,
      `SELECT EXISTS (SELECT FROM svc.account_totp t WHERE t.account_id = a.id) AS codes,
         EXISTS (SELECT FROM svc.account_passkeys p WHERE p.account_id = a.id) AS passkeys
       FROM svc.accounts a WHERE email = $1`,
    );
    expect(state).toEqual({ codes: true, passkeys: false });
  });
});

describe('a changed address', () => {
  const change = (person: SignedUp, email: string) =>
    send('/me/email', { email, password: 'a password of nobody else' }, person.browser);

  it('of an account that was never proven goes to the person who opens the link', async () => {
    const left = await squat(mailOf('squatter', 'changed'), 'passkey');
    await post.fetch();
    const email = mailOf('victim', 'changed');
    expect((await change(left.maker, email)).status).toBe(204);
    const token = await post.token(email);
    expect((await verify({ token })).body.error).toBe('maker_unproven');
    expect((await verify({ token, newPassword: OWN_PASSWORD })).status).toBe(204);
    await expectShutOut(email, left);
    await signIn(service.baseUrl, email, OWN_PASSWORD);
  });

  it('of a proven account is confirmed by its person alone: a stranger with the mail gets nothing', async () => {
    const ana = await signUpVerified(service, post, mailOf('typo', 'changed'));
    expect((await change(ana, mailOf('stranger', 'changed'))).status).toBe(204);
    const token = await post.token(mailOf('stranger', 'changed'));
    for (const proof of [{}, { newPassword: OWN_PASSWORD }]) {
      expect((await verify({ token, ...proof })).body.error).toBe('maker_unproven');
    }
    expect((await ana.browser.call<Me>('/me')).body.user.email).toBe(ana.email);
    expect((await verify({ token }, ana.browser)).status).toBe(204);
  });
});
