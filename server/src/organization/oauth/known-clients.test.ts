// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the clients that people use connect as they come. Each sends the registration or the metadata document that
 * it publishes. It comes to a recorded decision, refreshes its token, and decides again.
 */
import { OAUTH_SCOPES } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectAssistant } from '#harness/mcp';
import { authorizationUrl, goOn, openRequest, permit, postForm, postJson } from '#harness/oauth';
import { assertionOf, type ClientKey, makeClientKey } from '#harness/oauth/assertions.ts';
import { type DocumentClients, startDocumentClients } from '#harness/oauth/documents.ts';
import { startWithOwner } from '#harness/oauth/owner.ts';
import type { TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import type { Browser } from '#harness/service/sessions.ts';

let service: TestService;
let baseUrl: string;
let owner: Browser;
let documents: DocumentClients;
beforeAll(async () => {
  ({ service, baseUrl, owner } = await startWithOwner());
  documents = await startDocumentClients(service);
});
afterAll(async () => {
  await documents.stop();
  await service.stop();
});

interface KnownClient {
  metadata: Record<string, unknown>;
  /** Where the answer goes, when it is not the first registered address. */
  redirectUri?: string;
  /** Beside the usual parameters of a request to authorize; an empty text leaves the usual one out. */
  authorize?: Record<string, string>;
  /** Beside the usual fields of a token request. */
  token?: (clientId: string, tokenUrl: string) => Record<string, string>;
  headers?: (clientId: string) => Record<string, string>;
  refresh?: Record<string, string>;
}

const BOTH = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
const CHATGPT = 'https://chatgpt.com/connector_platform_oauth_redirect';
const VS_CODE = {
  client_name: 'Visual Studio Code',
  client_uri: 'https://code.visualstudio.com',
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  redirect_uris: [
    'https://insiders.vscode.dev/redirect',
    'https://vscode.dev/redirect',
    'http://localhost/',
    'http://127.0.0.1/',
    'http://localhost:33418/',
    'http://127.0.0.1:33418/',
  ],
  token_endpoint_auth_method: 'none',
};
const emptySecret = (clientId: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:`).toString('base64')}`,
});
const key: ClientKey = makeClientKey('RS256');
const signing = (clientId: string, tokenUrl: string) => assertionOf(key, clientId, tokenUrl);

const REGISTERED: Record<string, KnownClient> = {
  'claude.ai': {
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...BOTH,
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'decisions:read decisions:write',
    },
  },
  'Claude Code': {
    metadata: {
      client_name: 'Claude Code (svc)',
      redirect_uris: ['http://localhost:54545/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'none',
      scope: OAUTH_SCOPES.join(' '),
    },
  },
  'ChatGPT, without a key': {
    metadata: { client_name: 'ChatGPT', redirect_uris: [CHATGPT], ...BOTH, token_endpoint_auth_method: 'none' },
  },
  'VS Code': { metadata: VS_CODE, redirectUri: 'http://127.0.0.1:52717/' },
  Cursor: {
    metadata: {
      application_type: 'web',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'none',
      ...BOTH,
    },
  },
  n8n: {
    metadata: {
      client_name: 'n8n',
      client_uri: 'https://n8n.io/',
      redirect_uris: ['https://n8n.example/rest/oauth2-credential/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'client_secret_basic',
      scope: '',
    },
    authorize: { scope: '' },
    headers: emptySecret,
  },
  'mcp-remote': {
    metadata: {
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:29956/oauth/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'none',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.37',
      scope: 'openid email profile',
    },
    authorize: { scope: 'openid email profile offline_access', prompt: 'consent' },
    refresh: { scope: 'openid email profile offline_access' },
  },
  Inspector: {
    metadata: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback/debug'],
      ...BOTH,
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    authorize: { scope: '' },
  },
  'openid-client': {
    metadata: { redirect_uris: ['http://127.0.0.1:4801/cb'], scope: 'openid decisions:read decisions:write' },
    authorize: { scope: 'openid decisions:read decisions:write', nonce: 'a-nonce', resource: '' },
  },
  authlib: {
    metadata: { client_name: 'authlib', redirect_uris: ['http://127.0.0.1:4802/auth'] },
    authorize: { scope: 'openid decisions:read decisions:write profile', nonce: 'a-nonce' },
    headers: emptySecret,
    refresh: { scope: 'openid decisions:read decisions:write profile' },
  },
  fastmcp: {
    metadata: {
      client_name: 'FastMCP Client',
      redirect_uris: ['http://localhost:41321/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'client_secret_post',
      scope: '',
    },
    authorize: { scope: 'decisions:read decisions:write' },
  },
  'the Python SDK': {
    metadata: {
      client_name: 'Simple Auth Client',
      redirect_uris: ['http://localhost:3030/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'user',
      client_uri: null,
      logo_uri: null,
      contacts: null,
      tos_uri: null,
      policy_uri: null,
      jwks_uri: null,
      jwks: null,
      software_id: null,
      software_version: null,
    },
    authorize: { scope: 'user' },
  },
  'a client with a last slash': {
    metadata: { client_name: 'AI SDK', redirect_uris: ['http://localhost:8090/callback'], ...BOTH },
    authorize: { resource: 'LAST_SLASH' },
    token: () => ({ resource: 'LAST_SLASH' }),
    refresh: { resource: 'LAST_SLASH' },
  },
};

/** The rest of the way, the same for all. */
async function connects(
  at: { baseUrl: string; browser: Browser; permit: (browser: Browser, requestId: string) => Promise<URLSearchParams> },
  clientId: string,
  { metadata, redirectUri, authorize = {}, token = () => ({}), headers, refresh = {} }: KnownClient,
): Promise<void> {
  const mcpUrl = `${baseUrl}/mcp`;
  const spelled = (fields: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value.replace('LAST_SLASH', `${mcpUrl}/`)]),
    );
  const redirect = redirectUri ?? (metadata.redirect_uris as string[])[0] ?? '';
  const asked = authorizationUrl(at.baseUrl, clientId, {
    resource: mcpUrl,
    ...spelled(authorize),
    redirect_uri: redirect,
  });
  const answer = await at.permit(at.browser, await openRequest(at.browser, asked));
  const tokenUrl = `${at.baseUrl}/oauth/token`;
  const send = async (fields: Record<string, string>) => {
    const named: Record<string, string> = headers === undefined ? { client_id: clientId } : {};
    const sent = spelled({ ...named, ...fields, ...token(clientId, tokenUrl) });
    const { status, body } = await postForm(tokenUrl, sent, headers?.(clientId));
    expect({ status, error: body.error_description }).toEqual({ status: 200, error: undefined });
    return body as { access_token: string; refresh_token: string; scope: string; id_token?: string };
  };
  const first = await send({
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: asked.verifier,
  });
  await decides(first.access_token);
  expect(first.id_token === undefined).toBe(!/\bopenid\b/.test(authorize.scope ?? ''));
  const second = await send({ grant_type: 'refresh_token', refresh_token: first.refresh_token, ...refresh });
  expect(second.scope).toBe(first.scope);
  await decides(second.access_token);
}

async function decides(token: string): Promise<void> {
  const assistant = await connectAssistant(baseUrl, { key: token });
  const action = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  const { structured } = await callTool(assistant, 'decide_action', action);
  await assistant.close();
  expect(structured).toMatchObject({ finalDecision: 'ALLOW', sandbox: false });
  const recorded = `SELECT id FROM svc.events WHERE id = '${structured.id}'`;
  expect(await readRows(service.database, recorded)).toHaveLength(1);
}

describe('by its registration', () => {
  it.each(Object.entries(REGISTERED))('%s connects', async (_name, client) => {
    const { status, body } = await postJson(`${baseUrl}/oauth/register`, client.metadata);
    expect(status).toBe(201);
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none', response_types: ['code'] });
    expect(Object.keys(body)).not.toContain('client_secret');
    await connects({ baseUrl, browser: owner, permit }, body.client_id as string, client);
  });
});

const DOCUMENTS: Record<string, KnownClient> = {
  'ChatGPT, by its key or without': {
    metadata: {
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      redirect_uris: [CHATGPT],
      ...BOTH,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'KEYS',
    },
  },
  'ChatGPT, by its key': {
    metadata: {
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      redirect_uris: [CHATGPT],
      ...BOTH,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'KEYS',
    },
    token: signing,
  },
  'Claude Code': {
    metadata: {
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...BOTH,
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'http://localhost:50123/callback',
  },
  'VS Code': { metadata: { ...VS_CODE, application_type: 'native' }, redirectUri: 'http://127.0.0.1:52717/' },
};

describe('by its metadata document', () => {
  const publish = ({ metadata }: KnownClient) => {
    const path = `/${crypto.randomUUID()}/client.json`;
    const keys = documents.publish(`${path}/keys`, { keys: [key.jwk] });
    const known = { ...metadata, ...(metadata.jwks_uri === 'KEYS' && { jwks_uri: keys }) };
    return documents.publish(path, { client_id: documents.publish(path, {}), ...known });
  };
  const allow = async (browser: Browser, requestId: string) => {
    const { status, body } = await browser.call<{ continueAt: string }>(`/approve/${requestId}`);
    expect(status).toBe(200);
    return await goOn(browser, body.continueAt);
  };
  const at = async () => ({ baseUrl: documents.baseUrl, browser: await documents.person(owner), permit: allow });

  it.each(Object.entries(DOCUMENTS))('%s connects', async (_name, client) => {
    await connects(await at(), publish(client), client);
  });

  it('a client that names both methods connects by the one that it uses', async () => {
    const either = DOCUMENTS['ChatGPT, by its key or without'] as KnownClient;
    await connects(await at(), publish(either), { ...either, token: signing });
  });
});
