// SPDX-License-Identifier: Apache-2.0
/** Guarantee: who is not signed in learns how to; every refusal says what to do, and none of them is an ALLOW. */
import { request } from 'node:http';
import { MCP_ERROR_META } from '@svc/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectAssistant, sendToMcp } from '#harness/mcp';
import {
  BOUND_KEY,
  EXPIRED_KEY,
  LIVE_KEY,
  LOOPBACK_KEY,
  OFFICE_KEY,
  openOrganization,
  otherProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let mcpUrl: string;
beforeAll(async () => {
  service = await openOrganization();
  mcpUrl = `${service.baseUrl}/mcp`;
});
afterAll(() => service.stop());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const KEY = { authorization: `Bearer ${LIVE_KEY}` };
const ALLOWED = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
const calling = (name: string, args: unknown, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

const decided = calling('decide_action', ALLOWED);
const NEWER = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'decide_action' };
const ofNewerEra = <Message extends { params: object }>(message: Message) => ({
  ...message,
  params: {
    ...message.params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const countEvents = async () => (await readRows(service.database, 'SELECT id FROM svc.events')).length;

describe('without a sign-in', () => {
  it('every request is told how to sign in, before anything of the protocol is read', async () => {
    const metadataUrl = `${service.baseUrl}/.well-known/oauth-protected-resource/mcp`;
    const scopes = 'decisions:read decisions:write policies:read policies:test';
    const header = `Bearer realm="${mcpUrl}", resource_metadata="${metadataUrl}", scope="${scopes}"`;
    for (const method of ['POST', 'GET', 'DELETE']) {
      const response = await fetch(mcpUrl, { method, ...(method === 'POST' && { body: 'not JSON' }) });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(header);
      const body = (await response.json()) as Record<string, string>;
      expect(body.error).toBe('unauthorized');
      expect(body.message).toMatch(/^Sign in, or send an API key/);
    }
    const metadata = await fetch(metadataUrl, { headers: { origin: 'https://elsewhere.example' } });
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
    expect(await metadata.json()).toMatchObject({ resource: mcpUrl, scopes_supported: scopes.split(' ') });
    expect(await (await fetch(`${service.baseUrl}/.well-known/oauth-protected-resource`)).json()).toMatchObject({
      resource: mcpUrl,
    });
  });

  it.each([
    ['an unknown key', { authorization: `Bearer key_live_${'x'.repeat(43)}` }, /^Sign in, or send/],
    ['an expired key', { 'x-svc-key': EXPIRED_KEY }, /has expired/],
    ['two keys', { ...KEY, 'x-svc-key': TEST_KEY }, /carry different keys/],
    ['a key in the header of the machine API', { 'x-api-key': LIVE_KEY }, /^Sign in, or send/],
    ['a key as a cookie', { cookie: `__Host-svc_access=${LIVE_KEY}` }, /^Sign in, or send/],
    ['a key by Basic', { authorization: `Basic ${btoa(`:${LIVE_KEY}`)}` }, /^Sign in, or send/],
  ])('%s is 401', async (_what, headers, message) => {
    const { status, headers: answered, text } = await sendToMcp(service.baseUrl, LIST, headers);
    expect(status).toBe(401);
    expect(answered.get('www-authenticate')).toContain('resource_metadata=');
    expect(JSON.parse(text).message).toMatch(message);
  });
});

it('takes the session of a person for nothing: a page of ours has to send a key too', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const origin of [undefined, service.baseUrl]) {
    const headers = { cookie, ...(origin !== undefined && { origin, 'sec-fetch-site': 'same-origin' }) };
    expect((await sendToMcp(service.baseUrl, LIST, headers)).status).toBe(401);
  }
});

it('sees keys with an allow-list from its own address, wherever the client is', async () => {
  const from = { 'x-forwarded-for': '10.1.2.3' };
  const { baseUrl } = await otherProcess(service);
  const refused = await sendToMcp(baseUrl, LIST, { ...from, 'x-svc-key': OFFICE_KEY });
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.text).message).toMatch(/seen from 127\.0\.0\.1.*svc mcp/);
  const allowed = await sendToMcp(baseUrl, calling('decide_action', ALLOWED), {
    ...from,
    'x-svc-key': LOOPBACK_KEY,
  });
  expect(JSON.parse(allowed.text).result.structuredContent).toMatchObject({ finalDecision: 'ALLOW' });
});

it('refuses pages of other origins, and serves its own', async () => {
  const { host, hostname } = new URL(mcpUrl);
  const foreign = ['https://evil.example', 'null', '', mcpUrl, `${service.baseUrl}.evil.example`, `https://${host}`];
  for (const origin of [...foreign, `http://${hostname}`, `${service.baseUrl}, https://evil.example`]) {
    expect([origin, (await sendToMcp(service.baseUrl, LIST, { ...KEY, origin })).status]).toEqual([origin, 403]);
  }
  expect((await sendToMcp(service.baseUrl, LIST, { ...KEY, origin: service.baseUrl })).status).toBe(200);
});

it('refuses a page whose own name leads here (DNS rebinding)', async () => {
  const host = `evil.example:${new URL(mcpUrl).port}`;
  const status = await new Promise((resolve, reject) => {
    const headers = { ...KEY, host, origin: `http://${host}`, 'content-type': 'application/json' };
    const sent = request(mcpUrl, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject).end(JSON.stringify(LIST));
  });
  expect(status).toBe(403);
});

describe('a message that is none', () => {
  it.each([
    ['broken JSON', '{', 400, -32_700],
    ['null', 'null', 400, -32_600],
    ['a repeated key', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 400, -32_700],
    ['an unknown method', { ...LIST, method: 'tools/approve' }, 200, -32_601],
    ['a subscription', { ...LIST, method: 'subscriptions/listen' }, 404, -32_601],
    ['a tool in another case', calling('Decide_Action', ALLOWED), 200, -32_602],
    ['a tool that approves', calling('approve_review', {}), 200, -32_602],
    ['a long batch', Array.from({ length: 21 }, () => LIST), 400, -32_600],
  ])('%s is told so', async (_what, body, status, code) => {
    const answer = await sendToMcp(service.baseUrl, body, KEY);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({ code });
  });

  it('is not taken for another era: the header and the body have to agree', async () => {
    const headers = { ...KEY, 'mcp-protocol-version': '2026-07-28' };
    const answer = await sendToMcp(service.baseUrl, LIST, headers);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toHaveProperty('error');
  });

  it.each([
    [
      'a header of the older era over a body of the newer',
      ofNewerEra(decided),
      { 'mcp-protocol-version': '2025-11-25' },
    ],
    ['no header over a body of the newer era', ofNewerEra(decided), {}],
    ['a header that names another tool', ofNewerEra(decided), { ...NEWER, 'mcp-name': 'list_policies' }],
    ['a header that names another method', ofNewerEra(decided), { ...NEWER, 'mcp-method': 'tools/list' }],
    ['a batch of the newer era', [ofNewerEra(decided)], NEWER],
    ['a batch of both eras', [decided, ofNewerEra({ ...decided, id: 2 })], {}],
    ['a batch of the older era under a header of the newer', [decided], NEWER],
  ])('is not decided with %s', async (_what, body, headers) => {
    const before = await countEvents();
    const answer = await sendToMcp(service.baseUrl, body, { ...KEY, ...headers });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"error"')]);
    expect(await countEvents()).toBe(before);
  });

  it('is decided once its headers and its body are of the newer era', async () => {
    const answer = await sendToMcp(service.baseUrl, ofNewerEra(decided), { ...KEY, ...NEWER });
    expect(JSON.parse(answer.text).result.structuredContent).toMatchObject({ finalDecision: 'ALLOW' });
  });

  it('is refused beyond 200 KB, and other methods are not served', async () => {
    const long = calling('decide_action', { content: 'x'.repeat(204_800) });
    for (const [body, headers] of [
      [long, {}],
      [ofNewerEra(long), NEWER],
    ] as const) {
      const large = await sendToMcp(service.baseUrl, body, { ...KEY, ...headers });
      expect(large.status).toBe(413);
      expect(JSON.parse(large.text)).toMatchObject({ error: 'payload_too_large' });
    }
    const get = await fetch(mcpUrl, { headers: KEY });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

it('answers a batch of the older revisions, each message by itself', async () => {
  const messages = [calling('decide_action', ALLOWED, 1), calling('check_mcp_tool_call', { tool: 'get' }, 2), LIST];
  const batch = messages.map((message, at) => ({ ...message, id: at }));
  const answers = JSON.parse((await sendToMcp(service.baseUrl, batch, KEY)).text) as { id: number; result: object }[];
  const byId = new Map(answers.map(({ id, result }) => [id, result]));
  expect(byId.get(0)).toMatchObject({ structuredContent: { finalDecision: 'ALLOW' } });
  expect(byId.get(1)).toMatchObject({ isError: true });
  expect(byId.get(2)).toHaveProperty('tools');
});

describe('a tool error', () => {
  it.each([
    ['an unknown field', LIVE_KEY, 'decide_action', { ...ALLOWED, approve: true }, 'validation_error'],
    ['an unknown agent', LIVE_KEY, 'decide_action', { ...ALLOWED, agent: 'nobody' }, 'not_found'],
    [
      'another agent than the key is for',
      BOUND_KEY,
      'decide_action',
      { ...ALLOWED, agent: 'support-bot' },
      'forbidden',
    ],
    [
      'half of a surrogate pair in a name',
      LIVE_KEY,
      'decide_action',
      { ...ALLOWED, agent: '\ud800' },
      'validation_error',
    ],
    ['an id that is none', LIVE_KEY, 'get_decision', { id: 'latest' }, 'validation_error'],
    ['a plan with a TEST key', TEST_KEY, 'plan_policy_changes', { policies: [] }, 'forbidden'],
    ['a plan with a bound key', BOUND_KEY, 'plan_policy_changes', { policies: [] }, 'forbidden'],
    ['a tool call without an agent', LIVE_KEY, 'check_mcp_tool_call', { tool: 'x' }, 'validation_error'],
    ['a wrong resource to try', LIVE_KEY, 'check_action', { ...ALLOWED, resource: 'x' }, 'validation_error'],
  ])('for %s names its code and is never an ALLOW', async (_what, key, name, args, error) => {
    const assistant = await connectAssistant(service.baseUrl, { key });
    const answer = await callTool(assistant, name, args);
    await assistant.close();
    expect(answer).toMatchObject({ isError: true, structured: {}, meta: { [MCP_ERROR_META]: { error } } });
    expect(answer.text).toMatch(/not an ALLOW/);
  });

  it('counts tools for policies to the 60 a minute of the key', async () => {
    const assistant = await connectAssistant(service.baseUrl, { key: LOOPBACK_KEY });
    const answers = await Promise.all(Array.from({ length: 61 }, () => callTool(assistant, 'list_policies')));
    expect(answers.filter(({ isError }) => isError)).toHaveLength(1);
    expect(answers.find(({ isError }) => isError)?.text).toMatch(/^rate_limited \(429\)[\s\S]*Try again in \d+ s/);
    expect((await callTool(assistant, 'decide_action', ALLOWED)).isError).toBe(false);
    await assistant.close();
  });
});
