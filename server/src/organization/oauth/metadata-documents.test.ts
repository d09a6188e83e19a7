// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a client may be an address of its metadata. It is read bounded, from public addresses, by no redirect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizationUrl, REDIRECT_URI } from '#harness/oauth';
import { type DocumentClients, startDocumentClients } from '#harness/oauth/documents.ts';
import { openOrganization, type TestService } from '#harness/service';
import { METADATA_DOCUMENT_BYTES_MAX } from './limits.ts';
import { createClientFetch } from './metadata-document.ts';

let service: TestService;
let clients: DocumentClients;
let path: string;
/** The address of the client's document. */
let clientId: string;
beforeAll(async () => {
  service = await openOrganization();
  clients = await startDocumentClients(service);
});
afterAll(async () => {
  await clients.stop();
  await service.stop();
});
beforeEach(() => {
  clients.host.requests.length = 0;
  path = `/${crypto.randomUUID()}.json`;
  clientId = clients.publish(path, {});
  clients.publish(path, good());
});

const good = (changes: object = {}) => ({
  client_id: clientId,
  client_name: 'An assistant',
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'none',
  ...changes,
});

async function authorize(changes: Record<string, string> = {}) {
  const { url } = authorizationUrl(clients.baseUrl, clientId, { resource: `${service.baseUrl}/mcp`, ...changes });
  const { status, headers } = await fetch(clients.baseUrl + url, { redirect: 'manual' });
  return { status, location: headers.get('location') ?? '' };
}

const ASKED = { status: 303, location: expect.stringMatching(/^\/app\/connect\//) };

describe('a client that is the address of its metadata', () => {
  it('is asked about by name, and its document is read', async () => {
    expect(await authorize()).toEqual(ASKED);
    expect(clients.host.requests).toMatchObject([{ method: 'GET', path }]);
  });

  it.each<[string, object]>([
    ['scopes of OpenID', { scope: 'openid profile email' }],
    ['an empty scope', { scope: '' }],
    ['null for what it lacks', { logo_uri: null, tos_uri: null, jwks_uri: null, contacts: null, scope: null }],
    ['empty texts', { logo_uri: '', client_uri: '', policy_uri: '', jwks_uri: '', software_id: '' }],
    ['empty lists', { grant_types: [], response_types: [], contacts: [] }],
    ['an algorithm of another server', { id_token_signed_response_alg: 'RS256', userinfo_signed_response_alg: 'none' }],
    ['a list of methods', { token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] }],
    ['methods without its own', { token_endpoint_auth_method: null, token_endpoint_auth_methods_supported: ['none'] }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'a-secret' }],
    ['other ways', { grant_types: ['implicit', 'client_credentials'], response_types: ['token', 'id_token'] }],
    ['pairwise subjects', { subject_type: 'pairwise', sector_identifier_uri: 'https://client.example/sector.json' }],
    ['addresses that are none', { client_uri: 'client', logo_uri: 7, contacts: 'nobody' }],
  ])('is taken with %s', async (_what, changes) => {
    clients.publish(path, good(changes));
    expect(await authorize()).toEqual(ASKED);
  });

  it.each<[string, () => object]>([
    ['of another client', () => good({ client_id: `${clientId}x` })],
    ['that redirects', () => ({ status: 302, body: '', headers: { location: `${clientId}/moved` } })],
    ['that is not there', () => ({ status: 404, body: '{}' })],
    ['that is no JSON', () => ({ status: 200, body: '<html>' })],
    ['that is a list', () => ({ status: 200, body: JSON.stringify([good()]) })],
    ['that is too long', () => good({ filler: 'x'.repeat(METADATA_DOCUMENT_BYTES_MAX) })],
    ['that names a key and has none', () => good({ token_endpoint_auth_method: 'private_key_jwt' })],
    ['with an address outside the device in plain HTTP', () => good({ redirect_uris: ['http://a.test/'] })],
    ['without an address', () => good({ redirect_uris: [''] })],
  ])('is refused with a document %s', async (_what, published) => {
    clients.publish(path, published());
    expect(await authorize()).toEqual({ status: 400, location: '' });
    expect(new Set(clients.host.requests.map((request) => request.path))).toEqual(new Set([path]));
  });

  it('goes nowhere but to the addresses of its document', async () => {
    expect(await authorize({ redirect_uri: 'https://elsewhere.test/callback' })).toEqual({ status: 400, location: '' });
  });
});

it('reaches no private address, whatever a deployment allows its own people', async () => {
  const { clock } = service.app.pool;
  const read = createClientFetch({ egress: clients.egress, clock, mayFetch: () => true });
  await expect(read(clientId)).rejects.toMatchObject({ name: 'EgressFault' });
  await expect(read('https://127.0.0.1/client.json')).rejects.toMatchObject({ name: 'EgressFault' });
  expect(clients.host.requests).toEqual([]);
});
