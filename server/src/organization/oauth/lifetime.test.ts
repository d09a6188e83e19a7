// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the keys of the deployment grow old, and processes start late.
 * Guarantee: keys, clients and grants of connected apps end when their time or their reason to be has passed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Duration } from '#harness/clock';
import { sendToMcp } from '#harness/mcp';
import {
  authorizationUrl,
  connectApp,
  openRequest,
  permit,
  postJson,
  redeem,
  refresh,
  registerClient,
} from '#harness/oauth';
import { setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { deleteEndedRows } from '../../lifecycle/retention/index.ts';
import { SIGNING_KEY_DAYS, SIGNING_KEYS_KEPT } from './limits.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const clean = () => deleteEndedRows(service.app.pool, new AbortController().signal);
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const rows = <Row extends object>(sql: string) => readRows<Row & Record<string, unknown>>(service.database, sql);

async function askWith(token: string) {
  const { status, text } = await sendToMcp(service.baseUrl, LIST, { authorization: `Bearer ${token}` });
  return { status, message: (JSON.parse(text) as { message?: string }).message ?? '' };
}

/** The key ids that a process publishes, the one that signs first. */
async function keyIds({ baseUrl }: TestService): Promise<string[]> {
  const { keys } = (await (await fetch(`${baseUrl}/oauth/jwks`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

it('forgets a client that was never connected, and keeps one as long as its connection', async () => {
  const unused = await registerClient(service.baseUrl);
  const { clientId, refresh_token } = await connectApp(service.baseUrl, owner);
  const isKnown = async (id: string) => (await owner.call(authorizationUrl(service.baseUrl, id).url)).status === 303;
  expect(await isKnown(unused)).toBe(true);
  service.clock.move('3d');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await clean();
  expect([await isKnown(unused), await isKnown(clientId)]).toEqual([false, true]);
  expect((await refresh(service.baseUrl, clientId, refresh_token)).body.error).toBeUndefined();
});

it('forgets ended connections a month later', async () => {
  const { refresh_token, clientId } = await connectApp(service.baseUrl, owner);
  for (let use = 0; use < 3; use += 1) await refresh(service.baseUrl, clientId, refresh_token);
  const [ended] = await rows<{ id: string }>(
    `SELECT id FROM svc.oauth_grants WHERE client_id = '${clientId}' AND end_reason = 'REPLAY'`,
  );
  service.clock.move('31d');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await clean();
  expect(await rows(`SELECT id FROM svc.oauth_grants WHERE id = '${ended?.id}'`)).toEqual([]);
});

it('takes a hundred registrations an hour from one address', async () => {
  service.clock.move('1h');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const register = () =>
    postJson(`${service.baseUrl}/oauth/register`, { redirect_uris: ['http://localhost/callback'] });
  const statuses = new Set<number>();
  for (let count = 0; count < 100; count += 1) statuses.add((await register()).status);
  expect(statuses).toEqual(new Set([201]));
  expect((await register()).status).toBe(429);
  service.clock.move('1h');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await register()).status).toBe(201);
});

it('takes a used refresh token once more within half a minute, from the same app only, and not after it', async () => {
  const uses = async (again: Duration, by?: string) => {
    const { refresh_token, clientId, access_token } = await connectApp(service.baseUrl, owner);
    expect((await refresh(service.baseUrl, clientId, refresh_token)).status).toBe(200);
    service.clock.move(again);
    const { status } = await refresh(service.baseUrl, by ?? clientId, refresh_token);
    const { status: holds } = await askWith(access_token);
    return { status, holds, later: (await refresh(service.baseUrl, clientId, refresh_token)).status };
  };
  expect(await uses('29s')).toEqual({ status: 200, holds: 200, later: 400 });
  expect(await uses('30s')).toEqual({ status: 400, holds: 401, later: 400 });
  // Another app gets nothing, and takes nothing from the one whose token it is.
  const another = await registerClient(service.baseUrl);
  expect(await uses('1s', another)).toEqual({ status: 400, holds: 200, later: 200 });
});

it('ends a connection whose person has no second factor where one is required', async () => {
  startOfStep();
  await setUpCodes(owner);
  const asked = authorizationUrl(service.baseUrl, await registerClient(service.baseUrl));
  const requestId = await openRequest(owner, asked);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const ofMember = await connectApp(service.baseUrl, member);
  const required = await owner.call('/organization', { method: 'PATCH', body: { requireMfa: true } });
  expect(required.status).toBe(200);
  const { status, message } = await askWith(ofMember.access_token);
  expect([status, message]).toEqual([401, expect.stringMatching(/requires a second factor/)]);
  // It stays ended, also when the rule goes.
  await rows('UPDATE svc.organizations SET require_mfa = false');
  expect((await askWith(ofMember.access_token)).status).toBe(401);
  expect((await refresh(service.baseUrl, ofMember.clientId, ofMember.refresh_token)).body.error).toBe('invalid_grant');
  // A person who has one is let in.
  await rows('UPDATE svc.organizations SET require_mfa = true');
  const answer = await permit(owner, requestId);
  const { body } = await redeem(service.baseUrl, asked, answer.get('code') ?? '');
  expect((await askWith(body.access_token as string)).status).toBe(200);
});

it('signs with a key of its time: a new one is published before it signs, and the last ones stay published', async () => {
  const [first] = await keyIds(service);
  const published: string[] = [first ?? ''];
  for (let turn = 0; turn < SIGNING_KEYS_KEPT; turn += 1) {
    service.clock.move(`${SIGNING_KEY_DAYS}d`);
    const later = await startTestService({ database: service.database });
    const ids = await keyIds(later);
    await later.stop();
    const made = ids.filter((id) => !published.includes(id));
    expect(made).toHaveLength(1);
    // The old key signs on until every process and client knows the new one.
    expect(ids[0]).toBe(published.at(-1));
    published.push(...made);
  }
  const kept = await startTestService({ database: service.database });
  expect(new Set(await keyIds(kept))).toEqual(new Set(published.slice(-SIGNING_KEYS_KEPT)));
  await kept.stop();
});
