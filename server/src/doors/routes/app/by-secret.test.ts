// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a stranger who repeats a secret that opens nothing asks the database a bounded number of times. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openOrganization, strictProcess, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const USES_MAX = 60;

let service: TestService;
beforeAll(async () => {
  service = await strictProcess(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(() => service.stop());

const text = (bytes: number) => randomBytes(bytes).toString('base64url');
const passkey = {
  response: {
    id: text(16),
    rawId: text(16),
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: text(64), authenticatorData: text(64), signature: text(64) },
  },
};

it.each<[string, object]>([
  ['/auth/email/verify', { token: text(32) }],
  ['/invitations/open', { token: text(32) }],
  ['/invitations/accept', { token: text(32) }],
  ['/auth/passkey', passkey],
])('POST %s', async (path, body) => {
  const stranger = openBrowser(service.baseUrl);
  const statuses: number[] = [];
  for (let use = 0; use < USES_MAX; use += 1) statuses.push((await stranger.call(path, { body })).status);
  const [first = 0] = statuses;
  expect([400, 401, 404]).toContain(first);
  expect(new Set(statuses).size).toBe(1);
  const connect = vi.spyOn(service.app.pool, 'connect');
  const refused = await stranger.call(path, { body });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(connect).not.toHaveBeenCalled();
  connect.mockRestore();
});

it('POST /auth/logout, and a session still ends', async () => {
  const signedIn = await signIn(service.baseUrl, PEOPLE.owner);
  const stranger = openBrowser(service.baseUrl, signedIn.cookies);
  const id = Buffer.from(String(signedIn.cookies.get('__Host-svc_access')), 'base64url').subarray(0, 16);
  const forged = Buffer.concat([id, randomBytes(32)]).toString('base64url');
  const leave = () => {
    stranger.cookies.delete('__Host-svc_refresh');
    stranger.cookies.set('__Host-svc_access', forged);
    return stranger.call('/auth/logout', { method: 'POST' });
  };
  for (let use = 0; use < USES_MAX; use += 1) expect((await leave()).status).toBe(204);
  expect((await leave()).status).toBe(429);
  expect((await signedIn.call('/me')).status).toBe(200);
  expect((await signedIn.call('/auth/logout', { method: 'POST' })).status).toBe(204);
  expect((await signedIn.call('/me')).status).toBe(401);
});

it('GET /public/config, while the first person may sign up', async () => {
  const connect = vi.spyOn(service.app.pool, 'connect');
  const stranger = openBrowser(service.baseUrl);
  const answers = await Promise.all(Array.from({ length: 100 }, () => stranger.call('/public/config')));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ signupEnabled: false });
  }
  expect(connect.mock.calls.length).toBeLessThan(20);
  connect.mockRestore();
});
