// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review stands in Teams as one card that follows it, whatever the names hold and whatever fails. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, lastFailures, passTime, send, sql } from '#harness/slack';
import {
  APP,
  answerTeams,
  CHANNEL,
  CLIENT_SECRET,
  cards,
  ofTeams,
  startTeamsService,
  stopTeamsService,
  TENANT,
} from '#harness/teams';

beforeEach(startTeamsService);
afterEach(stopTeamsService);

const UPDATE = `/teams/v3/conversations/${encodeURIComponent(`${CHANNEL};messageid=1700000000001`)}/activities/1700000000001`;
const asks = () => ofTeams().calls.filter(({ path }) => path.startsWith('/login/'));
const due = async () =>
  (await sql<{ due_at: Date | null }>('SELECT due_at FROM svc.chat_outbox')).map(({ due_at: at }) => at !== null);

interface Element {
  type?: string;
  text?: string;
  inlines?: { type: string; text: string }[];
}
const texts = ({ card }: ReturnType<typeof cards>[number]): string =>
  (card.body as Element[]).map(({ text, inlines }) => text ?? inlines?.map((one) => one.text).join('')).join('\n');

it('a card tells what Slack tells, follows the review, and needs one token', async () => {
  const id = await ask({ content: 'CPF 529.982.247-25' });
  await send();
  const [made] = cards();
  expect(made).toMatchObject({
    method: 'POST',
    path: '/teams/v3/conversations',
    sent: {
      isGroup: true,
      bot: { id: `28:${APP}` },
      tenantId: TENANT,
      channelData: { channel: { id: CHANNEL }, tenant: { id: TENANT } },
    },
    card: { type: 'AdaptiveCard', version: '1.4' },
  });
  const told = texts(made ?? expect.fail());
  expect(told).toContain('billing-bot wants to export');
  expect(told).toContain('CPF (identification)');
  expect(told).toMatch(/Risk \d+ of 100/);
  expect(told).toMatch(/Expires \{\{DATE\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,SHORT\)\}\}/);
  expect(JSON.stringify(made?.sent)).not.toContain('529.982.247-25');
  expect(made?.card.actions.map(({ title }: { title: string }) => title)).toEqual(['Approve', 'Deny', 'Open']);
  await ofTeams().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
  await send();
  await send();
  expect(cards()).toHaveLength(2);
  const changed = cards()[1] ?? expect.fail();
  expect(changed).toMatchObject({ method: 'PUT', path: UPDATE });
  expect(texts(changed)).toContain('Denied by');
  expect(JSON.stringify(changed.card)).not.toContain('Action.Execute');
  expect(asks()).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(asks()[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: APP,
    client_secret: CLIENT_SECRET,
    scope: 'https://api.botframework.com/.default',
  });
});

it('a card shows each approval of several, and the expiry', async () => {
  const id = await ask();
  await sql('UPDATE svc.reviews SET approvals_needed = 2');
  await send();
  await ofTeams().owner.call(`/reviews/${id}/approve`, { method: 'POST', body: {} });
  await send();
  expect(texts(cards()[1] ?? expect.fail())).toContain('Approved so far by');
  passTime('25h');
  await send();
  expect(texts(cards().at(-1) ?? expect.fail())).toContain('Expired');
});

it('hostile names stand in text that reads no markup', async () => {
  const name = '**Approved** [Open](https://evil.test) <at>all</at> {{DATE(x)}} "}]';
  await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, [name]);
  await sql('UPDATE svc.organization_heads SET generation = generation + 1');
  await ask({ agent: name });
  await send();
  const [made = expect.fail()] = cards();
  const holding = (made.card.body as Element[]).filter((one) => JSON.stringify(one).includes('Approved'));
  expect(holding.length).toBeGreaterThan(0);
  for (const { type, inlines } of holding) {
    expect(type).toBe('RichTextBlock');
    expect(inlines?.every((one) => one.type === 'TextRun')).toBe(true);
  }
  expect(JSON.stringify(made.card.actions)).not.toContain('evil');
});

it('an approval that has to be signed leads to the page', async () => {
  const id = await ask();
  await sql('UPDATE svc.reviews SET signed = true');
  await send();
  expect(cards()[0]?.card.actions).toMatchObject([
    { type: 'Action.OpenUrl', title: 'Sign in the app', url: expect.stringContaining(`/app/reviews?event=${id}`) },
    { type: 'Action.ShowCard', title: 'Deny' },
  ]);
});

it('a token that is refused is dropped, and another is asked for', async () => {
  await ask();
  answerTeams({ at: '/teams/', how: { status: 401 } });
  await send();
  expect(asks()).toHaveLength(2);
  expect(await lastFailures()).toContainEqual(null);
  expect(await due()).toEqual([true]);
  expect(await sql('SELECT message_ts FROM svc.chat_outbox')).toEqual([{ message_ts: '1700000000001' }]);
});

it.each([
  ['/login/', { status: 401, body: '{"error":"invalid_client"}' }, 'CREDENTIAL_REFUSED'],
  ['/login/', { status: 400, body: '{"error":"invalid_request"}' }, 'CREDENTIAL_REFUSED'],
  ['/teams/', { status: 403 }, 'NOT_IN_CHANNEL'],
  ['/teams/', { status: 404 }, 'CHANNEL_UNKNOWN'],
  ['/teams/', { status: 400 }, 'MESSAGE_REFUSED'],
] as const)('%s that answers %o gets no message again: people are told %s', async (at, how, fault) => {
  await ask();
  answerTeams({ at, how });
  await send();
  passTime();
  await send();
  expect(cards().length).toBeLessThanOrEqual(1);
  expect(await due()).toEqual([false]);
  expect(await lastFailures()).toContainEqual({ fault, at: expect.stringMatching(/Z$/) });
});

const PAGE = '<html><body>Service unavailable</body></html>';
const LARGE = { status: 200, body: `{"access_token":"${'a'.repeat(1_100_000)}"}` };
it.each([
  ['/login/', { status: 503, body: PAGE }],
  ['/login/', { status: 200, body: PAGE }],
  ['/login/', LARGE],
  ['/login/', { status: 200, body: '{"access_token":"a b","expires_in":3600}' }],
  ['/login/', { status: 200, body: '{"access_token":"ab","expires_in":"never"}' }],
  ['/teams/', { status: 502, body: PAGE }],
  ['/teams/', { status: 412 }],
  ['/teams/', { status: 201, body: PAGE }],
  ['/teams/', { status: 201, body: '{"id":1,"activityId":{}}' }],
  ['/teams/', LARGE],
  ['/teams/', 'lost'],
] as const)('%s that answers %o gets the message again', async (at, how) => {
  await ask();
  answerTeams({ at, how });
  await send();
  expect(await sql('SELECT message_ts FROM svc.chat_outbox')).toEqual([{ message_ts: null }]);
  passTime();
  await send();
  expect(await sql('SELECT message_ts FROM svc.chat_outbox')).toEqual([{ message_ts: '1700000000001' }]);
});

it('a rate limit is waited for', async () => {
  await ask();
  answerTeams({ at: '/teams/', how: { status: 429, headers: { 'retry-after': '600' } } });
  await send();
  passTime('5m');
  await send();
  expect(cards()).toHaveLength(1);
  passTime('6m');
  await send();
  expect(cards()).toHaveLength(2);
  expect(await sql('SELECT message_fault FROM svc.integrations WHERE message_fault IS NOT NULL')).toEqual([]);
});

it('a card that people deleted is followed no more', async () => {
  const id = await ask();
  await send();
  answerTeams({ at: '/teams/', how: { status: 404 } });
  await ofTeams().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
  await send();
  passTime();
  await send();
  expect(cards()).toHaveLength(2);
  expect(await due()).toEqual([false]);
});
