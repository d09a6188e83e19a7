// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a crowd behind one address gets its decisions with a key that the process has not seen before. */
import { expect, it } from 'vitest';
import { call, openOrganization, PLAIN_ACTION } from '#harness/service';

it('256 first requests at once', async () => {
  const service = await openOrganization({});
  const crowd = Array.from({ length: 256 }, () => call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION }));
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]));
  await service.stop();
});
