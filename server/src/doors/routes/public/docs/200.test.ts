// SPDX-License-Identifier: Apache-2.0
/** The contract document and that of the app's routes, with the address of the service. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

it.each(['/openapi.json', '/app/openapi.json'])('%s names the address of the service', async (path) => {
  const document = (await (await fetch(service.baseUrl + path)).json()) as { servers: { url: string }[] };
  expect(document.servers).toEqual([{ url: service.baseUrl }]);
});
