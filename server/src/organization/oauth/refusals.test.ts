// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a request, a code and an answer are good for whom they are for, and once. */
import type { AuthorizationRequest } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  connectApp,
  goOn,
  openRequest,
  permit,
  postJson,
  REDIRECT_URI,
  redeem,
  refresh,
  registerClient,
} from '#harness/oauth';
import { startWithOwner } from '#harness/oauth/owner.ts';
import type { TestService } from '#harness/service';
import { type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let baseUrl: string;
let owner: Browser;
let clientId: string;
beforeAll(async () => {
  ({ service, baseUrl, owner } = await startWithOwner());
  clientId = await registerClient(baseUrl, { redirect_uris: [REDIRECT_URI, 'https://app.example/callback'] });
});
afterAll(() => service.stop());

describe('the metadata', () => {
  it('leads a client from the MCP server to what it needs, from any origin', async () => {
    const resource = await (await fetch(`${baseUrl}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(resource).toMatchObject({ authorization_servers: [baseUrl] });
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const answer = await fetch(`${baseUrl}/.well-known/${name}`, { headers: { origin: 'https://any.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.json()).toMatchObject({
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        response_modes_supported: ['query', 'fragment'],
      });
    }
    const { keys } = (await (await fetch(`${baseUrl}/oauth/jwks`)).json()) as { keys: object[] };
    expect(keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
  });
});

const BARE = {
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

describe('a request to authorize', () => {
  it('is answered by no page that runs anything or stands in a frame, and by no form', async () => {
    const { url } = authorizationUrl(baseUrl, clientId);
    for (const path of ['/', url, '/oauth/authorize?client_id=nobody', '/oauth/jwks', '/oauth/authorize/none']) {
      const { headers } = await owner.call(path);
      expect([path, Object.fromEntries(headers)]).toEqual([path, expect.objectContaining(BARE)]);
    }
    const form = await owner.call<{ error: string }>(
      authorizationUrl(baseUrl, clientId, { response_mode: 'form_post' }).url,
    );
    expect([form.status, form.body.error]).toEqual([400, 'unsupported_response_mode']);
  });

  it.each([
    ['another port of a web address', 'https://app.example:8443/callback'],
    ['another case', 'https://app.example/Callback'],
    ['a fragment', 'https://app.example/callback#x'],
    ['one more character', 'https://app.example/callback/'],
    ['one character less', 'https://app.example/callbac'],
    ['another scheme', 'http://app.example/callback'],
    ['its host in another case', 'https://App.example/callback'],
    ['a way back to its path', 'https://app.example/other/../callback'],
    ['a user', 'https://app.example@evil.example/callback'],
    ['a query', `${REDIRECT_URI}?x=1`],
    ['another host that begins alike', 'https://app.example.evil.example/callback'],
    ['a backslash', 'https://evil.example\\@app.example/callback'],
    ['an escaped slash', 'https://app.example/%2fcallback'],
    ['a line feed', 'https://app.example/callback\n'],
    ['a script', 'javascript:alert(1)//https://app.example/callback'],
    ['no scheme', '//app.example/callback'],
    ['a user on the loopback', REDIRECT_URI.replace('127.0.0.1', 'me@127.0.0.1')],
    ['a port of the loopback on another host', 'http://127.0.0.1.evil.example:33418/callback'],
    ['another name of the loopback', REDIRECT_URI.replace('127.0.0.1', 'localhost')],
  ])('with %s in its redirect goes nowhere', async (_what, redirect) => {
    const { status, headers } = await owner.call(authorizationUrl(baseUrl, clientId, { redirect_uri: redirect }).url);
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it('may come from any port of the loopback', async () => {
    const redirect = REDIRECT_URI.replace('33418', '50123');
    await openRequest(owner, authorizationUrl(baseUrl, clientId, { redirect_uri: redirect }));
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['without a person', { prompt: 'none' }, 'login_required'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['for no answer', { response_type: 'none' }, 'unsupported_response_type'],
    ['with a challenge that is too short', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['with PKCE of an unknown kind', { code_challenge_method: 's256' }, 'invalid_request'],
    ['in a token of its own', { request: 'e30.e30.' }, 'request_not_supported'],
    ['at an address of its own', { request_uri: 'https://127.0.0.1/request' }, 'request_uri_not_supported'],
  ])('%s is refused', async (_what, changes, error) => {
    const { status, headers } = await owner.call(authorizationUrl(baseUrl, clientId, changes).url);
    const answer = new URL(headers.get('location') ?? 'none:');
    expect([status, new URLSearchParams(answer.search || answer.hash.slice(1)).get('error')]).toEqual([303, error]);
  });

  it.each([
    ['an address that is not public', 'https://127.0.0.1/client.json'],
    ['an address within the network', 'https://10.0.0.9/client.json'],
    ['an address of a cloud', 'https://169.254.169.254/client.json'],
    ['the own machine in another spelling', 'https://0x7f.1/client.json'],
    ['the own machine by IPv6', 'https://[::ffff:127.0.0.1]/client.json'],
    ['the own machine by name', 'https://localhost/client.json'],
    ['an address with a user', 'https://me@client.example/client.json'],
    ['plain HTTP', 'http://client.example/client.json'],
    ['no known client', 'nobody'],
  ])('of %s is refused', async (_what, id) => {
    expect((await owner.call(authorizationUrl(baseUrl, id).url)).status).toBe(400);
  });
});

const EC_KEY = { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' };

describe('a registration', () => {
  it.each([
    ['plain HTTP outside the device', { redirect_uris: ['http://app.example/callback'] }],
    ['a script as an address', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://app.example/callback#x'] }],
    ['one bad address among good ones', { redirect_uris: [REDIRECT_URI, 'http://app.example/callback'] }],
    ['a key that is not there', { token_endpoint_auth_method: 'private_key_jwt' }],
    [
      'keys at an address without TLS',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://app.example/keys' },
    ],
    ['a private key', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...EC_KEY, d: 'AAAA' }] } }],
    ['a shared key', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }],
    ['a text that cannot be stored', { client_name: 'a\u0000b' }],
    ['half of a character', { redirect_uris: ['http://127.0.0.1/\ud800'] }],
    ['an address that is no text', { redirect_uris: [[REDIRECT_URI]] }],
    ['very much text', { redirect_uris: [`https://app.example/${'x'.repeat(20_000)}`] }],
    ['no address', { redirect_uris: [] }],
  ])('with %s is refused', async (_what, metadata) => {
    const body = { redirect_uris: [REDIRECT_URI], ...metadata };
    expect((await postJson(`${baseUrl}/oauth/register`, body)).status).toBe(400);
  });

  it('may name a private scheme', async () => {
    await registerClient(baseUrl, { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] });
  });
});

describe('the answer of a person', () => {
  it('is given by who was shown the request, in the browser that it came to', async () => {
    const asked = authorizationUrl(baseUrl, clientId);
    const requestId = await openRequest(owner, asked);
    const { body: shown } = await owner.call<AuthorizationRequest>(`/authorizations/${requestId}`);
    expect(shown).toMatchObject({ client: { host: '127.0.0.1:33418', isOnDevice: true, documentHost: null } });
    const body = { personId: shown.person.id, organizationId: shown.organizations[0]?.id, scopes: shown.scopes };
    const approve = (browser: Browser, changes = {}) =>
      browser.call(`/authorizations/${requestId}/approve`, { body: { ...body, ...changes } });
    const another = await signIn(baseUrl, PEOPLE.admin);
    expect((await another.call(`/authorizations/${requestId}`)).status).toBe(404);
    expect((await approve(another)).status).toBe(404);
    // The same browser, in which another person has signed in meanwhile.
    const shared = openBrowser(baseUrl, new Map([...owner.cookies, ...another.cookies]));
    expect((await approve(shared)).status).toBe(403);
    const stranger = await signIn(baseUrl, PEOPLE.stranger);
    const elsewhere = (await stranger.call<{ organization: { id: string } }>('/me')).body.organization.id;
    expect((await approve(owner, { organizationId: elsewhere })).status).toBe(403);
    expect((await approve(owner, { scopes: ['admin'] })).status).toBe(400);
    expect(
      (await owner.call(`/authorizations/${requestId}/approve`, { body, origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await approve(owner)).status).toBe(200);
    expect((await approve(owner)).status).toBe(404);
  });

  it('is told to the app when it is no', async () => {
    const requestId = await openRequest(owner, authorizationUrl(baseUrl, clientId));
    const denied = await owner.call<{ continueAt: string }>(`/authorizations/${requestId}/deny`, { method: 'POST' });
    const answer = await goOn(owner, denied.body.continueAt);
    expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null]);
  });

  it('gives no scope that the app did not ask for, then or later', async () => {
    const asked = authorizationUrl(baseUrl, clientId, { scope: 'decisions:read' });
    const answer = await permit(owner, await openRequest(owner, asked));
    const { body } = await redeem(baseUrl, asked, answer.get('code') ?? '');
    expect(body.scope).toBe('decisions:read');
    const wider = await refresh(baseUrl, clientId, body.refresh_token as string, { scope: 'decisions:write' });
    expect(wider.body.error).toBe('invalid_scope');
  });
});

describe('a code', () => {
  const codeOf = async () => {
    const asked = authorizationUrl(baseUrl, clientId);
    return { asked, code: (await permit(owner, await openRequest(owner, asked))).get('code') ?? '' };
  };

  it('is refused with another verifier, and from another client', async () => {
    const { asked, code } = await codeOf();
    const others = [{ verifier: 'x'.repeat(43) }, { clientId: await registerClient(baseUrl) }];
    for (const other of others) {
      expect((await redeem(baseUrl, { ...asked, ...other }, code)).body.error).toBe('invalid_grant');
    }
  });

  it('is used up by a wrong verifier of its own client, and by nothing of another client', async () => {
    const first = await codeOf();
    expect((await redeem(baseUrl, { ...first.asked, verifier: 'x'.repeat(43) }, first.code)).status).toBe(400);
    expect((await redeem(baseUrl, first.asked, first.code)).body.error).toBe('invalid_grant');
    const second = await codeOf();
    const other = { ...second.asked, clientId: await registerClient(baseUrl), verifier: 'x'.repeat(43) };
    expect((await redeem(baseUrl, other, second.code)).status).toBe(400);
    expect((await redeem(baseUrl, second.asked, second.code)).status).toBe(200);
  });

  it('is refused as a refresh token, and a refresh token of another client too', async () => {
    const { code } = await codeOf();
    expect((await refresh(baseUrl, clientId, code)).body.error).toBe('invalid_grant');
    const { refresh_token } = await connectApp(baseUrl, owner);
    expect((await refresh(baseUrl, clientId, refresh_token)).body.error).toBe('invalid_grant');
  });
});
