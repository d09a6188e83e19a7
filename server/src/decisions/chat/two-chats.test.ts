// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review that an escalation brought into a second chat is decided once, and both messages say how. */

import { randomUUID } from 'node:crypto';
import type { IntegrationList } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  ask,
  deliver,
  dialog,
  ephemeral,
  link,
  made,
  ofSlack,
  passTime,
  press,
  SECRET,
  send,
  signed,
  sql,
  startSlackService,
  statusOf,
  stopSlackService,
  USER,
} from '#harness/slack';
import { escalateReviews } from '../reviews/index.ts';

beforeEach(startSlackService);
afterEach(stopSlackService);

const SECOND_SECRET = 'another-signing-secret-of-32-letters';
const SECOND_CHANNEL = 'C0SECOND01';

/** A second chat of the organization, with a channel and a signing secret of its own. */
async function addSecondChat(): Promise<string> {
  const chat = { kind: 'CHAT_WEBHOOK', provider: 'SLACK', botToken: 'xoxb-1-secret', signingSecret: SECOND_SECRET };
  const { owner } = ofSlack();
  const body = { name: randomUUID(), ...chat, channel: SECOND_CHANNEL };
  const { body: second } = await owner.call<{ id: string }>('/integrations', { body });
  const escalation = { afterPercent: 50, roles: ['OWNER'], chatIntegrationId: second.id };
  expect((await owner.call('/notifications', { method: 'PATCH', body: { escalation } })).status).toBe(200);
  return second.id;
}

/** A review that no approver opened, told in both chats. @returns its id, and the post of each chat */
async function askInBoth(secondId: string) {
  const id = await ask();
  await send();
  passTime('13h');
  expect(await escalateReviews(ofSlack().service.app.pool, new AbortController().signal)).toMatchObject({ reviews: 1 });
  await send();
  const posts = await sql<{ id: string; integration_id: string }>('SELECT id, integration_id FROM svc.chat_outbox');
  const postOf = (isSecond: boolean) =>
    posts.find((post) => (post.integration_id === secondId) === isSecond)?.id ?? expect.fail('no post');
  const [first, second] = [postOf(false), postOf(true)];
  // A user is linked in each chat: what one of them signs proves nothing to the other.
  await link(PEOPLE.owner, USER, { post: first, secret: SECRET });
  await link(PEOPLE.owner, USER, { post: second, secret: SECOND_SECRET });
  return { id, first, second };
}

const resolutions = async () =>
  (await readAuditEntries(ofSlack().service.database, ACME))
    .map(({ kind }) => kind)
    .filter((kind) => /^review\.(approved|denied)$/.test(kind));

it('of two answers in the same moment one wins, the other is told, and both messages follow', async () => {
  const secondId = await addSecondChat();
  const { id, first, second } = await askInBoth(secondId);
  const [inFirst, inSecond] = await Promise.all([
    deliver(signed(press('svc_approve', first))),
    deliver(signed(dialog(second, 'Not now.'), { secret: SECOND_SECRET })),
  ]);
  expect(inFirst.status).toBe(200);
  const status = await statusOf(id);
  if (status === 'APPROVED') {
    expect(inSecond.body).toMatchObject({
      response_action: 'errors',
      errors: { svc_reason: expect.stringContaining('already approved') },
    });
  } else {
    expect([status, inSecond.body]).toEqual(['DENIED', { response_action: 'clear' }]);
    expect(await ephemeral()).toBe('It was already denied.');
  }
  expect(await resolutions()).toHaveLength(1);
  await send();
  await send();
  const updates = made('chat.update').map(({ body }) => body);
  expect(updates).toHaveLength(2);
  for (const body of updates) {
    expect(JSON.stringify(body)).toContain(status === 'APPROVED' ? 'Approved by' : 'Denied by');
    expect(JSON.stringify(body)).not.toContain('svc_approve');
  }
});

it('a press counts in the chat of its own message alone: the secret of the other chat opens nothing', async () => {
  const secondId = await addSecondChat();
  const { id, first, second } = await askInBoth(secondId);
  expect((await deliver(signed(press('svc_approve', second), { secret: SECRET }))).status).toBe(401);
  expect((await deliver(signed(press('svc_approve', first), { secret: SECOND_SECRET }))).status).toBe(401);
  expect(await statusOf(id)).toBe('PENDING');
  expect(await resolutions()).toEqual([]);
  // Hours have passed since the last sign-in.
  const owner = await signIn(ofSlack().service.baseUrl, PEOPLE.owner);
  const { items } = (await owner.call<IntegrationList>('/integrations')).body;
  expect(items.filter(({ lastFailure }) => lastFailure !== null)).toEqual([]);
});
