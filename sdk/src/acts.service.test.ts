// SPDX-License-Identifier: Apache-2.0
/** An allowed act is redeemed before it runs, once, on any number of machines, and reports how it ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type EventRequest, type SvcClient } from './index.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl, backoffMs: 1 });
});
afterAll(() => service.stop());

const EXPORT: EventRequest = {
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 12,
};

async function approved(idempotencyKey: string): Promise<string> {
  const { id } = await client.decide(EXPORT, { idempotencyKey });
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  return id ?? '';
}

it('redeems an allowed act once, and reports its outcome once', async () => {
  const id = await approved('once');
  const redeemed = await client.redeem(id, EXPORT, { idempotencyKey: 'first' });
  expect(redeemed).toMatchObject({ id, degraded: false, redemption: { status: 'REDEEMED' } });
  const replays: string[] = [];
  await client.redeem(id, EXPORT, { idempotencyKey: 'first', onReplay: () => replays.push('first') });
  expect(replays).toEqual(['first']);
  await expect(client.redeem(id, EXPORT)).rejects.toMatchObject({
    name: 'ConflictError',
    code: 'already_redeemed',
    redeemedAt: redeemed.redemption?.redeemedAt,
  });
  const report = { status: 'SUCCEEDED', recordsAffected: 13, code: 'http.200' } as const;
  expect(await client.reportOutcome(id, report)).toMatchObject({ outcome: { ...report, exceedsStated: true } });
  await expect(client.reportOutcome(id, { status: 'FAILED' })).rejects.toMatchObject({ code: 'outcome_reported' });
});

it('refuses another act, one that is not allowed and one that would be blocked now, and says which', async () => {
  const id = await approved('another');
  await expect(client.redeem(id, { ...EXPORT, recordsAffected: 13 })).rejects.toMatchObject({
    code: 'action_mismatch',
    fields: { recordsAffected: 'differs from what was decided' },
  });
  const pending = await client.decide(EXPORT);
  await expect(client.redeem(pending.id ?? '', EXPORT)).rejects.toMatchObject({ code: 'not_allowed' });
  const { policies } = await client.policies.list();
  const blocking = { name: 'Block exports', action: 'EXPORT', decision: 'BLOCK' } as const;
  await client.policies.apply({ policies: [...policies, blocking] });
  await expect(client.redeem(id, EXPORT)).rejects.toMatchObject({
    code: 'refused_now',
    reasons: expect.arrayContaining([expect.stringContaining('Block exports')]),
  });
  await client.policies.apply({ policies, prune: true });
  expect((await client.redeem(id, EXPORT)).redemption?.status).toBe('REDEEMED');
  await expect(client.redeem(id, EXPORT, { idempotencyKey: '' })).rejects.toThrow(/idempotencyKey/);
});

it('runs what it guards once for one key, and tells the service how it ended', async () => {
  const ids: (string | null)[] = [];
  const run = ({ id, redemption }: { id: string | null; redemption: object | null }) => {
    ids.push(id);
    return redemption;
  };
  const options = { idempotencyKey: 'guarded', recordsAffected: () => 3 };
  expect(await client.guard(PLAIN_ACTION, run, options)).toMatchObject({ status: 'REDEEMED' });
  await expect(client.guard(PLAIN_ACTION, run, options)).rejects.toMatchObject({
    name: 'ActionNotAllowedError',
    code: 'already_redeemed',
    message: expect.stringContaining('do not run it again'),
    decision: { id: ids[0] },
  });
  expect(ids).toHaveLength(1);
  expect(await client.getDecision(ids[0] ?? '')).toMatchObject({
    outcome: { status: 'SUCCEEDED', recordsAffected: 3, code: null, source: 'REPORTED' },
  });
});

it('reports a failure without its text, and throws it on', async () => {
  const ids: (string | null)[] = [];
  const fails = ({ id }: { id: string | null }) => {
    ids.push(id);
    throw new Error('CPF 529.982.247-25 is locked');
  };
  await expect(client.guard(PLAIN_ACTION, fails)).rejects.toThrow('is locked');
  const { outcome } = await client.getDecision(ids[0] ?? '');
  expect(outcome).toMatchObject({ status: 'FAILED', code: 'error', recordsAffected: null });
});

it.each([
  ['a text', () => 'many' as never],
  ['a fault', () => JSON.parse('{')],
  ['less than none', () => -1],
])('keeps the result when its count is %s, and reports it without one', async (_what, recordsAffected) => {
  let eventId = '';
  const run = ({ id }: { id: string | null }) => {
    eventId = id ?? '';
    return 'result';
  };
  expect(await client.guard(PLAIN_ACTION, run, { recordsAffected })).toBe('result');
  expect((await client.getDecision(eventId)).outcome).toMatchObject({ status: 'SUCCEEDED', recordsAffected: null });
});

/** The service behind a line that loses the answers that the test names, after the service has given them. */
async function behindBadLine(isLost: (path: string, count: number) => boolean): Promise<SvcClient> {
  const counts = new Map<string, number>();
  const line = createServer((asked, answered) => {
    const path = asked.url ?? '';
    const kind = /[a-z]+$/.exec(path)?.[0] ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const forward = request(service.baseUrl + path, { method: asked.method, headers: asked.headers }, (answer) => {
      if (isLost(kind, counts.get(kind) ?? 0)) {
        answer.resume().on('end', () => answered.destroy());
        return;
      }
      answered.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(answered);
    });
    asked.pipe(forward);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => void line.close());
  const baseUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  return createClient({ apiKey: LIVE_KEY, baseUrl, backoffMs: 1 });
}

it('runs once when an answer is lost, and not at all when all answers to the redemption are', async () => {
  let ran = 0;
  const run = () => (ran += 1);
  const once = await behindBadLine((_kind, count) => count === 1);
  expect(await once.guard(PLAIN_ACTION, run)).toBe(1);
  const never = await behindBadLine((kind) => kind === 'redeem');
  await expect(never.guard(PLAIN_ACTION, run, { failMode: 'open' })).rejects.toMatchObject({
    name: 'UnavailableError',
  });
  expect(ran).toBe(1);
});

it('answers the result though its report is never answered', async () => {
  const line = await behindBadLine((kind) => kind === 'outcome');
  expect(await line.guard(PLAIN_ACTION, () => 'result')).toBe('result');
});

/** A process of its own with the client library: the last expression of the script is printed. */
async function inProcess(script: string): Promise<{ stdout: string; signal: string | null }> {
  const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program =
    `import { createClient } from ${source('./index.ts')}; import { wrapTool } from ${source('./tools/index.ts')};` +
    `const svc = createClient(); const exports = ${JSON.stringify(EXPORT)}; console.log(${script});`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    env: { ...process.env, SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { stdout, signal: signal as string | null };
}

it('lets one of two processes with one approval run, and tells the other why not', async () => {
  await approved('two');
  const guard = `await svc.guard(exports, () => 'ran', { idempotencyKey: 'two' }).catch(({ code }) => code)`;
  const ended = await Promise.all([inProcess(guard), inProcess(guard)]);
  expect(ended.map(({ stdout }) => stdout).sort()).toEqual(['already_redeemed\n', 'ran\n']);
});

it('does not run again what was killed between redemption and run, and its outcome stays unknown', async () => {
  const tool = (run: string) =>
    `await wrapTool(svc, () => exports, () => ${run}, ` +
    `{ session: 'killed', tool: 'export', waitMs: 0, onDecision: ({ id }) => console.log(id) })({}, { id: 'call-1' })`;
  const asked = await inProcess(tool(`'ran'`));
  const [id = ''] = asked.stdout.split('\n');
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  expect((await inProcess(tool(`process.kill(process.pid, 'SIGKILL')`))).signal).toBe('SIGKILL');
  expect((await inProcess(tool(`'ran'`))).stdout).toMatch(/Not run: .* was redeemed before\. .*is not run again/);
  expect(await client.getDecision(id)).toMatchObject({ redemption: { status: 'REDEEMED' }, outcome: null });
});
