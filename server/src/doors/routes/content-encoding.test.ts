// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a compressed body is refused with the header that says so, on every route that takes a body. */
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const BODY = JSON.stringify(PLAIN_ACTION);
const SENTENCE = 'Content-Encoding: must be left out: send the body as it is, without compression';

interface Told {
  message: string;
  fields: object;
  error: { message: string };
}

/** Routes of the app take calls of its own pages. */
const KEY = (path: string): Record<string, string> =>
  path.startsWith('/auth') ? { origin: service.baseUrl } : { authorization: `Bearer ${LIVE_KEY}` };

async function post(path: string, coding: string, body: string | Buffer): Promise<{ status: number; body: Told }> {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': coding, ...KEY(path) },
    body,
  });
  return { status: response.status, body: (await response.json()) as Told };
}

it.each([
  ['gzip', gzipSync(BODY)],
  ['x-gzip', gzipSync(BODY)],
  ['deflate', deflateSync(BODY)],
  ['br', Buffer.from(BODY)],
  ['GZIP', gzipSync(BODY)],
  ['identity, gzip', gzipSync(BODY)],
  ['utf-8', BODY],
])('%s names the header', async (coding, body) => {
  for (const path of ['/v1/events', '/v1/gateway/http', '/v1/gateway/mcp', '/v1/policies/test', '/auth/login']) {
    const answer = await post(path, coding, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, 400, SENTENCE]);
    expect(Object.keys(answer.body.fields)).toEqual(['Content-Encoding']);
  }
  const mcp = await post('/mcp', coding, body);
  expect([mcp.status, mcp.body.error.message]).toEqual([400, SENTENCE]);
});

it('holds for a signed-in person, and after the key: a stranger learns no more than that', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const refused = await owner.call<{ message: string }>('/agents', {
    method: 'POST',
    body: { name: 'a' },
    headers: { 'content-encoding': 'gzip' },
  });
  expect([refused.status, refused.body.message]).toEqual([400, SENTENCE]);
  const stranger = await fetch(`${service.baseUrl}/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(BODY),
  });
  expect(stranger.status).toBe(401);
});

it.each(['identity', 'Identity', ''])('%j is no coding', async (coding) => {
  expect((await post('/v1/events', coding, BODY)).status).toBe(200);
});

it('says nothing about a request without a body', async () => {
  const headers = { 'content-encoding': 'utf-8', authorization: `Bearer ${LIVE_KEY}` };
  expect((await fetch(`${service.baseUrl}/v1/policies`, { headers })).status).toBe(200);
});
