// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a token is requested when it is needed and no sooner, from its own address alone, and a bad answer is no
 * token.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { startUpstream, type Upstream } from '#harness/upstream';
import { createEgress, type Egress } from '../../../outgoing/egress/index.ts';
import { createTokens, type TokenOwner, type Tokens } from './tokens.ts';

let upstream: Upstream;
let egress: Egress;
let tokens: Tokens;
let clock: TestClock;
let answer: { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
  upstream = await startUpstream((_request, reply, socket) => {
    const body = answer.body.replace('N', String(upstream.requests.length));
    reply.writeHead(answer.status, answer.headers);
    if (answer.headers?.['content-length'] === undefined) reply.end(body);
    else reply.write(body, () => socket.end());
  });
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.requests.length = 0;
  answer = good({ expires_in: 100 });
  egress = createEgress({ allow: ['127.0.0.1'] });
  clock = TestClock.standingAt(0);
  tokens = createTokens(egress, clock);
});
afterEach(async () => {
  await egress.close();
});

const good = (more: object) => ({ status: 200, body: JSON.stringify({ access_token: 'token-N', ...more }) });

const owner = (more: Partial<TokenOwner> = {}): TokenOwner => ({
  organizationId: 'organization',
  integrationId: 'integration',
  credential: {
    type: 'OAUTH2_CLIENT_CREDENTIALS',
    tokenUrl: `${upstream.url}/token`,
    clientId: 'client',
    scope: null,
  },
  allowedHosts: ['127.0.0.1'],
  secret: 'secret',
  ...more,
});

describe('a token', () => {
  it('is kept until shortly before it ends', async () => {
    expect(await tokens.get(owner(), true)).toBe('token-1');
    clock.moveTo(89_000);
    expect(await tokens.get(owner(), true)).toBe('token-1');
    clock.moveTo(90_000);
    expect(await tokens.get(owner(), true)).toBe('token-2');
    answer = good({ expires_in: 36_000 });
    clock.moveTo(200_000);
    expect(await tokens.get(owner(), true)).toBe('token-3');
    clock.moveTo(200_000 + (36_000 - 30) * 1_000 - 1);
    expect(await tokens.get(owner(), true)).toBe('token-3');
    clock.moveTo(200_000 + (36_000 - 30) * 1_000);
    expect(await tokens.get(owner(), true)).toBe('token-4');
  });

  it('is kept for a day at most, whatever its address says', async () => {
    answer = good({ expires_in: 864_000 });
    expect(await tokens.get(owner(), true)).toBe('token-1');
    clock.moveTo((86_400 - 30) * 1_000 - 1);
    expect(await tokens.get(owner(), true)).toBe('token-1');
    clock.moveTo((86_400 - 30) * 1_000);
    expect(await tokens.get(owner(), true)).toBe('token-2');
  });

  it.each([{}, { expires_in: '60' }])(
    'whose life is not told in numbers is kept for a minute at most: %o',
    async (more) => {
      answer = good(more);
      expect(await tokens.get(owner(), true)).toBe('token-1');
      clock.moveTo(60_000);
      expect(await tokens.get(owner(), true)).toBe('token-2');
    },
  );

  it.each([0, -1, 'soon', null])('that lasts %j is used for those that wait and no longer', async (expires_in) => {
    answer = good({ expires_in });
    expect(await Promise.all([tokens.get(owner(), true), tokens.get(owner(), true)])).toEqual(['token-1', 'token-1']);
    expect(await tokens.get(owner(), true)).toBe('token-2');
  });

  it('belongs to one organization, integration and credential', async () => {
    const owners = [
      owner(),
      owner({ organizationId: 'other' }),
      owner({ integrationId: 'other' }),
      owner({ secret: 'changed' }),
      owner({ credential: { ...owner().credential, scope: 'read' } }),
    ];
    const seen: string[] = [];
    for (const one of [...owners, ...owners]) seen.push(await tokens.get(one, true));
    expect(new Set(seen).size).toBe(owners.length);
    expect(seen.slice(owners.length)).toEqual(seen.slice(0, owners.length));
  });

  it('that was replaced meanwhile is not dropped by a late refusal of the old one', async () => {
    await tokens.get(owner(), true);
    tokens.drop(owner(), 'token-1');
    expect(await tokens.get(owner(), true)).toBe('token-2');
    tokens.drop(owner(), 'token-1');
    expect(await tokens.get(owner(), true)).toBe('token-2');
  });
});

describe('no token', () => {
  const unreadable = 'token answer cannot be read';
  const refused = 'token refused by its address';
  it.each<[string, typeof answer, string]>([
    ['that is no JSON', { status: 200, body: '<html>' }, unreadable],
    ['without a token', { status: 200, body: '{}' }, unreadable],
    ['of null', { status: 200, body: 'null' }, unreadable],
    ['whose token would begin another header', good({ access_token: 'a\r\nX: y' }), unreadable],
    ['whose token has a space', good({ access_token: 'a b' }), unreadable],
    ['whose token is too long', good({ access_token: 'a'.repeat(20_000) }), unreadable],
    ['whose token is a number', good({ access_token: 1 }), unreadable],
    ['of another kind', good({ token_type: 'mac' }), unreadable],
    ['that is longer than is read', { status: 200, body: ' '.repeat(100_000) }, unreadable],
    ['500', { status: 500, body: 'secret-detail' }, refused],
    ['400', { status: 400, body: '{"error":"invalid_scope"}' }, refused],
    ['that leads elsewhere', { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } }, refused],
  ])('comes of an answer %s', async (_what, bad, message) => {
    answer = bad;
    await expect(tokens.get(owner(), true)).rejects.toMatchObject({ name: 'TokenFault', message });
    expect(upstream.requests).toHaveLength(1);
    // A failure is not cached.
    answer = good({});
    expect(await tokens.get(owner(), true)).toBe('token-2');
  });

  it.each([
    [401, ''],
    [401, '{"error":"invalid_client"}'],
    [400, '{"error":"invalid_client"}'],
    [400, '{"error":"invalid_request"}'],
  ])('is asked of a client that is unknown once in each way: %i %s', async (status, body) => {
    answer = { status, body };
    await expect(tokens.get(owner(), true)).rejects.toThrow(refused);
    expect(upstream.requests.map(({ headers }) => headers.authorization === undefined)).toEqual([false, true]);
  });

  it('comes of an answer that breaks off, though it could be read', async () => {
    answer = { ...good({}), headers: { 'content-length': '4096' } };
    const broken = tokens.get(owner(), true);
    await expect(broken).rejects.toThrow('token not available: connection reset');
  });

  it('comes of an address that cannot be reached, or is not allowed', async () => {
    const at = (tokenUrl: string, allowedHosts = ['127.0.0.1']) =>
      tokens.get(owner({ credential: { ...owner().credential, tokenUrl }, allowedHosts }), true);
    await expect(at('http://127.0.0.1:1/token')).rejects.toThrow('token not available: connection refused');
    await expect(at(`${upstream.url}/token`, ['id.test'])).rejects.toThrow('not among the allowed hosts');
    const closed = createTokens(createEgress({ allow: [] }), clock);
    await expect(closed.get(owner(), true)).rejects.toThrow(/^token not available: egress refused/);
    const elsewhere = createTokens(createEgress({ allow: [], resolver: async () => ['93.184.216.34'] }), clock);
    const plain = owner({
      credential: { ...owner().credential, tokenUrl: 'http://id.test/' },
      allowedHosts: ['id.test'],
    });
    await expect(elsewhere.get(plain, true)).rejects.toThrow(
      'token not available: egress refused: a credential travels',
    );
    expect(upstream.requests).toEqual([]);
  });
});
