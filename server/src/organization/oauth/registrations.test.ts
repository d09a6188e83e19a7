// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the file asks more in a minute than others would leave to one address.
 * Guarantee: a registration is taken as strangers send it. Values that are not offered are replaced by those that are.
 * Unknown and empty members are as if left out, and nothing is answered that was not taken.
 */
import { type AuthorizationRequest, OAUTH_SCOPES } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  connectApp,
  openRequest,
  permit,
  postForm,
  postJson,
  REDIRECT_URI,
  redeem,
  refresh,
  registerClient,
} from '#harness/oauth';
import { makeClientKey } from '#harness/oauth/assertions.ts';
import { startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let baseUrl: string;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
  baseUrl = service.baseUrl;
  owner = await signIn(baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const register = (metadata: object) =>
  postJson(`${baseUrl}/oauth/register`, { redirect_uris: [REDIRECT_URI], ...metadata });
const BOTH = ['authorization_code', 'refresh_token'];
const SECOND_CLIENT = makeClientKey('RS256', 'b');

describe('a registration', () => {
  it.each<[string, object, object]>([
    ['more grants than ours', { grant_types: [...BOTH, 'urn:ietf:params:oauth:grant-type:device_code'] }, {}],
    ['the implicit grant', { grant_types: [...BOTH, 'implicit'], response_types: ['code', 'token', 'id_token'] }, {}],
    ['no grant of ours', { grant_types: ['client_credentials', 'password'] }, {}],
    ['one grant of ours', { grant_types: ['authorization_code', 'password'] }, { grant_types: ['authorization_code'] }],
    ['tokens without a code', { grant_types: ['implicit'], response_types: ['token'] }, {}],
    ['several response types in one', { response_types: ['code token'] }, {}],
    ['a grant as a text', { grant_types: 'authorization_code' }, {}],
    ['a secret in the body', { token_endpoint_auth_method: 'client_secret_post' }, {}],
    ['a secret in the header', { token_endpoint_auth_method: 'client_secret_basic' }, {}],
    ['a secret that signs', { token_endpoint_auth_method: 'client_secret_jwt' }, {}],
    ['a certificate', { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'cn=x' }, {}],
    ['a method of nobody', { token_endpoint_auth_method: 'magic' }, {}],
    ['no method', {}, {}],
    ['null as method', { token_endpoint_auth_method: null }, {}],
    ['an empty method', { token_endpoint_auth_method: '' }, {}],
    ['a secret of its own', { client_secret: 'hunter2', client_secret_expires_at: 0 }, {}],
    ['scopes of OpenID', { scope: 'openid email profile' }, {}],
    ['unknown scopes', { scope: 'mcp:tools foo' }, {}],
    ['an empty scope', { scope: '' }, {}],
    ['scopes as a list', { scope: ['decisions:read'] }, {}],
    ['one of our scopes', { scope: 'decisions:read' }, {}],
    [
      'null for what it lacks',
      { client_uri: null, logo_uri: null, tos_uri: null, policy_uri: null, contacts: null, jwks: null, jwks_uri: null },
      {},
    ],
    ['null for lists and texts', { client_name: null, grant_types: null, response_types: null, scope: null }, {}],
    ['empty texts', { client_uri: '', logo_uri: '', tos_uri: '', policy_uri: '', software_id: '' }, {}],
    ['blanks', { client_name: ' ', client_uri: '  ', scope: ' ' }, {}],
    ['empty lists', { client_name: '', grant_types: [], response_types: [], contacts: [], default_acr_values: [] }, {}],
    ['empty members of lists', { redirect_uris: ['', null, REDIRECT_URI], grant_types: ['', null] }, {}],
    ['another algorithm', { id_token_signed_response_alg: 'RS256', userinfo_signed_response_alg: 'HS256' }, {}],
    ['HMAC, which wants a secret', { id_token_signed_response_alg: 'HS256', request_object_signing_alg: 'HS256' }, {}],
    ['encryption', { id_token_encrypted_response_alg: 'dir', id_token_encrypted_response_enc: 'A128GCM' }, {}],
    ['pairwise subjects', { subject_type: 'pairwise', sector_identifier_uri: 'https://x.example/s.json' }, {}],
    ['an age of sign-in', { default_max_age: -1, require_auth_time: 'yes', default_acr_values: ['gold'] }, {}],
    ['addresses that are none', { client_uri: 'x', logo_uri: 7, contacts: ['nobody'], initiate_login_uri: {} }, {}],
    ['an id of its own', { client_id: 'mine', client_id_issued_at: 1, registration_access_token: 't' }, {}],
    ['an unknown kind of app', { application_type: 'spa' }, {}],
    [
      'a private scheme of a web app',
      { application_type: 'web', redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] },
      { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] },
    ],
    [
      'web addresses of a native app',
      { application_type: 'native', redirect_uris: ['https://localhost:8443/callback', 'https://app.example/'] },
      { application_type: 'web', redirect_uris: ['https://localhost:8443/callback', 'https://app.example/'] },
    ],
    [
      'a key that is named beside a secret',
      {
        token_endpoint_auth_method: 'client_secret_basic',
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
      },
      {},
    ],
    [
      'a key at an address',
      {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'RS256',
        jwks_uri: 'https://client.example/keys',
        jwks: null,
      },
      {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'RS256',
        jwks_uri: 'https://client.example/keys',
      },
    ],
    [
      'a key, and an algorithm that is none',
      {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'none',
        jwks: { keys: [SECOND_CLIENT.jwk] },
      },
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [SECOND_CLIENT.jwk] } },
    ],
    ['keys that nothing asks for', { jwks_uri: 'https://client.example/keys', jwks: { keys: [] } }, {}],
  ])('with %s is taken', async (_what, metadata, differs) => {
    const { status, body } = await register(metadata);
    const { client_id, client_id_issued_at, ...taken } = body;
    expect([status, typeof client_id, typeof client_id_issued_at]).toEqual([201, 'string', 'number']);
    expect(client_id).not.toBe('mine');
    expect(taken).toEqual({ ...USUAL, ...differs });
  });

  const USUAL = {
    application_type: 'native',
    grant_types: BOTH,
    id_token_signed_response_alg: 'ES256',
    redirect_uris: [REDIRECT_URI],
    require_auth_time: false,
    response_types: ['code'],
    subject_type: 'public',
    token_endpoint_auth_method: 'none',
  };

  it('keeps a name of bounded length, and one with any letters', async () => {
    expect((await register({ client_name: 'Assistência 🤖' })).body.client_name).toBe('Assistência 🤖');
    expect((await register({ client_name: 'x'.repeat(5_000) })).body.client_name).toHaveLength(100);
    expect((await register({ client_name: 7, 'client_name#pt-BR': 'x' })).body).not.toHaveProperty('client_name');
  });

  it('may be in UTF-8 with a byte order mark, and says why it is refused', async () => {
    const send = (body: string, type = 'application/json; charset=utf-8') =>
      fetch(`${baseUrl}/oauth/register`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await send(`\ufeff{"redirect_uris":["${REDIRECT_URI}"]}`)).status).toBe(201);
    for (const body of ['', '[]', 'null', '{"redirect_uris":', '"x"']) {
      const answer = await send(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(await answer.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
    }
    const long = await send(JSON.stringify({ redirect_uris: [REDIRECT_URI], filler: 'x'.repeat(20_000) }));
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining('16384 bytes')]);
    expect(long.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('a secret that nobody issued is not looked at, in the header or in the body', async () => {
  const { client_id } = (await register({ token_endpoint_auth_method: 'client_secret_basic' })).body;
  const clientId = client_id as string;
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
  });
  const codeFields = async () => {
    const asked = authorizationUrl(baseUrl, clientId);
    const code = (await permit(owner, await openRequest(owner, asked))).get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    return { ...grant, code_verifier: asked.verifier };
  };
  const token = async (fields: Record<string, string>, headers?: Record<string, string>) =>
    (await postForm(`${baseUrl}/oauth/token`, { ...(await codeFields()), ...fields }, headers)).status;
  expect(await token({}, basic('anything'))).toBe(200);
  expect(await token({}, basic(''))).toBe(200);
  expect(await token({ client_id: clientId }, basic(''))).toBe(200);
  expect(await token({ client_id: clientId, client_secret: 'anything' })).toBe(200);
  expect(await token({ client_id: clientId, client_secret: '' })).toBe(200);
  // The header may not speak for another client than the body, nor in another scheme.
  expect(await token({ client_id: await registerClient(baseUrl) }, basic(''))).toBe(400);
  expect(await token({ client_id: clientId }, { authorization: 'Bearer x' })).toBe(400);
  expect(await token({}, { authorization: 'Basic %%%' })).toBe(400);
});

describe('what is registered is no bound: a client', () => {
  it.each(['openid offline_access', 'decisions:read', 'mcp:tools', ''])(
    'with the scope "%s" asks for all',
    async (scope) => {
      const clientId = await registerClient(baseUrl, { scope });
      const requestId = await openRequest(owner, authorizationUrl(baseUrl, clientId));
      const { body } = await owner.call<AuthorizationRequest>(`/authorizations/${requestId}`);
      expect(body.scopes).toEqual(OAUTH_SCOPES);
    },
  );
});

describe('a request that asks for', () => {
  const shown = async (changes: Record<string, string>) => {
    const clientId = await registerClient(baseUrl);
    const requestId = await openRequest(owner, authorizationUrl(baseUrl, clientId, changes));
    return (await owner.call<AuthorizationRequest>(`/authorizations/${requestId}`)).body.scopes;
  };

  it.each([
    ['nothing', ''],
    ['who the person is', 'openid'],
    ['scopes of OpenID', 'openid email profile'],
    ['offline access', 'offline_access'],
    ['scopes of another server', 'mcp:tools read:user'],
    ['our scopes with commas', 'decisions:read,decisions:write'],
    ['our scopes in capitals', 'DECISIONS:READ'],
    ['blanks', '   '],
    ['characters that no scope has', 'é "x" \\'],
  ])('%s is shown as one for all', async (_what, scope) => {
    expect(await shown({ scope })).toEqual(OAUTH_SCOPES);
  });

  it.each([
    ['two scopes with two blanks', '  decisions:read  decisions:write ', ['decisions:read', 'decisions:write']],
    ['a scope and a line end', 'decisions:read\n', ['decisions:read']],
    ['a scope twice', 'policies:read policies:read', ['policies:read']],
    ['a scope among others', 'openid policies:test mcp:tools offline_access', ['policies:test']],
  ])('%s is shown as one for what we know', async (_what, scope, scopes) => {
    expect(await shown({ scope })).toEqual(scopes);
  });

  it.each([
    ['another prompt', { prompt: 'select_account consent' }],
    ['only another prompt', { prompt: 'select_account' }],
    ['an age of sign-in', { max_age: '0', acr_values: 'gold', nonce: 'n' }],
    ['claims', { claims: 'no JSON', claims_locales: 'pt', id_token_hint: 'x', ui_locales: 'pt-BR' }],
    ['nothing by an empty text', { prompt: '', nonce: '', login_hint: '', resource: '', response_mode: '' }],
    ['a page of its own', { display: 'popup', access_type: 'offline', audience: 'x', login_hint: 'a@b.example' }],
  ])('%s goes on', async (_what, changes) => {
    expect(await shown(changes)).toEqual(OAUTH_SCOPES);
  });

  it('a text that cannot be stored is refused', async () => {
    const { url } = authorizationUrl(baseUrl, await registerClient(baseUrl), { state: 'a\0b' });
    expect((await owner.call(url)).status).toBe(400);
  });
});

describe('what was dropped from the request is dropped from the refresh:', () => {
  it.each([
    ['openid decisions:read', 'decisions:read'],
    ['decisions:read offline_access', 'decisions:read'],
    ['mcp:tools', OAUTH_SCOPES.join(' ')],
    ['openid', OAUTH_SCOPES.join(' ')],
    ['decisions:read  decisions:write', 'decisions:read decisions:write'],
  ])('"%s"', async (scope, granted) => {
    const asked = authorizationUrl(baseUrl, await registerClient(baseUrl), { scope });
    const answer = await permit(owner, await openRequest(owner, asked));
    const first = await redeem(baseUrl, asked, answer.get('code') ?? '');
    expect([first.status, first.body.scope]).toEqual([200, granted]);
    const again = await refresh(baseUrl, asked.clientId, first.body.refresh_token as string, { scope });
    expect([again.status, again.body.scope]).toEqual([200, granted]);
  });

  it('and so is what the person did not permit', async () => {
    const scopes = ['decisions:read', 'policies:read'];
    const { refresh_token, clientId } = await connectApp(baseUrl, owner, { scopes });
    const again = await refresh(baseUrl, clientId, refresh_token, { scope: OAUTH_SCOPES.join(' ') });
    expect([again.status, again.body.scope]).toEqual([200, scopes.join(' ')]);
    const narrower = { scope: 'policies:read policies:test' };
    const { body } = await refresh(baseUrl, clientId, again.body.refresh_token as string, narrower);
    expect(body.scope).toBe('policies:read');
    const none = await refresh(baseUrl, clientId, body.refresh_token as string, { scope: 'decisions:write' });
    expect(none.body.error).toBe('invalid_scope');
  });
});

it('an app that asks who the person is gets an identity token that its library can check', async () => {
  const asked = authorizationUrl(baseUrl, await registerClient(baseUrl), {
    scope: 'openid decisions:read',
    nonce: 'n-1',
  });
  const answer = await permit(owner, await openRequest(owner, asked));
  const { body } = await redeem(baseUrl, asked, answer.get('code') ?? '');
  const [header, claims] = String(body.id_token)
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
  const { body: me } = await owner.call<{ user: { id: string }; organization: { id: string } }>('/me');
  expect(claims).toMatchObject({ iss: baseUrl, aud: asked.clientId, nonce: 'n-1' });
  expect(claims?.sub).toBe(`${me.user.id}.${me.organization.id}`);
  expect(Object.keys(claims ?? {}).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'nonce', 'sub']);
  const { keys } = (await (await fetch(`${baseUrl}/oauth/jwks`)).json()) as { keys: { kid: string; alg: string }[] };
  expect(keys.find(({ kid }) => kid === header?.kid)).toMatchObject({ alg: header?.alg });
});
