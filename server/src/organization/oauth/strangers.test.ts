// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it fills the room for clients, and believes a proxy.
 * Guarantee: registrations and requests of strangers are bounded in number and size, and keep no one else out.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationUrl, connectApp, postForm, REDIRECT_URI, refresh, registerClient } from '#harness/oauth';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { deleteEndedRows } from '../../lifecycle/retention/index.ts';
import { REGISTRATIONS_PER_NETWORK_AND_HOUR, UNUSED_CLIENTS_MAX } from './limits.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople(), trustProxy: ['127.0.0.1'] });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  readRows<Row>(service.database, text, values);

async function register(address: string, metadata: object = {}) {
  const answer = await fetch(`${service.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ redirect_uris: [REDIRECT_URI], ...metadata }),
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string } };
}

it('counts registrations by the /48 of IPv6 too, whatever /64 they come from', async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < REGISTRATIONS_PER_NETWORK_AND_HOUR; count += 1) {
    statuses.add((await register(`2001:db8:1:${(count % 4).toString(16)}::1`)).status);
  }
  expect(statuses).toEqual(new Set([201]));
  expect((await register('2001:db8:1:ff::1')).status).toBe(429);
  expect((await register('2001:db8:2::1')).status).toBe(201);
});

it('past the bound the oldest client that was never connected gives way, and no other', async () => {
  const { clientId } = await connectApp(service.baseUrl, owner);
  const insert = (name: string, count: number, age: string, life: string) =>
    sql(
      `INSERT INTO svc.oauth_records (kind, id_hash, payload, client_id, created_at, expires_at)
       SELECT 'Client', sha256(($1 || n)::bytea), '{}', $1, $2::timestamptz - $4::interval,
         $2::timestamptz - $4::interval + $5::interval FROM generate_series(1, $3) n`,
      [name, service.clock.now(), count, age, life],
    );
  const kept = async (name: string) =>
    (await sql<{ n: number }>('SELECT count(*)::int AS n FROM svc.oauth_records WHERE client_id = $1', [name]))[0]?.n;
  await sql(`DELETE FROM svc.oauth_records WHERE kind = 'Client' AND 
    expires_at AT TIME ZONE 'UTC' < created_at AT TIME ZONE 'UTC' + interval '2 days'`);
  await insert('expired', 3, '30 hours', '24 hours');
  await insert('connected', 3, '29 days', '31 days');
  await insert('oldest', 1, '20 hours', '24 hours');
  await insert('crowd', UNUSED_CLIENTS_MAX - 1, '1 hour', '24 hours');
  expect((await register('203.0.113.7')).status).toBe(201);
  const names = ['expired', 'connected', 'oldest', 'crowd'];
  expect(await Promise.all(names.map(kept))).toEqual([3, 3, 0, UNUSED_CLIENTS_MAX - 1]);
  expect((await register('203.0.113.7')).status).toBe(201);
  expect(await kept('crowd')).toBe(UNUSED_CLIENTS_MAX - 2);
  expect((await owner.call(authorizationUrl(service.baseUrl, clientId).url)).status).toBe(303);
  await sql(`DELETE FROM svc.oauth_records WHERE client_id = ANY ($1)`, [names]);
});

it.each([
  ['an address of 2,049 characters', { redirect_uris: [`${REDIRECT_URI}?${'x'.repeat(2_048 - REDIRECT_URI.length)}`] }],
  ['21 addresses', { redirect_uris: Array.from({ length: 21 }, (_, n) => `${REDIRECT_URI}/${n}`) }],
  [
    'keys at a long address',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `https://client.example/${'x'.repeat(2_048)}` },
  ],
])('a registration with %s is refused', async (_what, metadata) => {
  const { status, body } = await register('203.0.113.8', metadata);
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
});

it('a request with a long state is refused, in the address and in a form', async () => {
  const clientId = await registerClient(service.baseUrl);
  const asked = (length: number) => authorizationUrl(service.baseUrl, clientId, { state: 's'.repeat(length) }).url;
  expect((await owner.call(asked(2_048))).status).toBe(303);
  expect((await owner.call(asked(2_049))).status).toBe(400);
  const fields = Object.fromEntries(new URLSearchParams(asked(2_049).split('?')[1]));
  const { status, body } = await postForm(`${service.baseUrl}/oauth/authorize`, fields);
  expect([status, body.error]).toEqual([400, 'invalid_request']);
});

it('a connected client stays while it refreshes, and goes a month after its last token', async () => {
  const first = await connectApp(service.baseUrl, owner);
  const isKnown = async () => {
    await deleteEndedRows(service.app.pool, new AbortController().signal);
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    return (await owner.call(authorizationUrl(service.baseUrl, first.clientId).url)).status === 303;
  };
  service.clock.move('29d');
  const { body } = await refresh(service.baseUrl, first.clientId, first.refresh_token);
  service.clock.move('29d');
  expect([typeof body.refresh_token, await isKnown()]).toEqual(['string', true]);
  service.clock.move('4d');
  expect(await isKnown()).toBe(false);
});
