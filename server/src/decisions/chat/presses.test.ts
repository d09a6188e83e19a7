// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review is decided in Slack by a linked and permitted member alone, through signed requests. */

import { randomUUID } from 'node:crypto';
import type { ChatLinkList } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  postId,
  press,
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

describe('a press', () => {
  it('of a stranger decides nothing, and leads to a link; linked, the person decides with channel and role', async () => {
    const id = await ask();
    await send();
    const made = await link(PEOPLE.admin);
    expect(await statusOf(id)).toBe('PENDING');
    expect(made).toMatchObject({ chatTeam: 'T1DC2JH3J', chatUser: USER, organization: { name: ACME } });
    expect(await deliver(signed(press('svc_approve', await postId())))).toEqual({ status: 200, body: null });
    expect(await statusOf(id)).toBe('APPROVED');
    const entries = await readAuditEntries(ofSlack().service.database, ACME);
    expect(entries.at(-1)).toMatchObject({ kind: 'review.approved', metadata: { channel: 'chat', role: 'ADMIN' } });
    expect(entries.map(({ kind }) => kind)).toContain('chat_link.created');
    const admin = await signIn(ofSlack().service.baseUrl, PEOPLE.admin);
    expect((await admin.call<ChatLinkList>('/me/chat-links')).body.items).toEqual([made]);
    const stranger = await signIn(ofSlack().service.baseUrl, PEOPLE.stranger);
    expect((await stranger.call(`/me/chat-links/${made.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await admin.call(`/me/chat-links/${made.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await admin.call<ChatLinkList>('/me/chat-links')).body.items).toEqual([]);
  });

  it('on Deny opens a dialog, and its reason stays with the review', async () => {
    const id = await ask();
    await send();
    await link(PEOPLE.owner);
    expect((await deliver(signed(press('svc_deny', await postId())))).status).toBe(200);
    await vi.waitFor(() => expect(made('views.open')).toHaveLength(1));
    const [{ body } = expect.fail()] = made('views.open');
    expect(body).toMatchObject({ trigger_id: '12466734323.1395872398', view: { private_metadata: await postId() } });
    expect(await sql('SELECT opened_at IS NOT NULL AS is_opened FROM svc.reviews')).toEqual([{ is_opened: true }]);
    expect(await statusOf(id)).toBe('PENDING');
    const answer = await deliver(signed(dialog(await postId(), 'Not without the customer.')));
    expect(answer).toEqual({ status: 200, body: { response_action: 'clear' } });
    expect(await sql('SELECT status, note, channel FROM svc.reviews')).toEqual([
      { status: 'DENIED', note: 'Not without the customer.', channel: 'chat' },
    ]);
  });

  it('of a member without the role, or of one who was removed meanwhile, is told why', async () => {
    const id = await ask();
    await send();
    await link(PEOPLE.member, 'U00000MEMBER');
    await deliver(signed(press('svc_approve', await postId(), 'U00000MEMBER')));
    expect(await ephemeral()).toBe('Your role may not resolve this review. Nothing was decided.');
    await sql(`DELETE FROM svc.memberships m USING svc.accounts a WHERE a.id = m.account_id AND a.email = $1`, [
      PEOPLE.member,
    ]);
    await deliver(signed(press('svc_approve', await postId(), 'U00000MEMBER')));
    await vi.waitFor(() => expect(made('chat.postEphemeral')).toHaveLength(2));
    expect(await ephemeral()).toMatch(/no longer a member/);
    const answer = await deliver(signed(dialog(await postId(), null, 'U00000MEMBER')));
    expect(answer.body).toMatchObject({
      response_action: 'errors',
      errors: { svc_reason: expect.stringContaining('no longer a member') },
    });
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('of a member without the second factor that the organization asks for decides nothing, on any channel', async () => {
    const id = await ask();
    await send();
    const { integration } = await link(PEOPLE.admin);
    await sql('UPDATE svc.organizations SET require_mfa = true');
    await deliver(signed(press('svc_approve', await postId())));
    expect(await ephemeral()).toMatch(/^This organization asks for a second factor/);
    await deliver(signed(press('svc_deny', await postId())));
    const denial = await deliver(signed(dialog(await postId(), 'No.')));
    expect(denial.body.errors.svc_reason).toMatch(/^This organization asks for a second factor/);
    expect(made('views.open')).toEqual([]);
    const [{ organization_id: organizationId, account_id: accountId } = expect.fail()] = await sql<{
      organization_id: string;
      account_id: string;
    }>('SELECT organization_id, account_id FROM svc.chat_links WHERE integration_id = $1', [integration.id]);
    for (const channel of ['app', 'mcp'] as const) {
      const resolver = { organizationId, accountId, channel };
      const answer = resolveReview(ofSlack().service.app.pool, resolver, id, 'approve', null);
      await expect(answer).rejects.toMatchObject({ code: 'mfa_setup_required' });
    }
    expect(await statusOf(id)).toBe('PENDING');
    await sql(
      `INSERT INTO svc.account_passkeys (id, account_id, name, credential_id, public_key, counter, transports, created_at)
       VALUES (gen_random_uuid(), $1, 'Key', gen_random_uuid()::text, '\\x00', 0, '{}', now())`,
      [accountId],
    );
    await deliver(signed(press('svc_approve', await postId())));
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('approves nothing that has to be signed: the message leads to the page, and denies all the same', async () => {
    const id = await ask();
    await sql('UPDATE svc.reviews SET signed = true');
    await send();
    const message = JSON.stringify(made('chat.postMessage')[0]?.body);
    expect(message).toContain('Sign in the app');
    expect(message).toContain(`/app/reviews?event=${id}`);
    expect(message).not.toContain('svc_approve');
    await link(PEOPLE.admin);
    await deliver(signed(press('svc_approve', await postId())));
    expect(await ephemeral()).toMatch(/signed by passkey: open it in the app/);
    expect(await statusOf(id)).toBe('PENDING');
    await deliver(signed(dialog(await postId(), 'No.')));
    expect(await statusOf(id)).toBe('DENIED');
  });

  it('is one of two approvals: the message is rewritten after each, and one person counts once', async () => {
    const id = await ask();
    await sql('UPDATE svc.reviews SET approvals_needed = 2');
    await send();
    expect(JSON.stringify(made('chat.postMessage')[0]?.body)).toContain(
      '0 of 2, still needed: two of an owner or admin',
    );
    await link(PEOPLE.owner);
    await deliver(signed(press('svc_approve', await postId())));
    expect(await statusOf(id)).toBe('PENDING');
    await send();
    const first = JSON.stringify(made('chat.update').at(-1)?.body);
    expect(first).toContain('1 of 2, still needed: an owner or admin');
    expect(first).toContain('Approved so far by Olivia Owner');
    expect(first).toContain('svc_approve');
    await deliver(signed(press('svc_approve', await postId())));
    expect(await ephemeral()).toBe('You have approved this review: another person has to as well.');
    expect((await ofSlack().owner.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(409);
    await link(PEOPLE.admin, 'U00000ADMIN');
    await deliver(signed(press('svc_approve', await postId(), 'U00000ADMIN')));
    expect(await statusOf(id)).toBe('APPROVED');
    await send();
    expect(JSON.stringify(made('chat.update').at(-1)?.body)).not.toContain('svc_approve');
  });

  it('twice at once decides once, and the other is told', async () => {
    const id = await ask();
    await send();
    await link(PEOPLE.owner);
    const value = await postId();
    const answers = await Promise.all([
      deliver(signed(press('svc_approve', value))),
      deliver(signed(press('svc_approve', value))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ephemeral()).toBe('It was already approved.');
    expect(await statusOf(id)).toBe('APPROVED');
    const kinds = (await readAuditEntries(ofSlack().service.database, ACME)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'review.approved')).toHaveLength(1);
  });

  it('in the same moment as an answer in the app: one wins, and the other is told', async () => {
    const id = await ask();
    await send();
    await link(PEOPLE.admin);
    const value = await postId();
    const [inApp, inChat] = await Promise.all([
      ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} }),
      deliver(signed(press('svc_approve', value))),
    ]);
    expect(inChat.status).toBe(200);
    if (inApp.status === 200) expect(await ephemeral()).toBe('It was already denied.');
    else expect(inApp.status).toBe(409);
    expect(await statusOf(id)).toBe(inApp.status === 200 ? 'DENIED' : 'APPROVED');
    const kinds = (await readAuditEntries(ofSlack().service.database, ACME)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => /^review\.(approved|denied)$/.test(kind))).toHaveLength(1);
  });

  it('that is forged, stale, replayed or too large counts for nothing', async () => {
    const id = await ask();
    await send();
    await link(PEOPLE.owner);
    const value = await postId();
    const forged = await deliver(signed(press('svc_approve', value), { secret: 'another' }));
    const stale = await deliver(signed(press('svc_approve', value), { at: Date.now() - 301_000 }));
    const early = await deliver(signed(press('svc_approve', value), { at: Date.now() + 302_000 }));
    const unknown = await deliver(signed(press('svc_approve', randomUUID())));
    const huge = await deliver(signed({ ...press('svc_approve', value), more: 'x'.repeat(70_000) }));
    expect([forged, stale, early, unknown, huge].map(({ status }) => status)).toEqual([401, 401, 401, 401, 413]);
    expect(await statusOf(id)).toBe('PENDING');
    const good = signed(press('svc_approve', value));
    expect((await deliver(good)).status).toBe(200);
    expect((await deliver(good)).status).toBe(409);
  });
});
