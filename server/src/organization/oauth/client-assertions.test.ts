// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its clock moves.
 * Guarantee: a client that has a key proves itself by an assertion of its own, for this server and for now. Its keys are
 * read from public addresses only, and one that it has taken away counts no longer.
 */
import { createHmac, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postForm, REDIRECT_URI, registerClient } from '#harness/oauth';
import {
  type Algorithm,
  assertionOf as assertionAt,
  assertionFields,
  type ClientKey,
  encoded,
  makeClientKey,
} from '#harness/oauth/assertions.ts';
import { type DocumentClients, startDocumentClients } from '#harness/oauth/documents.ts';
import { startTestService, type TestService } from '#harness/service';

let service: TestService;
let clients: DocumentClients;
let baseUrl: string;
beforeAll(async () => {
  service = await startTestService();
  clients = await startDocumentClients(service);
  baseUrl = clients.baseUrl;
});
afterAll(async () => {
  await clients.stop();
  await service.stop();
});

const KEY_METHOD = { token_endpoint_auth_method: 'private_key_jwt' };
const ALGORITHMS: Algorithm[] = ['ES256', 'RS256', 'PS256', 'EdDSA'];
const keys = Object.fromEntries(ALGORITHMS.map((alg) => [alg, makeClientKey(alg)])) as Record<Algorithm, ClientKey>;
const ES = keys.ES256;

const assertionOf: typeof assertionAt = (key, clientId, audience, claims) =>
  assertionAt(key, clientId, audience, { nowMs: service.clock.nowMs(), ...claims });
const register = (metadata: object) => registerClient(baseUrl, { ...KEY_METHOD, ...metadata });
const ofKeys = (...published: ClientKey[]) => register({ jwks: { keys: published.map(({ jwk }) => jwk) } });

/** Asks something that any client may ask, once it has proved itself. */
async function proves(clientId: string, fields: Record<string, string>, headers = {}): Promise<unknown> {
  const sent = { client_id: clientId, token: 'unknown', ...fields };
  const { status, body } = await postForm(`${baseUrl}/oauth/revoke`, sent, headers);
  return status === 200 ? 'proved' : body.error;
}

describe('an assertion', () => {
  it.each(ALGORITHMS)('that is signed by %s proves its client', async (alg) => {
    const clientId = await ofKeys(...Object.values(keys));
    expect(await proves(clientId, assertionOf(keys[alg], clientId, baseUrl))).toBe('proved');
  });

  it.each([
    ['the issuer', () => baseUrl],
    ['the issuer with a last slash', () => `${baseUrl}/`],
    ['the token endpoint', () => `${baseUrl}/oauth/token`],
    ['the token endpoint with a last slash', () => `${baseUrl}/oauth/token/`],
    ['the address that it is sent to', () => `${baseUrl}/oauth/revoke`],
  ])('may be for %s', async (_what, audience) => {
    const clientId = await ofKeys(ES);
    expect(await proves(clientId, assertionOf(ES, clientId, audience()))).toBe('proved');
    const several = { aud: ['https://other.example', audience()] };
    expect(await proves(clientId, assertionOf(ES, clientId, '', several))).toBe('proved');
  });

  const nowSeconds = () => Math.floor(service.clock.nowMs() / 1_000);

  it.each<[string, (now: number) => Record<string, unknown>]>([
    ['for another server', () => ({ aud: 'https://other.example/oauth/token' })],
    ['for nobody', () => ({ aud: undefined })],
    ['for the MCP server', () => ({ aud: `${service.baseUrl}/mcp` })],
    ['that has expired', (now) => ({ exp: now - 60 })],
    ['without an end', () => ({ exp: undefined })],
    ['whose end is no number', (now) => ({ exp: String(now + 60) })],
    ['that ends in a day', (now) => ({ exp: now + 86_400 })],
    ['that never ends', () => ({ exp: 1e300 })],
    ['that was issued in the future', (now) => ({ iat: now + 600 })],
    ['whose issue is no number', () => ({ iat: 'now' })],
    ['that does not hold yet', (now) => ({ nbf: now + 600 })],
    ['without an id', () => ({ jti: undefined })],
    ['whose id is no text', () => ({ jti: 7 })],
    ['of another issuer', () => ({ iss: 'somebody' })],
    ['without an issuer', () => ({ iss: undefined })],
  ])('%s is refused', async (_what, claims) => {
    const clientId = await ofKeys(ES);
    expect(await proves(clientId, assertionOf(ES, clientId, baseUrl, claims(nowSeconds())))).toBe('invalid_client');
  });

  it('about another client is refused', async () => {
    const [one, other] = [await ofKeys(ES), await ofKeys(keys.RS256)];
    expect(await proves(one, assertionOf(ES, other, baseUrl))).toBe('invalid_request');
    expect(await proves(other, assertionOf(ES, other, baseUrl))).toBe('invalid_client');
  });

  it('is used once, and not after its time by the clock of the service', async () => {
    const clientId = await ofKeys(ES);
    const fields = assertionOf(ES, clientId, baseUrl);
    expect(await proves(clientId, fields)).toBe('proved');
    expect(await proves(clientId, fields)).toBe('invalid_client');
    const later = assertionOf(ES, clientId, baseUrl);
    service.clock.move('6m');
    expect(await proves(clientId, later)).toBe('invalid_client');
  });

  it('without a signature, or signed by what is public, is refused', async () => {
    const clientId = await ofKeys(keys.RS256, ES);
    const claims = encoded(JSON.parse(claimsOf(assertionOf(ES, clientId, baseUrl))));
    const forged = (alg: string, signature: (text: string) => Buffer, kid = ES.kid) => {
      const text = `${encoded({ alg, kid, typ: 'JWT' })}.${claims}`;
      return assertionFields(`${text}.${signature(text).toString('base64url')}`);
    };
    const publicText = JSON.stringify(keys.RS256.jwk);
    for (const fields of [
      forged('none', () => Buffer.alloc(0)),
      forged('None', () => Buffer.alloc(0)),
      forged('HS256', (text) => createHmac('sha256', publicText).update(text).digest(), keys.RS256.kid),
      forged('HS256', (text) => createHmac('sha256', '').update(text).digest()),
      forged('ES256', () => Buffer.alloc(64)),
      forged('ES512', (text) => sign('sha512', Buffer.from(text), { key: ES.privateKey, dsaEncoding: 'ieee-p1363' })),
    ]) {
      expect(await proves(clientId, fields)).toBe('invalid_client');
    }
    for (const broken of ['', 'x', 'a.b.c', `${'x'.repeat(3_000)}.x.x`]) {
      expect(await proves(clientId, assertionFields(broken))).toMatch(/^invalid_(request|client)$/);
    }
  });

  it('by another algorithm than the registered one is refused', async () => {
    const metadata = { token_endpoint_auth_signing_alg: 'PS256' };
    const shared = { ...keys.RS256, jwk: { ...keys.RS256.jwk, alg: undefined } };
    const clientId = await register({ ...metadata, jwks: { keys: [shared.jwk] } });
    expect(await proves(clientId, assertionOf(shared, clientId, baseUrl))).toBe('invalid_client');
    expect(await proves(clientId, assertionOf({ ...shared, alg: 'PS256' }, clientId, baseUrl))).toBe('proved');
  });

  it('is asked of its client: a name, a secret or nothing proves no such client', async () => {
    const clientId = await ofKeys(ES);
    const basic = { authorization: `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}` };
    expect(await proves(clientId, {})).toBe('invalid_client');
    expect(await proves(clientId, { client_secret: 'secret' })).toBe('invalid_client');
    expect(await proves(clientId, {}, basic)).toBe('invalid_client');
  });
});

const claimsOf = (fields: Record<string, string>) =>
  Buffer.from(fields.client_assertion?.split('.')[1] ?? '', 'base64url').toString();

describe('keys at an address', () => {
  const published = (path: string, ...one: ClientKey[]) => clients.publish(path, { keys: one.map(({ jwk }) => jwk) });
  const readings = (path: string) => clients.host.requests.filter((request) => request.path === path).length;

  /** A client of a document and one of a registration, whose keys are at the same address. */
  async function clientsOf(path: string): Promise<string[]> {
    const jwks_uri = `${clients.publish(path, { keys: [] })}`;
    published(path, ES);
    const document = `/${crypto.randomUUID()}.json`;
    const clientId = clients.publish(document, {});
    clients.publish(document, { client_id: clientId, redirect_uris: [REDIRECT_URI], ...KEY_METHOD, jwks_uri });
    return [clientId, await register({ jwks_uri })];
  }

  it('are read once for all their clients, anew for a key that is new, and forget one that was taken away', async () => {
    const path = `/${crypto.randomUUID()}/keys`;
    const several = await clientsOf(path);
    const all = async (key: ClientKey) =>
      await Promise.all(several.map((clientId) => proves(clientId, assertionOf(key, clientId, baseUrl))));
    expect(await all(ES)).toEqual(['proved', 'proved']);
    expect(await all(ES)).toEqual(['proved', 'proved']);
    expect(readings(path)).toBe(1);
    const next = makeClientKey('RS256');
    published(path, next);
    expect(await all(next)).toEqual(['proved', 'proved']);
    expect(readings(path)).toBe(2);
    expect(await all(ES)).toEqual(['invalid_client', 'invalid_client']);
    // The id alone may stay: after a minute the set is read again.
    const same = makeClientKey('ES256', next.kid);
    published(path, same);
    service.clock.move('61s');
    const [clientId = ''] = several;
    expect(await proves(clientId, assertionOf(same, clientId, baseUrl))).toBe('proved');
    expect(await proves(clientId, assertionOf(next, clientId, baseUrl))).toBe('invalid_client');
  });

  it.each<[string, object]>([
    ['that are not there', { status: 404, body: '' }],
    ['that have moved', { status: 302, body: '', headers: { location: 'https://127.0.0.1/keys' } }],
    ['that are no JSON', { status: 200, body: '<html>' }],
    ['that are no set', { status: 200, body: '{"keys":"none"}' }],
    ['that hold nothing', { keys: [null] }],
    ['that are very long', { keys: [ES.jwk], filler: 'x'.repeat(70_000) }],
    ['that are shared', { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: ES.kid }] }],
  ])('%s prove nothing', async (_what, content) => {
    const path = `/${crypto.randomUUID()}/keys`;
    const several = await clientsOf(path);
    clients.publish(path, content);
    for (const clientId of several) {
      expect(await proves(clientId, assertionOf(ES, clientId, baseUrl))).toBe('invalid_client');
    }
  });

  it('are never read from a private address', async () => {
    // The service itself, which may not go where the test's own authorization server may.
    const jwks_uri = published(`/${crypto.randomUUID()}/keys`, ES);
    const before = clients.host.requests.length;
    for (const address of [jwks_uri, 'https://127.0.0.1/keys', 'https://[::1]/keys', 'https://169.254.169.254/keys']) {
      const clientId = await registerClient(service.baseUrl, { ...KEY_METHOD, jwks_uri: address });
      const fields = { client_id: clientId, token: 'x', ...assertionOf(ES, clientId, service.baseUrl) };
      expect((await postForm(`${service.baseUrl}/oauth/revoke`, fields)).body.error).toBe('invalid_client');
    }
    expect(clients.host.requests).toHaveLength(before);
  });
});
