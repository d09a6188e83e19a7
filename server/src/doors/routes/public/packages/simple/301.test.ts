// SPDX-License-Identifier: Apache-2.0
/** Every spelling of the name leads to the normalized one, at the address by which the caller came. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt } from '#harness/packages';

let http: FastifyInstance;
beforeAll(async () => {
  http = await serveBuilt();
});
afterAll(() => http.close());

it.each([
  ['/packages/simple', '/packages/simple/'],
  ['/packages/simple/svc-sdk', '/packages/simple/svc-sdk/'],
  ['/packages/simple/svc_sdk', '/packages/simple/svc-sdk/'],
  ['/packages/simple/svc_sdk/', '/packages/simple/svc-sdk/'],
  ['/packages/simple/Svc.SDK/', '/packages/simple/svc-sdk/'],
  ['/packages/simple/SVC._-SDK', '/packages/simple/svc-sdk/'],
  ['/packages/simple/svc%5Fsdk/', '/packages/simple/svc-sdk/'],
  ['/packages/simple/svc%2dSDK/?to=//elsewhere.example', '/packages/simple/svc-sdk/'],
])('sends %s to %s', async (url, place) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await http.inject({ method, url, headers: { host: 'elsewhere.example' } });
    expect(statusCode).toBe(301);
    expect(headers.location).toMatch(/^(\.\.\/)?[a-z-]+\/$/);
    expect(new URL(String(headers.location), `https://svc.example${url}`).href).toBe(`https://svc.example${place}`);
  }
});
