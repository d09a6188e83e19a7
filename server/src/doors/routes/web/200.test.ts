// SPDX-License-Identifier: Apache-2.0
/** The app's files arrive with their policy and their time to live; an address below /app is a page of the app. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpServer } from '../../http/index.ts';
import { registerWebRoutes } from './index.ts';

let folder: string;
let http: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>svc</title>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {};');
  http = createHttpServer(pino({ level: 'silent' }));
  registerWebRoutes(http, folder);
  await http.ready();
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

it.each(['/app', '/app/', '/app/reviews', '/app/events/018f0000-0000-7000-8000-00000000a001?q=a', '/app/index.html'])(
  'answers the page, which no cache keeps, at %s',
  async (url) => {
    const answer = await http.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<title>svc</title>');
  },
);

it.each([
  ['/app/assets/index-abc123.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/app/favicon.svg', 'image/svg+xml', 'no-cache'],
])('answers the file %s as %s, kept as %s', async (url, type, cache) => {
  const answer = await http.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['cache-control']).toBe(cache);
});

it('lets the page load from here alone, stand in no frame, and tell nobody where it came from', async () => {
  const { headers } = await http.inject({ url: '/app' });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});
