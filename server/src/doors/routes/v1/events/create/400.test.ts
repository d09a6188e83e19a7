// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events refuses invalid requests, and names the field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

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
