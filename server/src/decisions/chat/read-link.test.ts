// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a link says whose it is before it counts, to members of its organization alone, and is not used up by it. */

import type { ChatLinkPreview } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  ask,
  askForLink,
  ofSlack,
  passTime,
  postId,
  press,
  send,
  sql,
  startSlackService,
  stopSlackService,
  USER,
} from '#harness/slack';

let post: string;
beforeAll(async () => {
  await startSlackService();
  await ask();
  await send();
  post = await postId();
});
afterAll(stopSlackService);
beforeEach(() => sql('DELETE FROM svc.chat_links'));

type User = { username?: unknown; name?: unknown };

/** A press whose user and workspace have these names. */
function pressAs(user: User, domain: unknown) {
  return {
    ...press('svc_approve', post),
    user: { id: USER, team_id: 'T1DC2JH3J', ...user },
    team: { id: 'T1DC2JH3J', domain },
  };
}

async function read(email: string, token: string) {
  const person = await signIn(ofSlack().service.baseUrl, email);
  return await person.call<ChatLinkPreview>('/me/chat-links/read', { body: { token } });
}

async function namesOf(user: User, domain: unknown) {
  const { status, body } = await read(PEOPLE.admin, await askForLink(pressAs(user, domain)));
  expect(status).toBe(200);
  return [body.chatUserName, body.chatTeamName];
}

it('names user, workspace, organization and member, as often as it is read, and links after that', async () => {
  const token = await askForLink(press('svc_approve', post));
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await read(PEOPLE.admin, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization: { name: ACME },
      chatTeam: 'T1DC2JH3J',
      chatTeamName: 'testteamnow',
      chatUser: USER,
      chatUserName: 'roadrunner',
      person: { name: 'admin person', email: PEOPLE.admin, role: 'ADMIN' },
    });
  }
  expect(await sql('SELECT id FROM svc.chat_links')).toEqual([]);
  const admin = await signIn(ofSlack().service.baseUrl, PEOPLE.admin);
  expect((await admin.call('/me/chat-links/confirm', { body: { token } })).status).toBe(200);
  expect((await read(PEOPLE.admin, token)).status).toBe(404);
});

it('answers unknown, used, expired and foreign links in the same words', async () => {
  const token = await askForLink(press('svc_approve', post));
  const foreign = await read(PEOPLE.stranger, token);
  const unknown = await read(PEOPLE.admin, 'A'.repeat(43));
  passTime('1h');
  const expired = await read(PEOPLE.admin, token);
  const replaced = await askForLink(press('svc_approve', post));
  const admin = await signIn(ofSlack().service.baseUrl, PEOPLE.admin);
  await admin.call('/me/chat-links/confirm', { body: { token: replaced } });
  const used = await read(PEOPLE.admin, replaced);
  const answers = [foreign, unknown, expired, used].map(({ status, body }) => ({
    status,
    ...body,
    requestId: undefined,
  }));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(404);
  expect(JSON.stringify(answers)).not.toContain('roadrunner');
});

it('shows marks that cannot be seen, and cuts what is long', async () => {
  expect(await namesOf({ username: 'ana\u202efdp\u0000\n\u200b' }, 'ac\u2066me\ud800')).toEqual([
    'ana\ufffdfdp\ufffd\ufffd\ufffd',
    'ac\ufffdme\ufffd',
  ]);
  expect(await namesOf({ username: '<b>&"\'</b>' }, "x'; DROP TABLE svc.chat_links; --")).toEqual([
    '<b>&"\'</b>',
    "x'; DROP TABLE svc.chat_links; --",
  ]);
  const long = await namesOf({ username: '\u{1f600}'.repeat(500) }, 'e\u0301'.repeat(500));
  expect(long.map((name) => [...(name ?? '')].length)).toEqual([80, 80]);
  expect(long.map((name) => name?.endsWith('…'))).toEqual([true, true]);
});

it('falls back to the name, and has none for what is no text', async () => {
  expect(await namesOf({ name: 'Ana' }, 7)).toEqual(['Ana', null]);
  expect(await namesOf({ username: {}, name: ['Ana'] }, null)).toEqual([null, null]);
  expect(await namesOf({ username: '  ' }, '')).toEqual([null, null]);
});

it('names no workspace by the domain of another one', async () => {
  const payload = { ...press('svc_approve', post), team: { domain: 'acme' } };
  const { body } = await read(PEOPLE.admin, await askForLink(payload));
  expect([body.chatTeam, body.chatTeamName]).toEqual(['T1DC2JH3J', null]);
});
