// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a press counts for no more than the person who gave the chat its secrets, and new secrets know no one. */
import { randomUUID } from 'node:crypto';
import type { ChatLinkList, IntegrationList } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  ask,
  askForLink,
  CHANNEL,
  deliver,
  dialog,
  ephemeral,
  link,
  made,
  ofSlack,
  passTime,
  postId,
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
import { resolveReview } from '../reviews/index.ts';

beforeEach(startSlackService);
afterEach(stopSlackService);

const OTHER_SECRET = 'a-signing-secret-that-the-admin-knows';
const signInAs = (email: string) => signIn(ofSlack().service.baseUrl, email);
const forOwners = () => sql(`UPDATE svc.reviews SET approver_roles = '{OWNER}'`);

async function changeSecrets(email: string, change: object) {
  const person = await signInAs(email);
  const [integration] = (await person.call<IntegrationList>('/integrations')).body.items;
  const { id, updatedAt } = integration ?? expect.fail('no integration');
  const patch = { method: 'PATCH', body: { ...change, updatedAt } };
  return { id, update: () => person.call(`/integrations/${id}`, patch) };
}

async function giveSecrets(email: string, change: object): Promise<void> {
  expect((await (await changeSecrets(email, change)).update()).status).toBe(200);
}

/** The actions that the last message offers. */
function offered(): (string | undefined)[] {
  const blocks = made('chat.postMessage').at(-1)?.body.blocks ?? [];
  return blocks
    .flatMap(({ type, elements }) => (type === 'actions' ? (elements ?? []) : []))
    .map((one) => one.action_id);
}

it.each([
  ['signing secret', { signingSecret: OTHER_SECRET }, OTHER_SECRET],
  ['bot token', { botToken: 'xoxb-2-secret' }, SECRET],
])('a new %s ends links and open requests, tells the people, and wants a recent sign-in', async (_, change, secret) => {
  const id = await ask();
  await send();
  await forOwners();
  await link(PEOPLE.owner);
  const open = await askForLink(press('svc_approve', await postId(), 'U00000SECOND'));
  const { id: integrationId, update } = await changeSecrets(PEOPLE.admin, change);
  passTime('10m');
  expect(await update()).toMatchObject({ status: 401, body: { error: 'reauthentication_required' } });
  const owner = await signInAs(PEOPLE.owner);
  expect((await owner.call<ChatLinkList>('/me/chat-links')).body.items).toHaveLength(1);

  await giveSecrets(PEOPLE.admin, change);
  expect((await owner.call<ChatLinkList>('/me/chat-links')).body.items).toEqual([]);
  expect((await owner.call('/me/chat-links/confirm', { body: { token: open } })).status).toBe(404);
  const entries = await readAuditEntries(ofSlack().service.database, ACME);
  expect(entries.filter(({ kind }) => kind === 'chat_link.ended')).toMatchObject([{ metadata: { integrationId } }]);
  expect(
    await sql(`SELECT a.email FROM svc.mail_outbox m JOIN svc.account_activity y ON y.id = m.subject_id
    JOIN svc.accounts a ON a.id = y.account_id WHERE m.kind = 'account.chat_link_ended'`),
  ).toEqual([{ email: PEOPLE.owner }]);
  await deliver(signed(press('svc_approve', await postId()), { secret }));
  const denial = await deliver(signed(dialog(await postId(), 'No.'), { secret }));
  expect(denial.body).toMatchObject({ response_action: 'errors' });
  expect(await statusOf(id)).toBe('PENDING');
});

it('a link is worth nothing under secrets that it was not made under', async () => {
  const id = await ask();
  await send();
  const token = await askForLink(press('svc_approve', await postId()));
  await sql(`UPDATE svc.chat_link_requests SET secret_digest = '\\x00'`);
  const owner = await signInAs(PEOPLE.owner);
  expect((await owner.call('/me/chat-links/confirm', { body: { token } })).status).toBe(200);
  await deliver(signed(press('svc_approve', await postId())));
  expect(await ephemeral()).toContain('You are not linked to a member yet');
  expect(await statusOf(id)).toBe('PENDING');
});

it('secrets that an admin gave answer no review for owners alone: the message leads to its page', async () => {
  await giveSecrets(PEOPLE.admin, { signingSecret: OTHER_SECRET });
  const id = await ask();
  await forOwners();
  await send();
  expect(offered()).toEqual(['svc_open']);
  expect(JSON.stringify(made('chat.postMessage'))).toContain('Only owners may resolve this review');
  await link(PEOPLE.owner, USER, { post: await postId(), secret: OTHER_SECRET });
  await deliver(signed(press('svc_approve', await postId()), { secret: OTHER_SECRET }));
  expect(await ephemeral()).toMatch(/^Only owners may resolve this review/);
  const denial = await deliver(signed(dialog(await postId(), null), { secret: OTHER_SECRET }));
  expect(denial.body.errors.svc_reason).toMatch(/^Only owners/);
  await deliver(signed(press('svc_deny', await postId()), { secret: OTHER_SECRET }));
  expect(made('views.open')).toEqual([]);
  expect(await statusOf(id)).toBe('PENDING');

  await sql(`UPDATE svc.reviews SET approver_roles = '{OWNER,ADMIN}'`);
  await deliver(signed(press('svc_approve', await postId()), { secret: OTHER_SECRET }));
  expect(await statusOf(id)).toBe('APPROVED');
});

it('counts an owner who gave the secrets as an admin, once they are an owner no longer', async () => {
  const id = await ask();
  await forOwners();
  await send();
  expect(offered()).toEqual(['svc_approve', 'svc_deny', 'svc_open']);
  await link(PEOPLE.owner);
  await sql(`UPDATE svc.integrations SET secret_given_by = $1`, [randomUUID()]);
  await deliver(signed(press('svc_approve', await postId())));
  expect(await statusOf(id)).toBe('PENDING');
  await sql(`UPDATE svc.integrations SET secret_given_by = NULL`);
  await deliver(signed(press('svc_approve', await postId())));
  expect(await statusOf(id)).toBe('APPROVED');
});

it('the role of secrets follows who can sign: another token alone raises nothing, and lowers it', async () => {
  const role = async () => (await sql('SELECT secret_given_role AS role FROM svc.integrations'))[0]?.role;
  await giveSecrets(PEOPLE.owner, { channel: 'C0OTHER001' });
  expect(await role()).toBe('OWNER');
  await giveSecrets(PEOPLE.admin, { botToken: 'xoxb-2-secret' });
  expect(await role()).toBe('ADMIN');
  await giveSecrets(PEOPLE.owner, { botToken: 'xoxb-3-secret', channel: CHANNEL });
  expect(await role()).toBe('ADMIN');
  await giveSecrets(PEOPLE.owner, { signingSecret: OTHER_SECRET });
  expect(await role()).toBe('OWNER');
});

it('a press whose link ends between its signature and its turn decides nothing', async () => {
  const id = await ask();
  const [{ organization_id: organizationId, account_id: accountId } = expect.fail()] = await sql<{
    organization_id: string;
    account_id: string;
  }>(`SELECT organization_id, account_id FROM svc.memberships WHERE role = 'OWNER'`);
  const resolver = { organizationId, accountId, channel: 'chat', roleMaxOf: async () => null } as const;
  await expect(resolveReview(ofSlack().service.app.pool, resolver, id, 'approve', null)).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await statusOf(id)).toBe('PENDING');
});
