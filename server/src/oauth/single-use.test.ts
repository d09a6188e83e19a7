/** Guarantee: of any number of uses of one code or refresh token, on several processes at once, one succeeds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationUrl, connectApp, openRequest, permit, redeem, refresh, registerClient } from '#harness/oauth';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const USES = 64;
const ROUNDS = 3;

let one: TestService;
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  one = await openOrganization({ provisioning: () => acmeWithPeople() });
  other = await otherProcess(one);
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

function expectOneSuccess(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(new Set(['400 invalid_grant']));
}

it('a code is redeemed once', async () => {
  const clientId = await registerClient(one.baseUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = authorizationUrl(one.baseUrl, clientId);
    const code = (await permit(owner, await openRequest(owner, asked))).get('code') ?? '';
    expectOneSuccess(await usedAtOnce((baseUrl) => redeem(baseUrl, asked, code)));
  }
});

it('a refresh token is used once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refresh_token, clientId } = await connectApp(one.baseUrl, owner);
    expectOneSuccess(await usedAtOnce((baseUrl) => refresh(baseUrl, clientId, refresh_token)));
  }
});
