// SPDX-License-Identifier: Apache-2.0
/** Guarantee: another chat gets one message, and a ticket system one ticket, whatever the names hold. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  lastFailures,
  made,
  ofSlack,
  passTime,
  send,
  sql,
  startSlackService,
  stopSlackService,
  useChat,
} from '#harness/slack';
import { startUpstream, type Upstream } from '#harness/upstream';

/** As an organization without chats, for one of its own. */
async function removeChats(): Promise<void> {
  for (const { id } of await sql<{ id: string }>('SELECT id FROM svc.integrations')) {
    const { status } = await ofSlack().owner.call(`/integrations/${id}`, { method: 'DELETE' });
    expect(status).toBe(204);
  }
}

beforeEach(startSlackService);
afterEach(stopSlackService);

it('another chat gets one message with a link, and no buttons', async () => {
  const hooks: string[] = [];
  const other = await startUpstream((request, reply) => {
    hooks.push(request.body);
    reply.writeHead(200).end('ok');
  });
  await useChat({ kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: `${other.url}/hook` });
  const id = await ask();
  await send();
  await ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
  await send();
  await other.stop();
  expect(hooks).toHaveLength(1);
  expect(JSON.parse(hooks[0] ?? '')).toEqual({
    text: expect.stringContaining(
      `from customers to an external API.\n${ofSlack().service.baseUrl}/app/reviews?event=${id}`,
    ),
  });
});

it('another chat gets a hostile name as text that mentions no group and hides no link', async () => {
  const hooks: string[] = [];
  const other = await startUpstream((request, reply) => {
    hooks.push(request.body);
    reply.writeHead(200).end('ok');
  });
  const hostile = '<!channel> "}, <https://evil.example|svc> @everyone [Open](https://evil.example) [a][b] ![c](d)';
  await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, [hostile]);
  await sql('UPDATE svc.organization_heads SET generation = generation + 1');
  await useChat({ kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: `${other.url}/hook` });
  const id = await ask({ agent: hostile });
  await send();
  await other.stop();
  const { text, ...rest } = JSON.parse(hooks[0] ?? '');
  expect(rest).toEqual({});
  expect(text).toContain('&lt;!channel&gt; "}, &lt;https://evil.example|svc&gt; @\u200beveryone ');
  expect(text).toContain('[Open]\u200b(https://evil.example) [a]\u200b[b] ![c]\u200b(d) wants to export');
  expect(text).not.toMatch(/\][([]/);
  expect(text.split('\n').at(-1)).toBe(`${ofSlack().service.baseUrl}/app/reviews?event=${id}`);
});

it('a ticket is made once, with values that cannot leave their text, and updated with the outcome', async () => {
  const tickets: { path: string; body: Record<string, string>; token: unknown }[] = [];
  const desk = await startUpstream((request, reply) => {
    tickets.push({ path: request.path, body: JSON.parse(request.body), token: request.headers['x-token'] });
    reply.writeHead(201).end('{}');
  });
  await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, ['bot", "admin": "yes {{link}}']);
  await sql('UPDATE svc.organization_heads SET generation = generation + 1');
  await useChat(
    {
      kind: 'TICKET',
      url: `${desk.url}/new`,
      updateUrl: `${desk.url}/update`,
      headers: [{ name: 'X-Token', value: 't0p' }],
      bodyTemplate: '{"title":"{{agent}}: {{action}}","status":"{{status}}","link":"{{ link }}","kept":"{{other}}"}',
    },
    'ticketIntegrationId',
  );
  const id = await ask({ agent: 'bot", "admin": "yes {{link}}' });
  await send();
  await ofSlack().owner.call(`/reviews/${id}/approve`, { method: 'POST', body: {} });
  await send();
  await send();
  await desk.stop();
  expect(tickets).toEqual([
    {
      path: '/new',
      token: 't0p',
      body: {
        title: 'bot", "admin": "yes {{link}}: EXPORT_DATA',
        status: 'PENDING',
        link: `${ofSlack().service.baseUrl}/app/reviews?event=${id}`,
        kept: '{{other}}',
      },
    },
    { path: '/update', token: 't0p', body: expect.objectContaining({ status: 'APPROVED' }) },
  ]);
});

it.each([
  ['Slack', 'chatIntegrationId', null],
  ['another chat', 'chatIntegrationId', { kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK' }],
  ['a ticket system', 'ticketIntegrationId', { kind: 'TICKET', bodyTemplate: '{"text":"{{reason}} {{link}}"}' }],
])('%s gets a hundred an hour, and is told once that more wait', async (_, field, integration) => {
  const bodies: string[] = [];
  const other = await startUpstream((request, reply) => {
    bodies.push(request.body);
    reply.writeHead(200).end('ok');
  });
  if (integration !== null) {
    await removeChats();
    await useChat({ ...integration, url: `${other.url}/hook` }, field);
  }
  const texts = () =>
    integration === null ? made('chat.postMessage').map(({ body }) => body) : bodies.map((one) => JSON.parse(one));
  const told = () => texts().filter(({ text }) => /\d+ more reviews? waits? in svc/.test(text));
  for (let count = 0; count < 103; count += 1) await ask();
  await send();
  await send();
  expect([texts().length, told().length]).toEqual([101, 1]);
  expect(told()[0].text).toContain(`${ofSlack().service.baseUrl}/app/reviews`);
  passTime('10m');
  await send();
  expect(texts()).toHaveLength(101);
  passTime('1h');
  await send();
  expect([texts().length, told().length]).toEqual([104, 1]);
  await other.stop();
});

describe.each([
  ['another chat', 'chatIntegrationId', { kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK' }],
  ['a ticket system', 'ticketIntegrationId', { kind: 'TICKET', bodyTemplate: '{"title":"{{agent}}"}' }],
])('%s', (_, field, integration) => {
  const statuses: number[] = [];
  let asked = 0;
  let retryAfter: string | undefined;
  let other: Upstream;
  beforeEach(async () => {
    asked = 0;
    retryAfter = undefined;
    other = await startUpstream((_request, reply) => {
      asked += 1;
      const status = statuses.shift() ?? 200;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      reply.writeHead(status, headers).end('hush: a body that nobody may see');
    });
    // Slack has its own tests.
    await removeChats();
    await useChat({ ...integration, url: `${other.url}/hook` }, field);
  });
  afterEach(() => other.stop());

  it.each([
    [400, 'MESSAGE_REFUSED'],
    [401, 'CREDENTIAL_REFUSED'],
    [403, 'CREDENTIAL_REFUSED'],
    [404, 'ADDRESS_GONE'],
    [410, 'ADDRESS_GONE'],
    [422, 'MESSAGE_REFUSED'],
  ])('that answers %i gets no message again: people are told %s, until one arrives', async (status, fault) => {
    statuses.push(status);
    await ask();
    await send();
    passTime();
    await send();
    expect(asked).toBe(1);
    expect(await lastFailures()).toEqual([{ fault, at: expect.stringMatching(/Z$/) }]);
    await ask();
    await send();
    expect(asked).toBe(2);
    expect(await lastFailures()).toEqual([null]);
    expect(JSON.stringify(await sql('SELECT * FROM svc.integrations'))).not.toContain('hush');
  });

  it.each([408, 425, 429, 500, 503])('that answers %i gets the message again', async (status) => {
    statuses.push(status);
    await ask();
    await send();
    passTime();
    await send();
    passTime();
    await send();
    expect(asked).toBe(2);
    expect(await lastFailures()).toEqual([null]);
  });

  it('is left alone for as long as its 429 asks, in seconds or until a date', async () => {
    const { clock } = ofSlack().service;
    for (const wait of ['600', new Date(clock.nowMs() + 600_000).toUTCString()]) {
      statuses.push(429);
      retryAfter = wait;
      await ask();
      await send();
      const [{ due } = expect.fail()] = await sql<{ due: number }>(
        'SELECT extract(epoch FROM due_at - $1)::float8 AS due FROM svc.chat_outbox WHERE shown IS NULL',
        [clock.now()],
      );
      expect(due).toBeGreaterThan(500);
      await sql('DELETE FROM svc.chat_outbox');
    }
    expect(await lastFailures()).toEqual([null]);
  });
});
