// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: where the organization asks for a second factor, a member without one gets to its set-up and to nothing
 * else, whatever operation they call.
 */
import { APP_OPERATIONS, type AppOperation, type AppOperationId } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
/** Who the person is, the set-up itself, and the way to an organization that does not ask. */
const SET_UP = [
  'addPasskey',
  'enableMfa',
  'listPasskeys',
  'passkeyOptions',
  'readMe',
  'reauthenticate',
  'requestVerification',
  'setUpMfa',
  'switchOrganization',
  'updateMe',
] as const satisfies AppOperationId[];

const operations = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, { who }]) => who !== 'anybody');

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await readRows(service.database, 'UPDATE svc.organizations SET require_mfa = true');
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

it('leaves few operations open', () => {
  expect(
    operations
      .filter(([, { beforeMfa }]) => beforeMfa)
      .map(([id]) => id)
      .sort(),
  ).toEqual([...SET_UP]);
});

it.each(operations)('%s', async (_id, { method, path, body, beforeMfa }) => {
  const answer = await owner.call(path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    method,
    ...(body !== null && { body: {} }),
  });
  const isHeldBack = answer.status === 403 && answer.body.error === 'mfa_setup_required';
  expect(isHeldBack).toBe(beforeMfa !== true);
});
