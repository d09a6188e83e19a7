// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events needs a known, complete key, from an allowed address, and a bound one for its agent. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  BOUND_KEY,
  call,
  EXPIRED_KEY,
  IDS,
  LIVE_KEY,
  OFFICE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';

describe('401', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization();
  });
  afterAll(() => service.stop());

  const CASES: [title: string, headers: Record<string, string>][] = [
    ['no key', {}],
    ['an unknown key', { authorization: `Bearer key_live_${'x'.repeat(43)}` }],
    ['a key cut short', { authorization: `Bearer ${LIVE_KEY.slice(0, -1)}` }],
    ['a key with one more character', { authorization: `Bearer ${LIVE_KEY}x` }],
    ['a key in another letter case', { authorization: `Bearer ${LIVE_KEY.toLowerCase()}` }],
    ['a key of 10,000 characters', { authorization: `Bearer key_live_${'x'.repeat(10_000)}` }],
    ['another scheme', { authorization: `Basic ${Buffer.from(LIVE_KEY).toString('base64')}` }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['a key without scheme', { authorization: LIVE_KEY }],
    ['two different keys', { authorization: `Bearer ${LIVE_KEY}`, 'x-api-key': TEST_KEY }],
    ['a good key beside a bad scheme', { authorization: 'Digest x', 'x-api-key': LIVE_KEY }],
    ['an empty X-API-Key', { 'x-api-key': '' }],
    ['an expired key', { authorization: `Bearer ${EXPIRED_KEY}` }],
  ];

  it.each(CASES)('%s', async (_title, headers) => {
    const answer = await call(service.baseUrl, '/v1/events', { key: null, headers, body: PLAIN_ACTION });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('unauthorized');
  });

  it('comes before address, size and validation', async () => {
    const tooLarge = await call(service.baseUrl, '/v1/events', { key: null, raw: 'x'.repeat(300_000) });
    expect(tooLarge.status).toBe(401);
    const expired = await call(service.baseUrl, '/v1/events', { key: EXPIRED_KEY, raw: '{' });
    expect(expired.status).toBe(401);
  });

  it('a key that is revoked elsewhere is refused at once', async () => {
    const other = await otherProcess(service);
    try {
      expect((await call(other.baseUrl, '/v1/events', { key: TEST_KEY, body: PLAIN_ACTION })).status).toBe(200);
      const changed = `key_test_${'N'.repeat(43)}`;
      await service.provision(acme().replace(TEST_KEY, changed));
      for (const to of [other, service]) {
        expect((await call(to.baseUrl, '/v1/events', { key: TEST_KEY, body: PLAIN_ACTION })).status).toBe(401);
        expect((await call(to.baseUrl, '/v1/events', { key: changed, body: PLAIN_ACTION })).status).toBe(200);
      }
    } finally {
      await other.stop();
    }
  });

  it('a request that is no HTTP gets an error in our form', async () => {
    const { port } = new URL(service.baseUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-api-version: v1/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'validation_error' });
  });
});

describe('403', () => {
  let service: TestService;
  let behindProxy: TestService;
  beforeAll(async () => {
    service = await openOrganization();
    behindProxy = await otherProcess(service);
  });
  afterAll(async () => {
    await behindProxy.stop();
    await service.stop();
  });

  describe('a bound key', () => {
    it.each([
      ['another agent by name', { agent: 'support-bot' }],
      ['another agent by id', { agentId: IDS.supportBot }],
      ['an agent that does not exist', { agent: 'nobody' }],
      ['its agent by name and another by id', { agent: 'billing-bot', agentId: IDS.supportBot }],
    ])('for %s', async (_title, who) => {
      const body = { ...who, resource: 'orders', action: 'READ_DATA' };
      const answer = await call(service.baseUrl, '/v1/events', { key: BOUND_KEY, body });
      expect(answer.status).toBe(403);
      expect(answer.body.error).toBe('forbidden');
    });
  });

  describe('an allow-list', () => {
    it('refuses another address, before size and validation', async () => {
      const answer = await call(service.baseUrl, '/v1/events', { key: OFFICE_KEY, raw: 'x'.repeat(300_000) });
      expect(answer.status).toBe(403);
    });

    it.each([
      ['10.1.2.3', 200],
      ['2001:db8::1', 200],
      ['::ffff:10.0.0.1', 200],
      ['1.1.1.1, 10.1.2.3', 200],
      ['10.1.2.3, 1.1.1.1', 403],
      ['10.1.2.3, 127.0.0.9, 192.0.2.1', 200],
      ['11.0.0.1', 403],
      ['2001:db9::1', 403],
      ['garbage', 403],
      ['10.1.2.3, garbage', 403],
      ['10.1', 403],
      ['0x0a000001', 403],
    ])('behind a trusted proxy takes %s as %i', async (forwarded, status) => {
      const answer = await call(behindProxy.baseUrl, '/v1/events', {
        key: OFFICE_KEY,
        body: PLAIN_ACTION,
        headers: { 'x-forwarded-for': forwarded },
      });
      expect(answer.status).toBe(status);
    });

    it('does not believe a caller that is no proxy', async () => {
      const answer = await call(service.baseUrl, '/v1/events', {
        key: OFFICE_KEY,
        body: PLAIN_ACTION,
        headers: { 'x-forwarded-for': '10.1.2.3' },
      });
      expect(answer.status).toBe(403);
    });
  });
});
