// SPDX-License-Identifier: Apache-2.0
/** A workspace of Slack beyond the socket, in the documented form of its HTTP, beside a service that uses it. */
import { createHmac, randomUUID } from 'node:crypto';
import type { ChatLink, IntegrationList } from '@svc/contract';
import { expect, vi } from 'vitest';
import { type Chat, createChat } from '../../../server/src/decisions/chat/index.ts';
import { createVault } from '../../../server/src/platform/vault/index.ts';
import type { Duration } from '../clock/index.ts';
import {
  call,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  TEST_ENCRYPTION_KEY,
  type TestService,
} from '../service/index.ts';
import { readRows } from '../service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '../service/sessions.ts';
import type { Answering } from '../upstream/index.ts';
import { answerAsSlack, sharedSlack, slackApiOf, teamsOf } from './workspace.ts';

export const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
export const CHANNEL = 'C123ABC456';
export const TS = '1503435956.000247';
export const USER = 'U2CERLKJA';
const never = new AbortController().signal;
const POLICIES = `
      - { name: Any, action: EXPORT, decision: REVIEW }`;
const SETTINGS = ['privateNetworks: true'];

interface SlackCall {
  method: string;
  body: {
    channel?: string;
    ts?: string;
    text?: string;
    user?: string;
    trigger_id?: string;
    blocks?: {
      type: string;
      text?: { type: string; text: string };
      elements?: { action_id?: string; value?: string }[];
    }[];
    metadata?: { event_payload: { post: string } };
    view?: { private_metadata: string; callback_id: string };
  };
}

let service: TestService;
let chat: Chat;
let owner: Browser;
/** The calls so far; a test may forget them. */
let calls: SlackCall[] = [];
/** The messages that Slack has. */
let messages: { ts: string; metadata: unknown }[] = [];
let next: How[] = [];
type How =
  | 'ok'
  | 'rate limited'
  | 'down'
  | 'lost'
  | { error: string }
  | { status: number; headers: Record<string, string | undefined>; body: object };

const slack: Answering = (request, reply, socket) => {
  const method = request.path.replace('/api/', '');
  const body = JSON.parse(request.body) as SlackCall['body'];
  calls.push({ method, body });
  const json = (answer: object, status = 200, headers: Record<string, string> = {}) =>
    reply
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(answer));
  const how = next.shift() ?? 'ok';
  if (how === 'rate limited') return json({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': '30' });
  if (typeof how === 'object' && 'body' in how)
    return json(how.body, how.status, how.headers as Record<string, string>);
  if (typeof how === 'object') return json({ ok: false, error: how.error });
  if (how === 'down') return reply.writeHead(503).end('Service Unavailable');
  if (request.headers.authorization !== 'Bearer xoxb-1-secret') return json({ ok: false, error: 'invalid_auth' });
  if (method === 'chat.postMessage') {
    const ts = `1503435956.${String(247 + messages.length).padStart(6, '0')}`;
    messages.push({ ts, metadata: body.metadata });
    if (how === 'lost') return socket.destroy();
    return json({ ok: true, channel: CHANNEL, ts, message: { text: body.text, type: 'message', ts } });
  }
  if (method === 'conversations.history') return json({ ok: true, messages, has_more: false });
  if (method === 'chat.update') return json({ ok: true, channel: CHANNEL, ts: body.ts, text: body.text });
  return json({ ok: true });
};

export async function startSlackService(): Promise<void> {
  calls = [];
  messages = [];
  next = [];
  answerAsSlack(slack);
  const shared = await sharedSlack();
  const provisioning = () => acmeWithPeople({ policies: POLICIES, settings: SETTINGS });
  service = await otherProcess(await openOrganization({ provisioning }));
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await readRows(service.database, `UPDATE svc.accounts SET language = 'en'`);
  await useChat({
    kind: 'CHAT_WEBHOOK',
    provider: 'SLACK',
    botToken: 'xoxb-1-secret',
    signingSecret: SECRET,
    channel: CHANNEL,
  });
  chat = createChat(
    {
      pool: service.app.pool,
      vault: createVault([TEST_ENCRYPTION_KEY]),
      baseUrl: () => service.baseUrl,
      log: { warn: () => {}, error: (fields: object) => expect(fields).toBe('no error') },
    },
    { allow: ['127.0.0.1'], slackApi: slackApiOf(shared), teams: teamsOf(shared) },
  );
}

export async function stopSlackService(): Promise<void> {
  await chat.close();
  await service.stop();
}

export async function useChat(body: object, field = 'chatIntegrationId'): Promise<void> {
  const made = await owner.call<{ id: string }>('/integrations', { body: { name: randomUUID(), ...body } });
  expect(made.status).toBe(201);
  const chosen = await owner.call('/notifications', { method: 'PATCH', body: { [field]: made.body.id } });
  expect(chosen.status).toBe(200);
}

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
export const ask = async (more: object = {}) =>
  (await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: { ...REVIEWED, ...more } })).body.id as string;
export const send = () => chat.sendDue(never);
export const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  readRows<Row>(service.database, text, values);
/** As every member sees them, by the name of the integration. */
export const lastFailures = async () =>
  (await owner.call<IntegrationList>('/integrations')).body.items.map(({ lastFailure }) => lastFailure);
/** By default the first waits of the back-off are over. */
export const passTime = (by: Duration = '1m') => service.clock.move(by);
export const made = (method: string) => calls.filter((one) => one.method === method);
export const postId = async () => (await sql<{ id: string }>('SELECT id FROM svc.chat_outbox'))[0]?.id as string;
export const statusOf = async (id: string) => (await call(service.baseUrl, `/v1/events/${id}`)).body.review?.status;

/** Signed as Slack signs: HMAC-SHA256 over `v0:time:body`. */
export function signed(payload: object, { secret = SECRET, at = service.clock.nowMs() } = {}) {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(at / 1_000));
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  return { body, headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } };
}

export async function deliver({ body, headers }: ReturnType<typeof signed>) {
  const answer = await fetch(`${service.baseUrl}/chat/slack/interactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** The payload of a press as Slack documents `block_actions`; the moment makes each one of its own. */
let presses = 0;
export const press = (action_id: string, value: string, user = USER) => ({
  type: 'block_actions',
  user: { id: user, username: 'roadrunner', name: 'roadrunner', team_id: 'T1DC2JH3J' },
  api_app_id: 'A123',
  token: 'Nj2rfC2hU8mAfgaJLemZgO7H',
  container: { type: 'message', message_ts: TS, channel_id: CHANNEL, is_ephemeral: false },
  trigger_id: '12466734323.1395872398',
  team: { id: 'T1DC2JH3J', domain: 'testteamnow' },
  channel: { id: CHANNEL, name: 'reviews' },
  response_url: 'https://hooks.slack.com/actions/T0MJRM1A7/21974584944/yk1S9ndf35Q1flupVG5JbfM6',
  actions: [{ action_id, block_id: 'svc', value, type: 'button', action_ts: `1548426417.${++presses}` }],
});

export const dialog = (value: string, reason: string | null, user = USER) => ({
  type: 'view_submission',
  team: { id: 'T1DC2JH3J', domain: 'testteamnow' },
  user: { id: user, name: 'roadrunner', team_id: 'T1DC2JH3J' },
  view: {
    id: `V${++presses}`,
    type: 'modal',
    callback_id: 'svc_deny',
    private_metadata: value,
    state: { values: { svc_reason: { svc_reason: { type: 'plain_text_input', value: reason } } } },
  },
});

/** Presses once as a stranger. @returns the token of the link in the ephemeral answer */
export async function askForLink(payload: object, secret = SECRET): Promise<string> {
  calls = [];
  await deliver(signed(payload, { secret }));
  return /#token=([\w-]+)/.exec(await ephemeral())?.[1] ?? '';
}

/**
 * Presses once as a stranger, and confirms the link of the ephemeral answer as this person.
 * @param at the message, and the secret of its chat; without it the only message
 */
export async function link(email: string, user = USER, at?: { post: string; secret: string }): Promise<ChatLink> {
  const token = await askForLink(press('svc_approve', at?.post ?? (await postId()), user), at?.secret);
  const browser = await signIn(service.baseUrl, email);
  const answer = await browser.call<ChatLink>('/me/chat-links/confirm', { body: { token } });
  expect(answer.status).toBe(200);
  expect((await browser.call('/me/chat-links/confirm', { body: { token } })).status).toBe(404);
  calls = [];
  return answer.body;
}

export async function ephemeral(): Promise<string> {
  await vi.waitFor(() => expect(made('chat.postEphemeral')).not.toEqual([]));
  return made('chat.postEphemeral').at(-1)?.body.text ?? '';
}

/** The next answers of Slack; after them it takes everything. */
export function answerNext(...how: How[]): void {
  next = how;
}
export const ofSlack = () => ({ service, owner, calls, messages });
