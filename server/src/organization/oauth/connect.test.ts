// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person connects an app by OAuth, and it may do what they permitted and nothing else, until it ends. */
import { APP_OPERATIONS, type AppOperation, type ConnectedAppList, OPERATIONS, type Operation } from '@svc/contract';
import { MCP_ERROR_META } from '@svc/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectAssistant, sendToMcp } from '#harness/mcp';
import {
  authorizationUrl,
  connectApp,
  openRequest,
  permit,
  postForm,
  redeem,
  refresh,
  registerClient,
} from '#harness/oauth';
import { startWithOwner } from '#harness/oauth/owner.ts';
import { call, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let baseUrl: string;
let owner: Browser;
beforeAll(async () => {
  ({ service, baseUrl, owner } = await startWithOwner());
});
afterAll(() => service.stop());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ALLOWED = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };

async function askWith(token: string) {
  const { status, text } = await sendToMcp(baseUrl, LIST, { authorization: `Bearer ${token}` });
  return { status, message: (JSON.parse(text) as { message?: string }).message ?? '' };
}

describe('a connected app', () => {
  it('decides as its person, who stands in the audit log', async () => {
    const asked = authorizationUrl(baseUrl, await registerClient(baseUrl));
    const answer = await permit(owner, await openRequest(owner, asked));
    expect(answer.get('state')).toBe('the-state');
    expect(answer.get('iss')).toBe(baseUrl);
    const { status, body } = await redeem(baseUrl, asked, answer.get('code') ?? '');
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
    const assistant = await connectAssistant(baseUrl, { key: body.access_token as string });
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check_action',
      'decide_action',
      'get_decision',
      'list_policies',
      'test_policies',
    ]);
    const decided = await callTool(assistant, 'decide_action', ALLOWED);
    expect(decided.structured).toMatchObject({ finalDecision: 'ALLOW', sandbox: false });
    const read = await callTool(assistant, 'get_decision', { id: decided.structured.id });
    expect(read.structured).toEqual(decided.structured);
    await assistant.close();
    const [entry] = await readRows<{ actor_type: string }>(
      service.database,
      `SELECT actor_type FROM svc.audit_entries WHERE subject_id = '${decided.structured.id}'`,
    );
    expect(entry).toEqual({ actor_type: 'user' });
  });

  it('is told the scope that it lacks, never an ALLOW', async () => {
    const { access_token: key, scope } = await connectApp(baseUrl, owner, { scopes: ['policies:read'] });
    expect(scope).toBe('policies:read');
    const assistant = await connectAssistant(baseUrl, { key });
    expect((await assistant.listTools()).tools.map(({ name }) => name)).toEqual(['list_policies']);
    const refused = await callTool(assistant, 'decide_action', ALLOWED);
    expect(refused).toMatchObject({ isError: true, meta: { [MCP_ERROR_META]: { error: 'forbidden' } } });
    expect(refused.text).toMatch(/scope decisions:write[\s\S]*not an ALLOW/);
    expect(JSON.stringify(refused.meta['mcp/www_authenticate'])).toMatch(/insufficient_scope/);
    expect((await callTool(assistant, 'plan_policy_changes', { policies: [] })).text).toMatch(/API key only/);
    await assistant.close();
  });

  it('refreshes once more with a token, for a second window, and a third use ends the connection', async () => {
    const { refresh_token: first, clientId, access_token } = await connectApp(baseUrl, owner);
    const [rotated, again] = [await refresh(baseUrl, clientId, first), await refresh(baseUrl, clientId, first)];
    const successors = [rotated, again].map(({ body }) => body.refresh_token as string);
    expect(new Set([first, ...successors]).size).toBe(3);
    for (const { body } of [rotated, again]) expect((await askWith(body.access_token as string)).status).toBe(200);
    // Each successor goes on by itself.
    for (const token of successors) expect((await refresh(baseUrl, clientId, token)).status).toBe(200);
    expect((await refresh(baseUrl, clientId, first)).body.error).toBe('invalid_grant');
    const ended = await askWith(access_token);
    expect([ended.status, ended.message]).toEqual([401, expect.stringMatching(/used too often/)]);
    for (const token of successors) {
      expect((await refresh(baseUrl, clientId, token)).body.error).toBe('invalid_grant');
    }
  });
});

describe('a connection ends at once', () => {
  it.each<[string, (me: Browser, id: string) => Promise<void>, RegExp]>([
    [
      'when it is revoked',
      async (me, id) => {
        expect((await me.call(`/connected-apps/${id}`, { method: 'DELETE' })).status).toBe(204);
      },
      /a person ended the connection/,
    ],
    ['when its person is demoted', (me) => changeRole(me, 'MEMBER'), /role of its person was lowered/],
    [
      'when its person leaves',
      async (me) => {
        const id = (await me.call<{ user: { id: string } }>('/me')).body.user.id;
        expect((await owner.call(`/members/${id}`, { method: 'DELETE' })).status).toBe(204);
      },
      /no longer a member/,
    ],
  ])('%s', async (_when, end, message) => {
    const admin = await signIn(baseUrl, PEOPLE.admin);
    const { access_token, refresh_token, clientId } = await connectApp(baseUrl, admin);
    expect((await askWith(access_token)).status).toBe(200);
    const { body } = await admin.call<ConnectedAppList>('/connected-apps');
    const app = body.items.find(({ person }) => person.email === PEOPLE.admin);
    expect(app).toMatchObject({ name: 'Test assistant', host: '127.0.0.1:33418', lastUsedAt: expect.any(String) });
    await end(admin, app?.id ?? '');
    expect(await askWith(access_token)).toEqual({ status: 401, message: expect.stringMatching(message) });
    expect((await refresh(baseUrl, clientId, refresh_token)).body.error).toBe('invalid_grant');
    await changeRole(admin, 'ADMIN');
    expect((await askWith(access_token)).status).toBe(401);
  });

  it('not when its person is promoted', async () => {
    const member = await signIn(baseUrl, PEOPLE.member);
    const { access_token, refresh_token, clientId } = await connectApp(baseUrl, member);
    await changeRole(member, 'ADMIN');
    expect((await askWith(access_token)).status).toBe(200);
    expect((await refresh(baseUrl, clientId, refresh_token)).status).toBe(200);
    await changeRole(member, 'MEMBER');
    expect((await askWith(access_token)).status).toBe(401);
  });

  it('when its app gives it back', async () => {
    const { access_token, refresh_token, clientId } = await connectApp(baseUrl, owner);
    const { status } = await postForm(`${baseUrl}/oauth/revoke`, { client_id: clientId, token: refresh_token });
    expect(status).toBe(200);
    expect((await askWith(access_token)).message).toMatch(/revoked by the app/);
  });
});

/** By the owner; a person who has left stays away. */
async function changeRole(person: Browser, role: string): Promise<void> {
  const { status, body } = await person.call<{ user: { id: string } }>('/me');
  if (status !== 200) return;
  expect((await owner.call(`/members/${body.user.id}`, { method: 'PATCH', body: { role } })).status).toBe(200);
}

describe('a token that is not for here', () => {
  it('of another organization sees nothing of this one', async () => {
    const decided = await call(baseUrl, '/v1/events', { body: ALLOWED });
    const stranger = await signIn(baseUrl, PEOPLE.stranger);
    const { access_token: key } = await connectApp(baseUrl, stranger);
    const assistant = await connectAssistant(baseUrl, { key });
    const read = await callTool(assistant, 'get_decision', { id: decided.body.id });
    expect(read).toMatchObject({ isError: true, structured: {}, meta: { [MCP_ERROR_META]: { error: 'not_found' } } });
    const tried = await callTool(assistant, 'decide_action', ALLOWED);
    expect(tried).toMatchObject({ isError: true, meta: { [MCP_ERROR_META]: { error: 'not_found' } } });
    await assistant.close();
  });

  const bearing = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

  it('is 401 that says what is wrong', async () => {
    const { access_token } = await connectApp(baseUrl, owner);
    expect((await askWith('no-such-token')).message).toMatch(/^Sign in/);
    expect((await askWith(bearing({ iss: 'https://elsewhere.example' }))).message).toMatch(/wrong issuer/);
    const change = (set: string) =>
      readRows(service.database, `UPDATE svc.oauth_records SET ${set} WHERE kind = 'AccessToken'`);
    await change(`payload = jsonb_set(payload, '{aud}', '"https://other.example/mcp"')`);
    expect((await askWith(access_token)).message).toMatch(/wrong audience/);
    await change(`payload = jsonb_set(payload, '{aud}', '"${baseUrl}/mcp"'), expires_at = created_at`);
    expect((await askWith(access_token)).message).toMatch(/has expired/);
  });
});

it('a token is no key of the machine API, and no session', async () => {
  const { access_token: token, refresh_token: refreshToken } = await connectApp(baseUrl, owner);
  const operations: { id: string; method: string; path: string; isOpen: boolean }[] = [
    ...Object.entries<Operation>(OPERATIONS).map(([id, one]) => ({ id, ...one, isOpen: one.permission === null })),
    ...Object.entries<AppOperation>(APP_OPERATIONS).map(([id, one]) => ({ id, ...one, isOpen: one.who === 'anybody' })),
  ];
  const asKey: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }];
  const asCookie = { cookie: `__Host-svc_access=${token}; __Host-svc_refresh=${refreshToken}` };
  const taken: unknown[] = [];
  for (const [index, { id, method, path, isOpen }] of operations.entries()) {
    if (isOpen) continue;
    // Unknown sessions of one address are counted.
    const calls = (index % 8 === 0 ? [...asKey, asCookie] : asKey).map(async (headers) => {
      const url = baseUrl + path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-00000000ffff');
      const { status } = await fetch(url, {
        method,
        headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin', ...headers },
      });
      if (status !== 401) taken.push({ id, headers, status });
    });
    await Promise.all(calls);
  }
  expect(taken).toEqual([]);
  expect((await askWith(token)).status).toBe(200);
});
