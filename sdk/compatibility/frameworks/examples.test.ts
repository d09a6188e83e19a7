// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the examples of the frameworks run against the quick start as they stand. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { openOrganization, quickStartFile, type TestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../../../test/run/time-outs.ts';

/** Beside the frameworks, as a project of a user is. */
const FOLDER = join(import.meta.dirname, 'node_modules/.examples');

let service: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  const provisioning = quickStartFile();
  service = await openOrganization({ provisioning: () => provisioning });
  const [key = ''] = /key_test_\w+/.exec(provisioning) ?? [];
  environment = { SVC_API_KEY: key, SVC_BASE_URL: service.baseUrl };
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => service.stop());

it.each([
  [
    'ai-sdk.mjs',
    /^readOrders: 2 orders\nexportCustomers: waits for approval\ndeleteCustomers: Not run: svc decided BLOCK/,
  ],
  ['langchain.mjs', /^read_orders: 2 orders\ndelete_customers: Not run: svc decided BLOCK/],
])('runs %s', async (name, expected) => {
  copyFileSync(join(import.meta.dirname, '../../examples', name), join(FOLDER, name));
  const { code, stdout, stderr } = await run(process.execPath, [name], FOLDER, PROGRAM_WITHIN_MS, environment);
  expect({ code, stderr: stderr.includes('Error') ? stderr : '' }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(expected);
});
