// SPDX-License-Identifier: Apache-2.0
/** Only the packages of this build are answered: no other file, no other version, no listing of a folder. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt } from '#harness/packages';

let http: FastifyInstance;
beforeAll(async () => {
  http = await serveBuilt();
});
afterAll(() => http.close());

it.each([
  'packages.json',
  'svc-sdk-0.2.0.tgz',
  'svc-sdk-0.1.0.tgz%00',
  '..%2fpackages.json',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '@svc%2fcore',
  'svc',
  'svc_sdk-0.2.0-py3-none-any.whl',
  'svc_sdk-0.1.0-PY3-none-any.whl',
  // The name of a project of Python: its index answers it.
  'svc-sdk',
])('does not answer /packages/%s, and names what there is', async (name) => {
  const answer = await http.inject({ url: `/packages/${name}` });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    error: 'not_found',
    message: expect.stringMatching(
      /This service has svc-sdk-0\.1\.0\.tgz, svc-cli-0\.1\.0\.tgz, svc_sdk-\S+\.whl, and svc_sdk-0\.1\.0\.tar\.gz\.$/,
    ),
  });
});

it.each(['/packages/dist/svc-sdk-0.1.0.tgz', '/packages//svc-sdk-0.1.0.tgz', '/package/'])(
  'knows no address %s',
  async (url) => {
    expect((await http.inject({ url })).statusCode).toBe(404);
  },
);
