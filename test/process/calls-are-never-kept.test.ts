// SPDX-License-Identifier: Apache-2.0
/**
 * Data of gateway calls exists in memory only. No row, no log and no byte of the database's files holds a body, a path,
 * an argument, a secret or an upstream's answer.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acme } from '#harness/service';
import { callHttp, callMcp } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { filesWithContent, holding } from './data-folder.ts';
import { type RunningServer, startServer } from './running-server.ts';

const ROUTE = '018f0000-0000-7000-8000-00000000c0de';
const PLANTED = {
  body: 'Kx7pQz-planted-body-9vWm',
  path: 'Kx7pQz-planted-path-9vWm',
  argument: 'Kx7pQz-planted-argument-9vWm',
  answer: 'Kx7pQz-planted-answer-9vWm',
  header: 'Kx7pQz-planted-header-9vWm',
  secret: 'Kx7pQz-planted-secret-9vWm',
  token: 'Kx7pQz-planted-token-9vWm',
} as const;

let folder: string;
let dataDir: string;
let upstream: Upstream;
let server: RunningServer;
const answers: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-calls-'));
  dataDir = join(folder, 'data');
  upstream = await startUpstream(({ path }, reply) => {
    reply.setHeader('x-upstream', PLANTED.header);
    const token = JSON.stringify({ access_token: PLANTED.token, token_type: 'Bearer' });
    if (path.endsWith('/breaks')) reply.destroy();
    else reply.end(path === '/token' ? token : `${PLANTED.answer} ${PLANTED.token} ${PLANTED.secret}`);
  });
  const extra = `
    integrations:
      - { name: upstream, kind: HTTP, allowedHosts: ["127.0.0.1"], credential: { type: OAUTH2_CLIENT_CREDENTIALS,
          tokenUrl: "${upstream.url}/token", clientId: svc, secret: ${PLANTED.secret} } }
    httpRoutes:
      - { id: ${ROUTE}, name: upstream, baseUrl: "${upstream.url}", integration: upstream }`;
  const file = join(folder, 'provision.yaml');
  writeFileSync(file, acme({ extra }));
  server = startServer([], {
    SVC_DATA_DIR: dataDir,
    SVC_PROVISION_FILE: file,
    SVC_EGRESS_ALLOW: '127.0.0.1',
    SVC_LOG_LEVEL: 'trace',
  });
  const baseUrl = (await server.seen(/listening on (http:\/\/[\d.]+:\d+)/))[1] ?? '';
  const send = async (body: Record<string, unknown>, key?: string) => {
    const call = { routeId: ROUTE, method: 'POST', body: { text: PLANTED.body }, ...body };
    const answer = await callHttp(baseUrl, call, key === undefined ? {} : { headers: { 'idempotency-key': key } });
    answers.push(JSON.stringify(answer.body));
    return answer.status;
  };
  const path = `/${PLANTED.path}?q=${PLANTED.path}`;
  expect(await send({ path })).toBe(200);
  expect(await send({ path: `/${PLANTED.path}/breaks` })).toBe(200);
  expect(await send({ path, method: PLANTED.body })).toBe(400);
  expect(await send({ path, [PLANTED.argument]: 1 })).toBe(400);
  expect(await send({ path: `/../${PLANTED.path}` })).toBe(400);
  expect(await send({ path }, 'kept-1')).toBe(200);
  expect(await send({ path }, 'kept-1')).toBe(200);
  expect(await send({ path: `${path}2` }, 'kept-1')).toBe(400);
  const tool = { agent: 'billing-bot', resource: 'orders', tool: 'get_x', arguments: { a: PLANTED.argument } };
  expect((await callMcp(baseUrl, tool)).status).toBe(200);
  expect(answers[0]).toContain(PLANTED.answer);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(Object.entries(PLANTED))('the %s is in no file of the data folder and in no log line', (_what, text) => {
  expect(holding(filesWithContent(dataDir), text)).toEqual([]);
  expect(server.output()).not.toContain(text);
});

it('is looked for in the right place: what is stored is found there', () => {
  const files = filesWithContent(dataDir);
  expect(files.length).toBeGreaterThan(100);
  expect(holding(files, 'support-bot').length).toBeGreaterThan(0);
  expect(holding(files, 'connection reset').length).toBeGreaterThan(0);
});

it('comes back to the caller without secret and token, who sees of an error only where it is', () => {
  for (const answer of answers) {
    expect(answer).not.toContain(PLANTED.secret);
    expect(answer).not.toContain(PLANTED.token);
    expect(answer).not.toContain(PLANTED.header);
    expect(answer).not.toContain(PLANTED.body);
  }
});
