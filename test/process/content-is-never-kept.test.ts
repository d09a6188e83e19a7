// SPDX-License-Identifier: Apache-2.0
/** Content exists in memory only: no row, no log, no error and no byte of the database's files holds any of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, PLAIN_ACTION } from '#harness/service';
import { filesWithContent, holding } from './data-folder.ts';
import { type RunningServer, startServer } from './running-server.ts';

const MARKER = 'Kx7pQz-planted-content-9vWm';
/** Stored with the event, so that the search below is known to look in the right place. */
const KNOWN_ID = 'quick-start-live';

let dataDir: string;
let server: RunningServer;
const answers: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-content-'));
  server = startServer(['quick-start'], { SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'trace' });
  const address = (await server.seen(/listening on (http:\/\/[\d.]+:\d+)/))[1] ?? '';
  const key = (await server.seen(/LIVE key +(key_live_\w+)/))[1] ?? '';
  const long = `${MARKER} `.repeat(3_400);
  const send = async (options: object) => {
    const answer = await call(address, '/v1/events', { key, ...options });
    answers.push(JSON.stringify(answer.body));
    return answer.status;
  };
  const headers = { 'idempotency-key': 'content-1' };
  for (const content of [MARKER, `${MARKER} 529.982.247-25 CPF ana@exemplo.com.br`, long]) {
    expect(await send({ body: { ...PLAIN_ACTION, content } })).toBe(200);
    expect(await send({ body: { ...PLAIN_ACTION, action: 'NONE', content } })).toBe(400);
    expect(await send({ body: { ...PLAIN_ACTION, agent: 'nobody', content } })).toBe(404);
    expect(await send({ body: { ...PLAIN_ACTION, content: [content] } })).toBe(400);
    expect(await send({ raw: `{"content":"${content}"` })).toBe(400);
  }
  expect(await send({ body: { ...PLAIN_ACTION, content: MARKER }, headers })).toBe(200);
  expect(await send({ body: { ...PLAIN_ACTION, content: MARKER }, headers })).toBe(200);
  expect(await send({ body: { ...PLAIN_ACTION, content: `${MARKER}2` }, headers })).toBe(400);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

it('is in no file of the data folder: rows, indexes, write-ahead log, logs, keys', () => {
  const files = filesWithContent(dataDir);
  expect(files.length).toBeGreaterThan(100);
  expect(holding(files, MARKER)).toEqual([]);
  expect(holding(files, KNOWN_ID).length).toBeGreaterThan(0);
});

it('is in no log line, not even at the most talkative level, and in no answer', () => {
  expect(server.output()).toContain('listening');
  expect(server.output()).not.toContain(MARKER);
  expect(answers.length).toBeGreaterThan(15);
  for (const answer of answers) expect(answer).not.toContain(MARKER);
});
