// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: each of our own addresses is one address, with a last slash or without, wherever a client writes it. Pages of
 * any origin may call the authorization server.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationUrl, openRequest, permit, postForm, REDIRECT_URI, refresh, registerClient } from '#harness/oauth';
import { startWithOwner } from '#harness/oauth/owner.ts';
import { LIVE_KEY, type TestService } from '#harness/service';
import type { Browser } from '#harness/service/sessions.ts';

let service: TestService;
let baseUrl: string;
let owner: Browser;
beforeAll(async () => {
  ({ service, baseUrl, owner } = await startWithOwner());
});
afterAll(() => service.stop());

describe('the resource', () => {
  const spellings: [string, () => string][] = [
    ['as it is', () => `${baseUrl}/mcp`],
    ['with a last slash', () => `${baseUrl}/mcp/`],
    ['with capitals in scheme and host', () => `${baseUrl.toUpperCase()}/mcp`],
  ];
  it.each(spellings)('is known %s, in each step', async (_what, spelling) => {
    const resource = spelling();
    const asked = authorizationUrl(baseUrl, await registerClient(baseUrl), { resource });
    const code = (await permit(owner, await openRequest(owner, asked))).get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: asked.verifier };
    const first = await postForm(`${baseUrl}/oauth/token`, { ...grant, client_id: asked.clientId, resource });
    expect(first.status).toBe(200);
    const second = await refresh(baseUrl, asked.clientId, first.body.refresh_token as string, { resource });
    expect(second.status).toBe(200);
    expect(await listsTools('/mcp/', second.body.access_token as string)).toBe(200);
  });

  it.each(['/mcp//', '/mcp/x', '/MCP', '/', '/mcp?x=1', '/mcp#x'])('is not %s', async (path) => {
    const { url } = authorizationUrl(baseUrl, await registerClient(baseUrl), { resource: baseUrl + path });
    const { headers } = await owner.call(url);
    expect(new URL(headers.get('location') ?? 'none:').searchParams.get('error')).toBe('invalid_target');
  });

  it('may come twice and be empty', async () => {
    const { url } = authorizationUrl(baseUrl, await registerClient(baseUrl));
    const again = `&resource=${encodeURIComponent(`${baseUrl}/mcp/`)}&resource=`;
    expect((await owner.call(url + again)).status).toBe(303);
  });
});

async function listsTools(path: string, key: string): Promise<number> {
  const { status } = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    redirect: 'error',
  });
  return status;
}

describe('the MCP server with a last slash', () => {
  it('answers as without, and moves nobody', async () => {
    expect(await listsTools('/mcp/', LIVE_KEY)).toBe(200);
    for (const path of ['/mcp', '/mcp/']) {
      const answer = await fetch(baseUrl + path, { method: 'POST', redirect: 'error' });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`),
      ]);
      const headers = { authorization: `Bearer ${LIVE_KEY}` };
      expect((await fetch(baseUrl + path, { headers, redirect: 'error' })).status).toBe(405);
    }
  });
});

const PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
  '/oauth/jwks',
];

describe.each(PATHS)('%s', (path) => {
  const origin = 'http://localhost:6274';

  it.each(['', '/'])('may be called by pages, with "%s" behind it', async (slash) => {
    const asked = await fetch(baseUrl + path + slash, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version, authorization, x-custom',
      },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'authorization', 'mcp-protocol-version', '*']));
    expect(asked.headers.get('access-control-allow-methods')).toMatch(/POST/);
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(baseUrl + path + slash, { method, headers: { origin }, redirect: 'manual' });
      if (answer.status === 404) continue;
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect([method, answer.headers.get('access-control-allow-origin')]).toEqual([method, '*']);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('is the same with a last slash', async () => {
    const read = async (address: string) => {
      const answer = await fetch(address, { redirect: 'error' });
      return { status: answer.status, text: await answer.text() };
    };
    expect(await read(`${baseUrl}${path}/`)).toEqual(await read(baseUrl + path));
  });
});

it('a whole connection may be made with last slashes', async () => {
  const register = await fetch(`${baseUrl}/oauth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [REDIRECT_URI] }),
  });
  const { client_id } = (await register.json()) as { client_id: string };
  const { url, verifier } = authorizationUrl(baseUrl, client_id);
  const requestId = await openRequest(owner, { url: url.replace('/oauth/authorize?', '/oauth/authorize/?') });
  const code = (await permit(owner, requestId)).get('code') ?? '';
  const fields = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT_URI };
  const { status, body } = await postForm(`${baseUrl}/oauth/token/`, { ...fields, code_verifier: verifier });
  expect(status).toBe(200);
  const token = { client_id, token: body.refresh_token as string };
  expect((await postForm(`${baseUrl}/oauth/revoke/`, token)).status).toBe(200);
  expect(await listsTools('/mcp', body.access_token as string)).toBe(401);
});

it('a token whose issuer has a last slash is one of ours', async () => {
  const bearing = (iss: string) => `e30.${Buffer.from(JSON.stringify({ iss })).toString('base64url')}.sig`;
  const messageFor = async (iss: string) => {
    const headers = { authorization: `Bearer ${bearing(iss)}` };
    return ((await (await fetch(`${baseUrl}/mcp`, { method: 'POST', headers })).json()) as { message: string }).message;
  };
  expect(await messageFor('https://elsewhere.example/')).toMatch(/wrong issuer/);
  expect(await messageFor(`${baseUrl}/`)).not.toMatch(/wrong issuer/);
});
