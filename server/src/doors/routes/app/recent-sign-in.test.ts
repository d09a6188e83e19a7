// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a stolen cookie alone changes nothing that protects an account, gives no role and takes no protection from
 * an organization. The rows of the table say which operations ask for a recent sign-in; three more ask by their body.
 */
import { APP_OPERATIONS, type AppOperation, type AppOperationId } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, setUpCodes } from '#harness/people/codes.ts';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
/** They protect an account or give a role. Other rooms of the app may add rows of their own. */
const SENSITIVE = [
  'addPasskey',
  'addSigningKey',
  'changeEmail',
  'changePassword',
  'disableMfa',
  'passkeyOptions',
  'removePasskey',
  'removeSigningKey',
  'renewRecoveryCodes',
  'setUpMfa',
  'updateMember',
] as const satisfies AppOperationId[];

const operations = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, { who }]) => who !== 'anybody');
const rows = operations.filter(([, { recentSignIn }]) => recentSignIn);

let service: TestService;
let owner: Browser;
async function makeStale(minutes: number): Promise<void> {
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  service.clock.move(`${minutes}m`);
}
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const callStale = async (path: string, method: string, body: object | null) => {
  await makeStale(10);
  const answer = await owner.call(path, { method, ...(body !== null && { body }) });
  return [answer.status, answer.body?.error];
};
const CONFIRM_FIRST = [401, 'reauthentication_required'];

it('knows what is sensitive', () => {
  expect(rows.map(([id]) => id)).toEqual(expect.arrayContaining([...SENSITIVE]));
});

it.each(rows)('%s, ten minutes after the sign-in, before its body is read', async (_id, { path, method, body }) => {
  const filled = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
  expect(await callStale(filled, method, body === null ? null : { unknown: 1 })).toEqual(CONFIRM_FIRST);
});

it('is recent for nine minutes, and again after a confirmation', async () => {
  const change = { method: 'PATCH', body: { role: 'ADMIN' } };
  await makeStale(9);
  expect((await owner.call(`/members/${UNKNOWN_ID}`, change)).status).toBe(404);
  await makeStale(10);
  expect((await owner.call(`/members/${UNKNOWN_ID}`, change)).status).toBe(401);
  expect((await owner.call('/auth/reauthenticate', { body: { password: PASSWORD } })).status).toBe(204);
  expect((await owner.call(`/members/${UNKNOWN_ID}`, change)).status).toBe(404);
});

it('createInvitation, where the role changes things', async () => {
  const invite = (role: string) => callStale('/invitations', 'POST', { email: mailOf(`${role}`), role });
  expect(await invite('OWNER')).toEqual(CONFIRM_FIRST);
  expect(await invite('ADMIN')).toEqual(CONFIRM_FIRST);
  expect((await invite('MEMBER'))[0]).toBe(201);
});

it('updateApiKey, where the key may do more', async () => {
  await makeStale(0);
  const made = await owner.call<{ id: string }>('/api-keys', { body: { name: 'k', kind: 'LIVE' } });
  const update = (permissions: string[]) => callStale(`/api-keys/${made.body.id}`, 'PATCH', { permissions });
  expect((await update(['decide']))[0]).toBe(200);
  expect(await update(['decide', 'apply'])).toEqual(CONFIRM_FIRST);
});

it('updateOrganization, where it ends the second factor of everybody', async () => {
  await makeStale(0);
  const { secret } = await setUpCodes(owner);
  const update = async (body: object) => {
    const answer = await owner.call('/organization', { method: 'PATCH', body });
    return [answer.status, answer.body?.error];
  };
  service.clock.move('10m');
  expect((await update({ requireMfa: true }))[0]).toBe(200);
  expect((await update({ requireMfa: true, riskReviewAt: 50 }))[0]).toBe(200);
  expect(await update({ requireMfa: false })).toEqual(CONFIRM_FIRST);
  expect((await owner.call('/auth/refresh', { method: 'POST' })).status).toBe(204);
  expect(await update({ requireMfa: false })).toEqual(CONFIRM_FIRST);
  const confirmed = { password: PASSWORD, mfaCode: codeOf(secret) };
  expect((await owner.call('/auth/reauthenticate', { body: confirmed })).status).toBe(204);
  expect((await update({ requireMfa: false }))[0]).toBe(200);
  service.clock.move('10m');
  expect((await update({ requireMfa: false, riskReviewAt: 60 }))[0]).toBe(200);
});
