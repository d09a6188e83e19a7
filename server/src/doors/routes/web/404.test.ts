// SPDX-License-Identifier: Apache-2.0
/**
 * A file of another build, a path out of the folder and a call that no page makes get neither a page nor another file.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpServer } from '../../http/index.ts';
import { registerWebRoutes } from './index.ts';

const SECRET = 'not for the browser';

let parent: string;
let http: FastifyInstance;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-web-'));
  const folder = join(parent, 'dist');
  mkdirSync(folder);
  writeFileSync(join(parent, 'secret.txt'), SECRET);
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  http = createHttpServer(pino({ level: 'silent' }));
  registerWebRoutes(http, folder);
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await http.close();
  rmSync(parent, { recursive: true });
});

/** The raw path: clients that normalize addresses would clean it up. */
async function send(method: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const { port } = http.server.address() as AddressInfo;
  return await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

it.each([
  ['GET', '/app/assets/index-0ld.js'],
  ['GET', '/app/../secret.txt'],
  ['GET', '/app/%2e%2e/secret.txt'],
  ['GET', '/app//etc/hostname'],
  ['GET', '/app/%00'],
  ['POST', '/app/reviews'],
  ['GET', '/application'],
])('answers %s %s with an error of ours', async (method, path) => {
  const { status, body } = await send(method, path);
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ error: 'not_found', message: `Cannot ${method} ${path}` });
});

it.each(['/app/..%2fsecret.txt', '/app/%2e%2e%2fsecret.txt', '/app/assets/..%2f..%2fsecret.txt'])(
  'never answers a file of another folder, at %s',
  async (path) => {
    expect((await send('GET', path)).body).not.toContain(SECRET);
  },
);
