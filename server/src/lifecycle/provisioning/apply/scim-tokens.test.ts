// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a file has tokens of a directory by their digests, revokes those that it names no more, and is exported. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scimOf } from '#harness/scim';
import { openOrganization, PEOPLE, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, signIn } from '#harness/service/sessions.ts';

const newToken = () => `scim_${randomBytes(32).toString('base64url')}`;
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
const line = (...tokens: string[]) =>
  `scimTokens: [${tokens.map((one) => `{ sha256: ${digestOf(one)}, expiresAt: "2100-01-01T00:00:00Z" }`).join(', ')}]`;
const file = (...tokens: string[]) => acmeWithPeople({ settings: [line(...tokens)] });

const [first, second] = [newToken(), newToken()];
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => file(first) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const statusBy = async (token: string) => (await scimOf(service.baseUrl, token)('/Users')).status;

it('opens the organization by the token of a digest, and no more once the file names another', async () => {
  expect([await statusBy(first), await statusBy(second)]).toEqual([200, 401]);
  await service.provision(file(second), { isForced: false });
  expect([await statusBy(first), await statusBy(second)]).toEqual([401, 200]);
});

it('is exported without a secret, as a file that changes nothing', async () => {
  const { cookies } = owner;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${service.baseUrl}/organization/provisioning`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const text = await answer.text();
  expect(text).toContain(digestOf(second));
  expect(text).not.toContain(second);
  await service.provision(text, { isForced: false });
  expect(await statusBy(second)).toBe(200);
});

it('refuses more than work at once, and what is no digest', async () => {
  expect((await owner.call('/scim/tokens', { body: { days: 1 } })).status).toBe(201);
  await expect(service.provision(file(first, newToken()), { isForced: false })).rejects.toThrow(
    /scimTokens: at most 2/,
  );
  const bad = acmeWithPeople({ settings: ['scimTokens: [{ sha256: abc, expiresAt: "2100-01-01T00:00:00Z" }]'] });
  await expect(service.provision(bad, { isForced: false })).rejects.toThrow(/sha256 must be 64 hexadecimal digits/);
});
