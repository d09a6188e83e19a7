// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review is decided in Teams by a linked and permitted member alone, with a token of Microsoft. */
import { randomUUID } from 'node:crypto';
import type { ChatLinkList, IntegrationList } from '@svc/contract';
import { UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { ask, passTime, postId, send, sql, statusOf } from '#harness/slack';
import {
  APP,
  deliver,
  forgetCalls,
  linkTeams,
  ofTeams,
  otherPair,
  pressed,
  SERVICE_URL,
  startTeamsService,
  stopTeamsService,
  TENANT,
  tokenOf,
  USER,
} from '#harness/teams';

beforeEach(startTeamsService);
afterEach(stopTeamsService);

const CARD = 'application/vnd.microsoft.card.adaptive';
const MESSAGE = 'application/vnd.microsoft.activity.message';
const signInAs = (email: string) => signIn(ofTeams().service.baseUrl, email);

describe('a press', () => {
  it('of a stranger decides nothing, and leads to a link; linked, the person decides with channel and role', async () => {
    const id = await ask();
    await send();
    const first = await deliver(pressed('svc_approve', await postId()));
    expect(first.body).toMatchObject({ statusCode: 200, type: CARD });
    expect(JSON.stringify(first.body)).toContain('not linked to a member yet');
    const link = await linkTeams(PEOPLE.admin);
    expect(link).toMatchObject({ chatTeam: TENANT, chatUser: USER });
    expect(await statusOf(id)).toBe('PENDING');
    const answer = await deliver(pressed('svc_approve', await postId()));
    expect(answer).toMatchObject({ status: 200, body: { statusCode: 200, type: CARD } });
    expect(JSON.stringify(answer.body)).toContain('Approved by');
    expect(JSON.stringify(answer.body)).not.toContain('Action.Execute');
    expect(await statusOf(id)).toBe('APPROVED');
    const entries = await readAuditEntries(ofTeams().service.database, ACME);
    expect(entries.at(-1)).toMatchObject({ kind: 'review.approved', metadata: { channel: 'chat', role: 'ADMIN' } });
    expect((await deliver(pressed('svc_deny', await postId()))).body).toMatchObject({
      type: MESSAGE,
      value: 'It was already approved.',
    });
  });

  it('on Deny keeps its reason, without marks that cannot be seen', async () => {
    const id = await ask();
    await send();
    await linkTeams();
    const reason = { svc_reason: 'Not without\u202e the customer.' };
    await deliver(pressed('svc_deny', await postId(), {}, reason));
    expect(await statusOf(id)).toBe('DENIED');
    expect(await sql('SELECT note, channel FROM svc.reviews')).toEqual([
      { note: 'Not without the customer.', channel: 'chat' },
    ]);
  });

  it('shows a further approval on the card that comes back', async () => {
    const id = await ask();
    await sql('UPDATE svc.reviews SET approvals_needed = 2');
    await send();
    await linkTeams();
    const answer = await deliver(pressed('svc_approve', await postId()));
    expect(JSON.stringify(answer.body)).toContain('Approved so far by');
    expect(await statusOf(id)).toBe('PENDING');
    const again = await deliver(pressed('svc_approve', await postId()));
    expect(again.body).toMatchObject({
      type: MESSAGE,
      value: expect.stringContaining('You have approved this review'),
    });
  });

  it('of a member who was demoted or removed meanwhile, or without what is needed, is told why', async () => {
    const id = await ask();
    await send();
    await linkTeams(PEOPLE.admin);
    const told = async () => (await deliver(pressed('svc_approve', await postId()))).body.value;
    await sql('UPDATE svc.reviews SET signed = true');
    expect(await told()).toMatch(/signed by passkey/);
    await sql('UPDATE svc.reviews SET signed = false');
    await sql(
      `UPDATE svc.memberships m SET role = 'MEMBER' FROM svc.accounts a
      WHERE a.id = m.account_id AND a.email = $1`,
      [PEOPLE.admin],
    );
    expect(await told()).toBe('Your role may not resolve this review. Nothing was decided.');
    await sql('DELETE FROM svc.memberships m USING svc.accounts a WHERE a.id = m.account_id AND a.email = $1', [
      PEOPLE.admin,
    ]);
    expect(await told()).toMatch(/no longer a member/);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('counts once', async () => {
    const id = await ask();
    await send();
    await linkTeams();
    const activity = pressed('svc_deny', await postId());
    const token = `Bearer ${await tokenOf()}`;
    const answers = await Promise.all([deliver(activity, token), deliver(activity, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await deliver(activity)).status).toBe(409);
    expect(await statusOf(id)).toBe('DENIED');
  });
});

const seconds = () => Math.floor(ofTeams().service.clock.nowMs() / 1_000);

describe('a token', () => {
  it.each([
    ['of another bot', () => tokenOf({ payload: { aud: randomUUID() } })],
    ['of another issuer', () => tokenOf({ payload: { iss: 'https://sts.windows.net/x/' } })],
    ['that is over', () => tokenOf({ payload: { exp: seconds() - 301 } })],
    ['that has yet to begin', () => tokenOf({ payload: { nbf: seconds() + 301 } })],
    ['without an end', () => tokenOf({ payload: { exp: undefined } as never })],
    ['of too long a life', () => tokenOf({ payload: { exp: seconds() + 90_000 } })],
    ['for another service', () => tokenOf({ payload: { serviceurl: 'https://elsewhere.example/' } })],
    ['for no service', () => tokenOf({ payload: { serviceurl: undefined } })],
    ['of another key', () => tokenOf({ key: otherPair.privateKey })],
    ['of an unknown key', () => tokenOf({ key: otherPair.privateKey, header: { kid: 'other' } })],
    ['that a shared secret signs', () => tokenOf({ key: new TextEncoder().encode(APP), header: { alg: 'HS256' } })],
    [
      'that nothing signs',
      async () =>
        new UnsecuredJWT({ serviceurl: SERVICE_URL })
          .setIssuer('https://api.botframework.com')
          .setAudience(APP)
          .setExpirationTime(seconds() + 600)
          .encode(),
    ],
    ['that is none', async () => 'a.b.c'],
    ['that is long', async () => `${'a'.repeat(9_000)}.b.c`],
  ])('%s opens nothing', async (_, made) => {
    const id = await ask();
    await send();
    await linkTeams();
    const answer = await deliver(pressed('svc_approve', await postId()), `Bearer ${await made()}`);
    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('is needed, in its own form', async () => {
    await ask();
    await send();
    const post = await postId();
    for (const header of [null, '', 'Basic abc', 'Bearer ']) {
      expect((await deliver(pressed('svc_approve', post), header)).status).toBe(401);
    }
  });

  it('of a key for other chats opens nothing, and keys are read once in a while', async () => {
    await ask();
    await send();
    const post = await postId();
    expect((await deliver(pressed('svc_approve', post))).status).toBe(200);
    forgetCalls();
    for (let count = 0; count < 3; count += 1) {
      await deliver(pressed('svc_approve', post), `Bearer ${await tokenOf({ header: { kid: `other-${count}` } })}`);
    }
    expect(ofTeams().calls).toEqual([]);
    passTime('6m');
    await deliver(pressed('svc_approve', post), `Bearer ${await tokenOf({ header: { kid: 'other' } })}`);
    expect(ofTeams().calls.map(({ path }) => path)).toEqual([
      '/v1/.well-known/openidconfiguration',
      '/v1/.well-known/keys',
    ]);
  });
});

const person = (more: object) => ({ from: { id: '29:1xyz', name: 'Ana', aadObjectId: USER, ...more } });

describe('an activity', () => {
  it.each([
    ['of another tenant', { channelData: { tenant: { id: randomUUID() } } }],
    ['of a conversation of another tenant', { conversation: { tenantId: randomUUID() } }],
    ['of a guest of another tenant', person({ tenantId: randomUUID() })],
    ['of nobody', { from: null }],
    ['of a person without an id', person({ aadObjectId: 'x' })],
    ['of another chat', { channelId: 'directline' }],
    ['from another service', { serviceUrl: 'https://elsewhere.example/' }],
    ['without an id', { id: { a: 1 } }],
    ['of another button', { value: { action: { verb: 'other', data: { post: randomUUID() } } } }],
    ['without a button', { value: 7 }],
    ['of an unknown message', { value: { action: { verb: 'svc_approve', data: { post: randomUUID() } } } }],
  ])('%s opens nothing', async (_, more) => {
    const id = await ask();
    await send();
    await linkTeams();
    expect((await deliver(pressed('svc_approve', await postId(), more))).status).toBe(401);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each([
    ['that is no press', JSON.stringify({ type: 'conversationUpdate', channelId: 'msteams' }), 200],
    ['that is no object', '[[[1]]]', 200],
    ['that is no JSON', '{', 200],
    ['that is too long', `"${'a'.repeat(70_000)}"`, 413],
  ])('%s changes nothing', async (_, body, status) => {
    expect(await deliver(body, null)).toMatchObject({ status });
  });
});

describe('another bot', () => {
  async function change(email: string, body: object) {
    const browser = await signInAs(email);
    const { items } = (await browser.call<IntegrationList>('/integrations')).body;
    const { id, updatedAt } = items.find(({ provider }) => provider === 'TEAMS') ?? expect.fail('no Teams');
    return { id, update: () => browser.call(`/integrations/${id}`, { method: 'PATCH', body: { ...body, updatedAt } }) };
  }
  const owner = async () => (await signInAs(PEOPLE.owner)).call<ChatLinkList>('/me/chat-links');

  it.each([['appId'], ['tenantId'], ['clientSecret']])('of %s ends all links, and knows no person', async (field) => {
    await ask();
    await send();
    await linkTeams();
    expect((await owner()).body.items).toHaveLength(1);
    const { update } = await change(PEOPLE.owner, { [field]: randomUUID() });
    expect((await update()).status).toBe(200);
    expect((await owner()).body.items).toEqual([]);
  });

  it('that an admin names answers no review for owners, though its secret stays', async () => {
    await ask();
    await sql(`UPDATE svc.reviews SET approver_roles = '{OWNER}'`);
    await send();
    const other = randomUUID();
    expect((await (await change(PEOPLE.admin, { appId: other })).update()).status).toBe(200);
    const token = `Bearer ${await tokenOf({ payload: { aud: other } })}`;
    const first = await deliver(pressed('svc_approve', await postId()), token);
    const [, link] = /#token=([\w-]+)/.exec(JSON.stringify(first.body)) ?? [];
    const browser = await signInAs(PEOPLE.owner);
    expect((await browser.call('/me/chat-links/confirm', { body: { token: link } })).status).toBe(200);
    const answer = await deliver(pressed('svc_approve', await postId()), token);
    expect(answer.body).toMatchObject({ type: MESSAGE, value: expect.stringContaining('Only owners may resolve') });
    expect(await sql('SELECT status FROM svc.reviews')).toEqual([{ status: 'PENDING' }]);
  });
});
