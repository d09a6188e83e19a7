// SPDX-License-Identifier: Apache-2.0
/** The documentation: its headers, its times to live, its unknown addresses, and what an operator may put in its place. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocsMode } from '../../../platform/config/index.ts';
import { createHttpServer } from '../../http/index.ts';
import { registerDocs } from './index.ts';

const SECRET = 'not for a reader';
const GZIP = { 'accept-encoding': 'br, gzip' };

let parent: string;
let folder: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-docs-'));
  folder = join(parent, 'site');
  mkdirSync(join(folder, 'static'), { recursive: true });
  mkdirSync(join(folder, 'guides'));
  writeFileSync(join(parent, 'secret.html'), SECRET);
  const files = {
    'index.html': '<title>start</title>',
    '404.html': '<title>no such page</title>',
    'guides/reviews.html': '<title>reviews</title>',
    'static/index.abc123.js': 'export {};',
    'versions.json': '{ "versions": [] }',
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    if (name !== 'versions.json') writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
  }
});
afterAll(() => rmSync(parent, { recursive: true }));

async function serve(mode: DocsMode, from = folder): Promise<FastifyInstance> {
  const http = createHttpServer(pino({ level: 'silent' }));
  registerDocs(http, mode, from);
  await http.ready();
  return http;
}

describe('on', () => {
  let http: FastifyInstance;
  beforeAll(async () => {
    http = await serve('on');
    await http.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => http.close());

  it.each([
    ['/docs', 'start'],
    ['/docs/', 'start'],
    ['/docs/guides/reviews.html', 'reviews'],
    ['/docs/guides/reviews', 'reviews'],
  ])('%s is a page, which a cache asks about again', async (url, title) => {
    const answer = await http.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`<title>${title}</title>`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/./),
    });
  });

  it.each(['/docs/', '/docs/guides/reviews.html', '/docs/static/index.abc123.js'])(
    '%s comes compressed to who takes it',
    async (url) => {
      const answer = await http.inject({ url, headers: GZIP });
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
      expect(answer.headers.vary).toMatch(/accept-encoding/i);
    },
  );

  it('keeps files with a hash in their name, and asks again for others', async () => {
    const cacheOf = async (url: string) => (await http.inject({ url })).headers['cache-control'];
    expect(await cacheOf('/docs/static/index.abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/docs/versions.json')).toBe('no-cache');
  });

  it.each(['/docs/', '/docs/nowhere'])('%s may load from here alone, and nothing inside the page', async (url) => {
    const { headers } = await http.inject({ url });
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it.each(['/docs/nowhere', '/docs/guides/', '/docs/guides/nowhere.html'])('%s is a page that says so', async (url) => {
    const answer = await http.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([404, '<title>no such page</title>']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('answers a missing script with an error, and no other method', async () => {
    for (const [method, url] of [
      ['GET', '/docs/static/index.0ld.js'],
      ['POST', '/docs/'],
    ] as const) {
      const answer = await http.inject({ method, url });
      expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
    }
  });

  it.each([
    '/docs/../secret.html',
    '/docs/%2e%2e/secret.html',
    '/docs/..%2fsecret.html',
    '/docs/..%2fsecret',
    '/docs/guides/..%2f..%2fsecret.html',
    '/docs//etc/hostname',
    '/docs/%00',
  ])('never leaves its folder, at %s', async (path) => {
    const { port } = http.server.address() as AddressInfo;
    // The raw path: clients that normalize addresses would clean it up.
    const body = await new Promise<string>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path }, (answer) => {
        text(answer).then(resolve, reject);
      });
      sent.on('error', reject).end();
    });
    expect(body).not.toContain(SECRET);
    expect(body).toMatch(/no such page|not_found/);
  });
});

it('is nothing where it is off', async () => {
  const http = await serve('off');
  for (const url of ['/docs', '/docs/', '/docs/guides/reviews']) {
    expect((await http.inject({ url })).statusCode).toBe(404);
  }
  await http.close();
});

it('leads to a copy elsewhere, and to nothing beside it', async () => {
  const http = await serve('https://docs.example/svc/');
  const placeOf = async (url: string) => {
    const { statusCode, headers } = await http.inject({ url });
    return [statusCode, headers.location];
  };
  expect(await placeOf('/docs')).toEqual([302, 'https://docs.example/svc/']);
  expect(await placeOf('/docs/pt-BR/guides/reviews.html')).toEqual([
    302,
    'https://docs.example/svc/pt-BR/guides/reviews.html',
  ]);
  const strangers = ['//other.example/', '/https://other.example/', '/%5C%5Cother.example/', '/..%2f..%2fother'];
  for (const stranger of strangers) {
    const [, location] = await placeOf(`/docs${stranger}`);
    expect(new URL(String(location)).href).toMatch(/^https:\/\/docs\.example\/svc\//);
  }
  await http.close();
});

it('says how to build it where it is not built', async () => {
  const http = await serve('on', '/does/not/exist');
  const answer = await http.inject({ url: '/docs/' });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    message: 'The documentation is not built. Run `npm run build`, then start again.',
  });
  await http.close();
});
