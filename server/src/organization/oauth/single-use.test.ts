// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the file asks more in a minute than others would leave to one address.
 * Guarantee: of any number of uses on several processes at once, a code has one success, and a refresh token two. An
 * assertion of a client proves it once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorizationUrl,
  connectApp,
  openRequest,
  permit,
  postForm,
  redeem,
  refresh,
  registerClient,
} from '#harness/oauth';
import { assertionOf, makeClientKey } from '#harness/oauth/assertions.ts';
import { startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const USES = 64;
const ROUNDS = 3;

let one: TestService;
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  one = await startTestService({ provisioning: acmeWithPeople() });
  other = await startTestService({ database: one.database, publicUrl: one.baseUrl, clock: one.clock });
  owner = await signIn(one.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

type Answer = Awaited<ReturnType<typeof redeem>>;

async function usedAtOnce(use: (baseUrl: string) => Promise<Answer>): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: USES }, (_, at) => use((at % 2 === 0 ? one : other).baseUrl)));
}

function expectSuccesses(count: number, answers: readonly Answer[], error = '400 invalid_grant'): void {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(count);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(new Set([error]));
}

it('a code is redeemed once', async () => {
  const clientId = await registerClient(one.baseUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = authorizationUrl(one.baseUrl, clientId);
    const code = (await permit(owner, await openRequest(owner, asked))).get('code') ?? '';
    expectSuccesses(1, await usedAtOnce((baseUrl) => redeem(baseUrl, asked, code)));
  }
});

it('a refresh token is used once, and once more', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refresh_token, clientId } = await connectApp(one.baseUrl, owner);
    expectSuccesses(2, await usedAtOnce((baseUrl) => refresh(baseUrl, clientId, refresh_token)));
  }
});

it('an assertion of a client is used once', async () => {
  const key = makeClientKey('ES256');
  const clientId = await registerClient(one.baseUrl, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [key.jwk] },
  });
  const fields = { client_id: clientId, token: 'unknown', ...assertionOf(key, clientId, one.baseUrl) };
  const answers = await usedAtOnce((baseUrl) => postForm(`${baseUrl}/oauth/revoke`, fields));
  expectSuccesses(1, answers, '401 invalid_client');
});
