// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events refuses invalid requests by field, unknown names, and bodies of more than 204,800 bytes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACME,
  BOUND_KEY,
  call,
  GLOBEX_KEY,
  IDS,
  openOrganization,
  PLAIN_ACTION,
  type TestService,
} from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

describe('400', () => {
  const { agent, resource, action } = PLAIN_ACTION;

  const FIELD_CASES: [title: string, body: unknown, field: string][] = [
    ['no agent', { resource, action }, 'agent'],
    ['no resource', { agent, action }, 'resource'],
    ['no action', { agent, resource }, 'action'],
    ['an unknown action', { ...PLAIN_ACTION, action: 'READ' }, 'action'],
    ['an action of another type', { ...PLAIN_ACTION, action: 1 }, 'action'],
    ['an empty agent', { ...PLAIN_ACTION, agent: '' }, 'agent'],
    ['an agent of 101 characters', { ...PLAIN_ACTION, agent: 'a'.repeat(101) }, 'agent'],
    ['an agentId that is no UUID', { resource, action, agentId: 'billing-bot' }, 'agentId'],
    ['a null agent', { ...PLAIN_ACTION, agent: null }, 'agent'],
    ['a resourceId with white space', { agent, action, resourceId: ` ${IDS.orders}` }, 'resourceId'],
    ['an unknown destination', { ...PLAIN_ACTION, destination: 'EXTERNAL' }, 'destination'],
    ['a null destination', { ...PLAIN_ACTION, destination: null }, 'destination'],
    ['records as text', { ...PLAIN_ACTION, recordsAffected: '1' }, 'recordsAffected'],
    ['a fraction of a record', { ...PLAIN_ACTION, recordsAffected: 1.5 }, 'recordsAffected'],
    ['fewer than no records', { ...PLAIN_ACTION, recordsAffected: -1 }, 'recordsAffected'],
    ['too many records', { ...PLAIN_ACTION, recordsAffected: 100_000_001 }, 'recordsAffected'],
    ['content of 100,001 characters', { ...PLAIN_ACTION, content: 'a'.repeat(100_001) }, 'content'],
    ['content as a list', { ...PLAIN_ACTION, content: ['a'] }, 'content'],
    ['an unknown field', { ...PLAIN_ACTION, metadata: {} }, 'metadata'],
    ['a body that is a list', [PLAIN_ACTION], 'body'],
    ['a body that is a string', 'READ_DATA', 'body'],
    ['a body that is null', null, 'body'],
    ['two different agents', { ...PLAIN_ACTION, agentId: IDS.supportBot }, 'agentId'],
    ['two different resources', { ...PLAIN_ACTION, resourceId: IDS.customers }, 'resourceId'],
  ];

  describe('fields', () => {
    it.each(FIELD_CASES)('%s', async (_title, body, field) => {
      const answer = await call(service.baseUrl, '/v1/events', { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('validation_error');
      expect(Object.keys(answer.body.fields ?? {})).toContain(field);
    });

    it('names all that is wrong at once', async () => {
      const body = { action: 'X', recordsAffected: -1, metadata: 1 };
      const answer = await call(service.baseUrl, '/v1/events', { body });
      expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['action', 'metadata', 'recordsAffected']);
      expect(answer.body.fieldCodes).toMatchObject({
        action: { code: 'NOT_ONE_OF' },
        metadata: { code: 'UNKNOWN_FIELD', params: {} },
        recordsAffected: { code: 'TOO_SMALL', params: { min: 0 } },
      });
    });

    it('has a prototype pollution attempt refused as an unknown field', async () => {
      const raw = `{"agent":"${agent}","resource":"${resource}","action":"${action}","__proto__":{"agent":"x"}}`;
      const answer = await call(service.baseUrl, '/v1/events', { raw });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toHaveProperty('__proto__');
    });
  });

  const BODY_CASES: [title: string, raw: string | Uint8Array][] = [
    ['is empty', ''],
    ['is no JSON', '{"agent":'],
    ['has a comma too many', '{"action":"READ_DATA",}'],
    ['is not UTF-8', Buffer.from('{"agent":"\xe9"}', 'latin1')],
    ['has an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['holds U+0000 in a name', JSON.stringify({ ...PLAIN_ACTION, agent: 'a\0b' })],
    ['holds half a surrogate pair in a name', JSON.stringify({ ...PLAIN_ACTION, agent: 'a\ud800b' })],
    ['holds half a pair in a key', '{"\\udc00":1}'],
    ['is nested 129 levels', `${'['.repeat(129)}${']'.repeat(129)}`],
    ['is nested 60,000 levels', `${'[{"a":'.repeat(30_000)}1`],
    ['has a byte order mark and no object', Buffer.from([0xef, 0xbb, 0xbf])],
  ];

  describe('a body that', () => {
    it.each(BODY_CASES)('%s', async (_title, raw) => {
      const answer = await call(service.baseUrl, '/v1/events', { raw });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('validation_error');
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
      'is sent as %s',
      async (type) => {
        const answer = await call(service.baseUrl, '/v1/events', {
          raw: JSON.stringify(PLAIN_ACTION),
          headers: { 'content-type': type },
        });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toContain('application/json');
      },
    );

    it('is JSON by a content type with a charset is taken', async () => {
      const answer = await call(service.baseUrl, '/v1/events', {
        raw: JSON.stringify(PLAIN_ACTION),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
      expect(answer.status).toBe(200);
    });
  });

  it('records nothing of a refused request', async () => {
    const before = await readAuditEntries(service.database, ACME);
    await call(service.baseUrl, '/v1/events', { body: { agent, resource } });
    expect(await readAuditEntries(service.database, ACME)).toHaveLength(before.length);
  });
});

describe('404', () => {
  const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';

  it.each([
    ['an unknown agent', { ...PLAIN_ACTION, agent: 'nobody' }],
    ['an agent in another letter case', { ...PLAIN_ACTION, agent: 'Billing-Bot' }],
    ['an agent with a space after it', { ...PLAIN_ACTION, agent: 'billing-bot ' }],
    ['an unknown agent id', { resource: 'orders', action: 'READ_DATA', agentId: UNKNOWN_ID }],
    ['an unknown resource', { ...PLAIN_ACTION, resource: 'secrets' }],
    ['a classification as a resource', { ...PLAIN_ACTION, resource: 'CUSTOMER_PII' }],
    ['an unknown resource id', { agent: 'billing-bot', action: 'READ_DATA', resourceId: UNKNOWN_ID }],
    ['a known name with an unknown id', { ...PLAIN_ACTION, agentId: UNKNOWN_ID }],
    ['a name from a prototype', { ...PLAIN_ACTION, agent: '__proto__' }],
  ])('%s', async (_title, body) => {
    const answer = await call(service.baseUrl, '/v1/events', { body });
    expect(answer.status).toBe(404);
    expect(answer.body.error).toBe('not_found');
  });

  it.each([
    [{ agent: 'biling-bot' }, 'no agent "biling-bot". Did you mean "billing-bot"?'],
    [{ agent: 'Billing Bot' }, 'Did you mean "billing-bot"?'],
    [{ agent: 'xxxxxxxx-bot' }, 'no agent "xxxxxxxx-bot". Names are case-sensitive.'],
    [{ resource: 'order' }, 'no resource "order". Did you mean "orders"?'],
    [{ resource: 'a\u202e"\u001b\u009b' }, 'no resource "a\\u202e\\"\\u001b\\u009b".'],
    [{ resourceId: UNKNOWN_ID }, `no resource with the id ${UNKNOWN_ID}.`],
    [{ agentId: UNKNOWN_ID }, `no agent with the id ${UNKNOWN_ID}.`],
  ])('names what was asked for, and what is near: %j', async (asked, sentence) => {
    const { status, body } = await call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, ...asked } });
    expect(status).toBe(404);
    expect(body.message).toContain(sentence);
  });

  it('names nothing of another organization', async () => {
    const body = { agent: 'suport-bot', resource: 'customers', action: 'READ_DATA' };
    const own = await call(service.baseUrl, '/v1/events', { body });
    expect(own.body.message).toContain('"support-bot"');
    const other = await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body });
    expect(other.body.message).toBe('The organization has no agent "suport-bot". Names are case-sensitive.');
  });

  it('names no other agent to a key that is bound to one, and near resources all the same', async () => {
    const refused = await call(service.baseUrl, '/v1/events', {
      key: BOUND_KEY,
      body: { ...PLAIN_ACTION, agent: 'suport-bot' },
    });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toContain('support-bot');
    const { body } = await call(service.baseUrl, '/v1/events', {
      key: BOUND_KEY,
      body: { resource: 'ordres', action: 'READ_DATA' },
    });
    expect(body.message).toContain('Did you mean "orders"?');
  });

  it('an unknown path says what cannot be done, with or without a key', async () => {
    for (const key of [null, undefined]) {
      const options = key === null ? { key } : {};
      const get = await call(service.baseUrl, '/v1/nothing?secret=1', options);
      expect(get.status).toBe(404);
      expect(get.body.message).toBe('Cannot GET /v1/nothing');
      const post = await call(service.baseUrl, '/v1/event', { ...options, body: PLAIN_ACTION });
      expect(post.body.message).toBe('Cannot POST /v1/event');
    }
  });
});

describe('413', () => {
  /** White space after the object is part of the body and not of the content. */
  const bodyOfBytes = (bytes: number): string => JSON.stringify(PLAIN_ACTION).padEnd(bytes, ' ');

  it('takes exactly 204,800 bytes and refuses one more', async () => {
    expect((await call(service.baseUrl, '/v1/events', { raw: bodyOfBytes(204_800) })).status).toBe(200);
    const over = await call(service.baseUrl, '/v1/events', { raw: bodyOfBytes(204_801) });
    expect(over.status).toBe(413);
    expect(over.body.error).toBe('payload_too_large');
  });

  it('counts bytes, not characters', async () => {
    const answer = await call(service.baseUrl, '/v1/events', {
      body: { ...PLAIN_ACTION, content: '漢'.repeat(70_000) },
    });
    expect(answer.status).toBe(413);
  });

  it('refuses before validation', async () => {
    const answer = await call(service.baseUrl, '/v1/events', { raw: '['.repeat(300_000) });
    expect(answer.status).toBe(413);
  });
});
