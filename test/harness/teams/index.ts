// SPDX-License-Identifier: Apache-2.0
/**
 * Microsoft's services for bots beyond the socket, in the documented form of their HTTP. The tenant gives tokens, the
 * connector takes messages, and keys sign activities. They stand beside the service that talks to Slack.
 */
import { randomUUID } from 'node:crypto';
import type { ChatLink } from '@svc/contract';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { expect } from 'vitest';
import { ofSlack, passTime, postId, startSlackService, stopSlackService, useChat } from '#harness/slack';
import { PEOPLE, signIn } from '../service/sessions.ts';
import { answerAsSlack } from '../slack/workspace.ts';
import type { Answering } from '../upstream/index.ts';

export const APP = '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11';
export const TENANT = 'a3f1c0de-1111-4222-8333-444455556666';
export const CLIENT_SECRET = 'bot~secret.of-the-tenant';
export const CHANNEL = '19:0123456789abcdef@thread.tacv2';
export const SERVICE_URL = 'https://smba.trafficmanager.net/emea/';
export const USER = '7e2b8f54-0c1d-4c55-9a55-2a3a9c6f0c01';
const KEY = `key-${randomUUID()}`;
const CONVERSATION = `${CHANNEL};messageid=1700000000001`;

interface CardCall {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

type How = { status: number; body?: string; headers?: Record<string, string> } | 'lost';

const pair = await generateKeyPair('RS256', { extractable: true });
export const otherPair = await generateKeyPair('RS256', { extractable: true });
let calls: CardCall[] = [];
/** The next answers by the beginning of the path; after them all is well. */
let next: { at: string; how: How }[] = [];
let endorsements: string[];
let tokens = 0;

async function publicKey() {
  return { ...(await exportJWK(pair.publicKey)), kid: KEY, use: 'sig', alg: 'RS256', endorsements };
}

const microsoft: Answering = (request, reply, socket) => {
  const { method, path, headers, body } = request;
  const json = (status: number, answer: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  calls.push({ method, path, headers, body });
  const index = next.findIndex(({ at }) => path.startsWith(at));
  const [found] = index < 0 ? [] : next.splice(index, 1);
  if (found?.how === 'lost') return socket.destroy();
  if (found !== undefined) return reply.writeHead(found.how.status, found.how.headers).end(found.how.body ?? '');
  if (path.startsWith('/v1/')) {
    if (path.endsWith('/keys')) return void publicKey().then((key) => json(200, { keys: [key] }));
    return json(200, {
      issuer: 'https://api.botframework.com',
      jwks_uri: `http://${String(headers.host)}/v1/.well-known/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    });
  }
  if (path === `/login/${TENANT}/oauth2/v2.0/token`) {
    const form = new URLSearchParams(body);
    if (form.get('client_secret') !== CLIENT_SECRET) return json(401, { error: 'invalid_client' });
    tokens += 1;
    return json(200, { token_type: 'Bearer', expires_in: 3_599, access_token: `bot-token-${tokens}` });
  }
  if (!/^Bearer bot-token-\d+$/.test(String(headers.authorization))) return json(401, {});
  if (path === '/teams/v3/conversations') return json(201, { id: CONVERSATION, activityId: '1700000000001' });
  return json(200, { id: '1700000000001' });
};

export async function startTeamsService(): Promise<void> {
  await startSlackService();
  calls = [];
  next = [];
  endorsements = ['msteams'];
  answerAsSlack(microsoft);
  // A process may know the keys of an earlier file, and looks for others once in a while.
  passTime('10m');
  await useChat({
    kind: 'CHAT_WEBHOOK',
    provider: 'TEAMS',
    appId: APP,
    tenantId: TENANT,
    clientSecret: CLIENT_SECRET,
    channel: CHANNEL,
  });
}

export const stopTeamsService = stopSlackService;

export const answerTeams = (...answers: { at: string; how: How }[]): void => {
  next = answers;
};

export const ofTeams = () => ({ ...ofSlack(), calls });
export const forgetCalls = (): void => {
  calls = [];
};
/** The activities that the connector got. */
export const cards = () =>
  calls
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/teams/'))
    .map(({ method, path, body }) => {
      const sent = JSON.parse(body);
      const activity = sent.activity ?? sent;
      return { method, path, sent, summary: activity.summary, card: activity.attachments[0].content };
    });

interface Claims {
  payload?: JWTPayload;
  header?: Partial<JWTHeaderParameters>;
  key?: CryptoKey | Uint8Array;
}

/** As Microsoft signs for the bot of this app. */
export async function tokenOf({ payload, header, key = pair.privateKey }: Claims = {}): Promise<string> {
  const now = Math.floor(ofSlack().service.clock.nowMs() / 1_000);
  const claims = {
    iss: 'https://api.botframework.com',
    aud: APP,
    nbf: now - 60,
    exp: now + 3_600,
    serviceurl: SERVICE_URL,
    ...payload,
  };
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY, typ: 'JWT', ...header }).sign(key);
}

let presses = 0;

/** The activity of a press, as Teams documents `adaptiveCard/action`; each has an id of its own. */
export function pressed(verb: string, post: string, more: object = {}, data: object = {}) {
  presses += 1;
  return {
    type: 'invoke',
    name: 'adaptiveCard/action',
    id: `f:${randomUUID()}-${presses}`,
    channelId: 'msteams',
    serviceUrl: SERVICE_URL,
    timestamp: '2026-01-01T00:00:00.000Z',
    from: { id: '29:1xyz', name: 'Ana Souza', aadObjectId: USER },
    recipient: { id: `28:${APP}`, name: 'svc' },
    conversation: { isGroup: true, conversationType: 'channel', tenantId: TENANT, id: CONVERSATION },
    channelData: { tenant: { id: TENANT }, channel: { id: CHANNEL } },
    value: { action: { type: 'Action.Execute', verb, data: { post, ...data } }, trigger: 'manual' },
    ...more,
  };
}

export async function deliver(activity: unknown, authorization?: string | null) {
  const bearer = authorization === undefined ? `Bearer ${await tokenOf()}` : authorization;
  const answer = await fetch(`${ofSlack().service.baseUrl}/chat/teams/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer === null ? {} : { authorization: bearer }) },
    body: typeof activity === 'string' ? activity : JSON.stringify(activity),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** Presses as a stranger, and confirms the link of the answer as this person. */
export async function linkTeams(email: string = PEOPLE.owner, user = USER): Promise<ChatLink> {
  const from = { id: '29:1xyz', name: 'Ana Souza', aadObjectId: user };
  const { body } = await deliver(pressed('svc_approve', await postId(), { from }));
  const [, token] = /#token=([\w-]+)/.exec(JSON.stringify(body)) ?? [];
  const browser = await signIn(ofSlack().service.baseUrl, email);
  const answer = await browser.call<ChatLink>('/me/chat-links/confirm', { body: { token } });
  expect(answer.status).toBe(200);
  return answer.body;
}
