// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review reaches Slack once, whatever is lost on the way, and its message follows the outcome. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerNext,
  ask,
  CHANNEL,
  lastFailures,
  made,
  ofSlack,
  passTime,
  send,
  sql,
  startSlackService,
  stopSlackService,
  TS,
} from '#harness/slack';

beforeEach(startSlackService);
afterEach(stopSlackService);

describe('the message', () => {
  it('tells the review in plain text, and follows it wherever it is resolved', async () => {
    const id = await ask({ recordsAffected: 4_812, content: 'CPF 529.982.247-25' });
    await send();
    await send();
    expect(ofSlack().calls.map(({ method }) => method)).toEqual(['chat.postMessage']);
    const [{ body } = expect.fail()] = ofSlack().calls;
    const shown = JSON.stringify(body.blocks);
    expect(body.channel).toBe(CHANNEL);
    expect(shown).toContain(
      'billing-bot wants to export 4,812 records of customer data from customers to an external API.',
    );
    expect(shown).toContain('When an agent exports');
    expect(shown).toContain('CPF (identification)');
    expect(shown).toMatch(/Risk \d+ of 100/);
    expect(shown).toMatch(/Expires <!date\^\d+\^\{date_short_pretty\} \{time\} \(\{ago\}\)\|/);
    expect(shown).not.toContain('529.982.247-25');
    expect(shown).not.toContain('nothing was scanned');
    await ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
    await send();
    await send();
    expect(made('chat.update')).toMatchObject([{ body: { channel: CHANNEL, ts: TS } }]);
    expect(JSON.stringify(made('chat.update'))).toContain('Denied by');
    expect(JSON.stringify(made('chat.update'))).not.toContain('svc_approve');
  });

  it('of a review that was passed on says so, until it is resolved', async () => {
    const id = await ask();
    await sql(`UPDATE svc.reviews SET escalated_at = created_at, escalated_to = '{OWNER}'`);
    await send();
    expect(made('chat.postMessage')[0]?.body.text).toMatch(/^No one has opened this review: billing-bot wants to/);
    await ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
    await send();
    expect(JSON.stringify(made('chat.update'))).not.toContain('Nobody has opened');
  });

  it('waits while the access of the organization waits for an answer, and is sent then', async () => {
    await ask();
    await sql('UPDATE svc.organizations SET unconfirmed_since = $1', [new Date()]);
    for (let times = 0; times < 3; times += 1) {
      await send();
      passTime('5m');
    }
    expect(ofSlack().calls).toEqual([]);
    await sql('UPDATE svc.organizations SET unconfirmed_since = NULL');
    await send();
    expect(ofSlack().calls.map(({ method }) => method)).toEqual(['chat.postMessage']);
  });

  it('of a call without content says that nothing was scanned', async () => {
    await ask({ content: undefined });
    await send();
    const [{ body } = expect.fail()] = ofSlack().calls;
    expect(JSON.stringify(body.blocks)).toContain('No content was sent, so nothing was scanned.');
  });

  it('shows the expiry', async () => {
    await ask();
    await send();
    passTime('25h');
    await send();
    expect(JSON.stringify(made('chat.update'))).toContain('Expired');
  });

  it('of a hostile name forges no markup', async () => {
    const name = '*Approved* <!channel> <https://evil.test|Open> & `x`';
    await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, [name]);
    await sql('UPDATE svc.organization_heads SET generation = generation + 1');
    await ask({ agent: name });
    await send();
    const [{ body } = expect.fail()] = ofSlack().calls;
    expect(body.text).toContain('*Approved* &lt;!channel&gt; &lt;https://evil.test|Open&gt; &amp;');
    for (const block of body.blocks ?? []) if (block.type === 'section') expect(block.text?.type).toBe('plain_text');
  });

  it('whose answer was lost is found again, and never sent twice', async () => {
    await ask();
    answerNext('lost');
    await send();
    passTime();
    await send();
    await send();
    expect(ofSlack().calls.map(({ method }) => method)).toEqual([
      'chat.postMessage',
      'conversations.history',
      'chat.update',
    ]);
    expect(ofSlack().messages).toHaveLength(1);
    expect(await sql('SELECT message_ts, shown FROM svc.chat_outbox')).toEqual([{ message_ts: TS, shown: 'PENDING' }]);
  });

  it('waits as long as Slack says, and is sent after an outage', async () => {
    await ask();
    answerNext('rate limited', 'down');
    await send();
    expect(await lastFailures()).toEqual([null]);
    const [row] = await sql<{ due: number }>(
      'SELECT extract(epoch FROM due_at - $1)::float8 AS due FROM svc.chat_outbox',
      [ofSlack().service.clock.now()],
    );
    expect(row?.due).toBeGreaterThan(25);
    passTime();
    await send();
    expect(await lastFailures()).toMatchObject([{ fault: 'NOT_DELIVERED' }]);
    passTime();
    await send();
    expect(ofSlack().messages).toHaveLength(1);
    expect(await lastFailures()).toEqual([null]);
  });

  it.each([
    ['invalid_auth', 'TOKEN_REFUSED'],
    ['account_inactive', 'TOKEN_REFUSED'],
    ['not_allowed_token_type', 'WRONG_TOKEN'],
    ['channel_not_found', 'CHANNEL_UNKNOWN'],
    ['is_archived', 'CHANNEL_UNKNOWN'],
    ['not_in_channel', 'NOT_IN_CHANNEL'],
    ['missing_scope', 'SCOPE_MISSING'],
    ['restricted_action', 'WRITING_FORBIDDEN'],
    ['team_access_not_granted', 'ACCESS_NOT_GRANTED'],
  ])('refused with %s is not sent again: people are told %s, until one arrives', async (error, fault) => {
    await ask();
    answerNext({ error });
    await send();
    expect(made('chat.postMessage')).toHaveLength(1);
    expect(await sql('SELECT due_at, claimed_at FROM svc.chat_outbox')).toEqual([{ due_at: null, claimed_at: null }]);
    expect(await lastFailures()).toEqual([{ fault, at: expect.stringMatching(/Z$/) }]);
    await ask();
    await send();
    expect(await lastFailures()).toEqual([null]);
  });

  it.each(['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'constructor'])(
    'refused with %s is sent again',
    async (error) => {
      await ask();
      answerNext({ error });
      await send();
      passTime();
      await send();
      expect(ofSlack().messages).toHaveLength(1);
    },
  );

  it('that died with its process is looked for before it is sent again', async () => {
    await ask();
    await sql('UPDATE svc.chat_outbox SET claimed_at = created_at, claims = 1, attempts = 1');
    await send();
    expect(ofSlack().calls.map(({ method }) => method)).toEqual(['conversations.history', 'chat.postMessage']);
  });

  it('in flight while the review is resolved in the app is brought up to date at once', async () => {
    const id = await ask();
    const laterAt = new Date(ofSlack().service.clock.nowMs() + 3_600_000);
    await sql('UPDATE svc.chat_outbox SET claimed_at = created_at, due_at = $1', [laterAt]);
    await ofSlack().owner.call(`/reviews/${id}/approve`, { method: 'POST', body: {} });
    expect(await sql('SELECT version, due_at FROM svc.chat_outbox')).toEqual([{ version: 2, due_at: laterAt }]);
    await sql(
      'UPDATE svc.chat_outbox SET claimed_at = NULL, due_at = created_at, message_ts = $1, message_channel = $2',
      [TS, CHANNEL],
    );
    await send();
    expect(JSON.stringify(made('chat.update'))).toContain('Approved by');
  });

  it('is not sent for a review that was resolved before', async () => {
    const id = await ask();
    await ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
    await send();
    expect(ofSlack().calls).toEqual([]);
  });
});
