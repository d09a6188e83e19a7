/** Guarantee: a client may be an address of its metadata. It is read bounded, from public addresses, by no redirect. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizationUrl, REDIRECT_URI } from '#harness/oauth';
import { openOrganization, type TestService } from '#harness/service';
import { startUpstream, TEST_AUTHORITY, type Upstream } from '#harness/upstream';
import { createEgress, type Egress } from '../egress/index.ts';
import { createVault } from '../vault/index.ts';
import { createAuthorizationServer } from './index.ts';
import { METADATA_DOCUMENT_BYTES_MAX } from './limits.ts';
import { createMetadataFetch } from './metadata-document.ts';

const HOST = 'client.upstream.test';

let service: TestService;
let client: Upstream;
let egress: Egress;
let server: Server;
let baseUrl: string;
/** The address of the client's document, and what stands there. */
let clientId: string;
let document: { status: number; body: string; headers?: Record<string, string> };
beforeAll(async () => {
  client = await startUpstream(
    (_request, reply) => void reply.writeHead(document.status, document.headers).end(document.body),
    { tls: true },
  );
  service = await openOrganization();
  egress = createEgress({ allow: ['127.0.0.1'], resolver: async () => ['127.0.0.1'], ca: TEST_AUTHORITY });
  server = createServer((request, response) => void authorization.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authorization = createAuthorizationServer({
    pool: service.app.pool,
    vault: createVault([Buffer.alloc(32, 7)]),
    log: service.app.http.log as never,
    egress: reachable(egress),
    baseUrl: () => baseUrl,
    mcpUrl: () => `${baseUrl}/mcp`,
    mayFetch: () => true,
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await egress.close();
  await service.stop();
  await client.stop();
});
beforeEach(() => {
  client.requests.length = 0;
  clientId = `https://${HOST}:${client.port}/${crypto.randomUUID()}.json`;
  document = good();
});

const good = (changes: object = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_id: clientId,
    client_name: 'An assistant',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    ...changes,
  }),
});

/** The guarded client as it is, but for the network of the test, which is private. */
const reachable = (guarded: Egress): Pick<Egress, 'request'> => ({
  request: (call) => guarded.request({ ...call, privateNetworks: true }),
});

async function authorize(changes: Record<string, string> = {}) {
  const { url } = authorizationUrl(baseUrl, clientId, changes);
  const { status, headers } = await fetch(baseUrl + url, { redirect: 'manual' });
  return { status, location: headers.get('location') ?? '' };
}

describe('a client that is the address of its metadata', () => {
  it('is asked about by name, and its document is read', async () => {
    expect(await authorize()).toEqual({ status: 303, location: expect.stringMatching(/^\/app\/connect\//) });
    expect(client.requests).toMatchObject([{ method: 'GET', path: new URL(clientId).pathname }]);
  });

  it.each<[string, () => void]>([
    ['of another client', () => (document = good({ client_id: `${clientId}x` }))],
    ['that redirects', () => (document = { status: 302, body: '', headers: { location: `${clientId}/moved` } })],
    ['that is not there', () => (document = { status: 404, body: '{}' })],
    ['that is no JSON', () => (document = { ...good(), body: '<html>' })],
    ['that is too long', () => (document = good({ filler: 'x'.repeat(METADATA_DOCUMENT_BYTES_MAX) }))],
    ['with a secret', () => (document = good({ token_endpoint_auth_method: 'client_secret_basic' }))],
    [
      'with an address outside the device in plain HTTP',
      () => (document = good({ redirect_uris: ['http://a.test/'] })),
    ],
  ])('is refused with a document %s', async (_what, set) => {
    set();
    expect(await authorize()).toEqual({ status: 400, location: '' });
    expect(new Set(client.requests.map(({ path }) => path))).toEqual(new Set([new URL(clientId).pathname]));
  });

  it('goes nowhere but to the addresses of its document', async () => {
    expect(await authorize({ redirect_uri: 'https://elsewhere.test/callback' })).toEqual({ status: 400, location: '' });
  });
});

it('reaches no private address, whatever a deployment allows its own people', async () => {
  const read = createMetadataFetch(egress);
  await expect(read(clientId)).rejects.toMatchObject({ name: 'EgressFault' });
  await expect(read('https://127.0.0.1/client.json')).rejects.toMatchObject({ name: 'EgressFault' });
  expect(client.requests).toEqual([]);
});
