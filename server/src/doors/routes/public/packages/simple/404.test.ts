// SPDX-License-Identifier: Apache-2.0
/** The index answers its one project alone: it passes no name on to another index, and reads no path. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt } from '#harness/packages';

let http: FastifyInstance;
beforeAll(async () => {
  http = await serveBuilt();
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => http.close());

it.each([
  'requests',
  'svc',
  'svcsdk',
  'svc-sdk-',
  '.svc-sdk',
  'svc sdk',
  'svc-sdk%00',
  // These fold to ASCII letters in Unicode alone.
  'svc-sd%E2%84%AA',
  '%C5%BFvc-sdk',
  '@svc%2fsdk',
  '..%2fpackages.json',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '__proto__',
  'a'.repeat(4_000),
])('has no project %s, and says which one there is', async (name) => {
  for (const url of [`/packages/simple/${name}`, `/packages/simple/${name}/`]) {
    const answer = await http.inject({ url, headers: { accept: 'application/vnd.pypi.simple.v1+json' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      error: 'not_found',
      message: expect.stringMatching(/^There is no project .*\. This index has svc-sdk alone\.$/s),
    });
  }
});

/** Other clients make one path of these before they send them. */
it.each([
  '/packages/simple/%2e%2e/',
  '/packages/simple/../',
  '/packages/simple/svc-sdk/../../packages.json',
  '/packages/simple/svc-sdk/%2e%2e/',
  '/packages/simple/..%5cpackages.json/',
  '/packages/../server/package.json',
])('climbs nowhere by %s', async (path) => {
  const { port } = http.server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(404);
});

it.each([
  ['GET', '/packages/simple/svc-sdk/svc_sdk-0.1.0.tar.gz'],
  ['GET', '/packages/simple/svc-sdk//'],
  ['GET', '/packages/Simple/'],
  ['POST', '/packages/simple/'],
  ['PUT', '/packages/simple/svc-sdk/'],
  ['DELETE', '/packages/svc_sdk-0.1.0.tar.gz'],
] as const)('does not answer %s %s', async (method, url) => {
  const answer = await http.inject({ method, url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ error: 'not_found', message: expect.stringContaining(`${method} ${url}`) });
});

it('refuses an address that is not valid', async () => {
  const answer = await http.inject({ url: '/packages/simple/svc%zzsdk/' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: 'validation_error' });
});
