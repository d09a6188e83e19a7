// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it loses its database. No door allows a call then: AuthZEN, a proxy, a Guardian, Copilot Studio.
 * A retry with the same id finds what was recorded.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { canonicalJson } from '@svc/core/canonical-json';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type DatabaseLine, startDatabaseLine } from '#harness/postgres';
import { ACME, LIVE_KEY, startTestService, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';

let other: TestService;
let line: DatabaseLine;
/** Connects to the database over the line. */
let service: TestService;
beforeAll(async () => {
  other = await startTestService();
  line = await startDatabaseLine(other.database);
  service = await startTestService({ database: line.database });
});
afterAll(async () => {
  await service.stop();
  await line.stop();
  await other.stop();
});

const READ = {
  subject: { type: 'agent', id: 'billing-bot' },
  action: { name: 'READ_DATA' },
  resource: { type: 'table', id: 'orders' },
};
let ids = 0;
const newId = () => {
  ids += 1;
  return `away-${ids}`;
};

async function ask(path: string, body: object | null, headers: Record<string, string> = {}) {
  const answer = await fetch(service.baseUrl + path, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'x-api-key': LIVE_KEY, 'content-type': 'application/json', ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const evaluate = (id: string) => ask('/access/v1/evaluation', READ, { 'x-request-id': id });
const evaluateAll = (id: string) =>
  ask('/access/v1/evaluations', { ...READ, evaluations: [{}, {}, {}] }, { 'x-request-id': id });
const authz = () =>
  ask('/authz?resource=orders&agent=billing-bot', null, { 'x-original-method': 'GET', 'x-original-uri': '/x' });
const countDecisions = async () =>
  (await readAuditEntries(other.database, ACME)).filter(({ kind }) => kind === 'decision.recorded').length;

beforeEach(async () => {
  await vi.waitFor(async () => expect((await evaluate(newId())).status).toBe(200), PATIENTLY);
});

async function whileTimePasses<Result>(result: Promise<Result>): Promise<Result> {
  let isThere = false;
  void result.finally(() => {
    isThere = true;
  });
  await vi.waitFor(() => {
    service.clock.move('1s');
    expect(isThere).toBe(true);
  }, PATIENTLY);
  return await result;
}

it('is 503 with a time to wait, in the words of each door', async () => {
  line.cut();
  const [one, all, proxied] = await whileTimePasses(Promise.all([evaluate(newId()), evaluateAll(newId()), authz()]));
  for (const { status, headers } of [one, all, proxied]) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  for (const { text } of [one, all]) expect(JSON.parse(text)).toMatch(/Do not run the action/);
  expect(JSON.parse(proxied.text)).toMatchObject({ error: 'unavailable' });
  expect(proxied.headers.get('x-svc-event')).toBeNull();
  line.mend();
});

/** A call of a tool, as a client of the Agent Control Standard signs it. */
function guarded(): object {
  const timestamp = service.clock.now().toISOString();
  const metadata = { agent_id: 'billing-bot', session_id: 'away' };
  const payload = { tool: { name: 'Bash' }, arguments: {} };
  const params = { acs_version: '0.1.0', request_id: newId(), timestamp, metadata, payload };
  const request = { jsonrpc: '2.0', id: 1, method: 'steps/toolCallRequest', params };
  const key = Buffer.from(hkdfSync('sha256', LIVE_KEY, '', 'away', 32));
  const value = createHmac('sha256', key).update(canonicalJson(request)).digest('base64');
  return { ...request, params: { ...params, signature: { algorithm: 'HMAC-SHA256', value } } };
}

it('is a signed error of a Guardian, and a block for Copilot Studio, with status 200', async () => {
  line.cut();
  const asked = [
    ask('/acs', guarded()),
    ask('/copilot-studio/analyze-tool-execution?api-version=2025-05-01', { toolDefinition: { name: 'Bash' } }),
  ];
  const [guardian, studio] = await whileTimePasses(Promise.all(asked));
  expect([guardian?.status, studio?.status]).toEqual([200, 200]);
  expect(JSON.parse(guardian?.text ?? '')).toMatchObject({ error: { code: -32_000, signature: expect.anything() } });
  expect(JSON.parse(studio?.text ?? '')).toMatchObject({ blockAction: true, reasonCode: 3 });
  line.mend();
});

it('is 503 where a decision was recorded and its answer lost, and the retry finds that decision', async () => {
  for (const [ask, count] of [
    [evaluate, 1],
    [evaluateAll, 3],
  ] as const) {
    const id = newId();
    const before = await countDecisions();
    line.loseAnswersFrom('decision.recorded');
    const first = ask(id);
    await vi.waitFor(async () => expect(await countDecisions()).toBe(before + 1), PATIENTLY);
    line.cut();
    expect((await whileTimePasses(first)).status).toBe(503);
    line.mend();
    await vi.waitFor(async () => expect((await ask(id)).status).toBe(200), PATIENTLY);
    const [again, more] = [await ask(id), await ask(id)];
    expect(again.text).toBe(more.text);
    expect(await countDecisions()).toBe(before + count);
  }
});
