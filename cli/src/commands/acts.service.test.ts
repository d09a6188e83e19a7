// SPDX-License-Identifier: Apache-2.0
/** An act is redeemed and reported from a shell: only a fresh redemption ends with 0. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { answers, startFaultyServer } from '#harness/faulty';
import { call, LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

const BODY = JSON.stringify(PLAIN_ACTION);

async function decided(body: object = PLAIN_ACTION): Promise<string> {
  return String((await call(service.baseUrl, '/v1/events', { body })).body.id);
}

it('redeems from a file or stdin, once, and reports the outcome', async () => {
  const id = await decided();
  const cwd = folderOf({ 'body.json': `\uFEFF${BODY}\r\n` });
  expect(await svc(['redeem', id, '--file', 'body.json'], { env, cwd })).toEqual({
    code: 0,
    stdout: `REDEEMED  Run the act now, once.  event ${id}\n  Then: svc outcome ${id} SUCCEEDED\n`,
    stderr: '',
  });
  const again = await svc(['redeem', id, '--file', '-'], { env, input: BODY });
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/do not run it again\. It was redeemed at \d{4}-\S+Z\.\n$/);
  const other = await svc(['redeem', await decided(), '--file', '-', '--json'], { env, input: BODY });
  expect(other.code).toBe(0);
  expect(JSON.parse(other.stdout)).toMatchObject({ redemption: { status: 'REDEEMED' } });
  expect(JSON.parse(other.stdout)).not.toHaveProperty('degraded');
  expect(await svc(['outcome', id, 'SUCCEEDED', '--records', '3'], { env })).toEqual({
    code: 0,
    stdout: `SUCCEEDED  event ${id}\n  More records than the decision was asked for.\n`,
    stderr: '',
  });
  const changed = await svc(['outcome', id, 'FAILED', '--json'], { env });
  expect(changed.code).toBe(1);
  expect(JSON.parse(changed.stdout)).toMatchObject({ error: { code: 'outcome_reported' } });
});

it('ends with 1 when a key of the caller redeemed before: the act may have run', async () => {
  const id = await decided();
  const args = ['redeem', id, '--file', '-', '--idempotency-key', 'mine'];
  expect((await svc(args, { env, input: BODY })).code).toBe(0);
  const again = await svc(args, { env, input: BODY });
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(/^REDEEMED BEFORE {2}with this key/);
  expect(again.stderr).toContain('do not run it again');
});

it('names what differs, and why another act is refused', async () => {
  const id = await decided();
  const input = JSON.stringify({ ...PLAIN_ACTION, recordsAffected: 2 });
  const { code, stderr } = await svc(['redeem', id, '--file', '-'], { env, input });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/Send the decided body.*\n {2}recordsAffected differs from what was decided\n$/),
  });
  const deletion = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' };
  const blocked = await svc(['redeem', await decided(deletion), '--file', '-', '--json'], {
    env,
    input: JSON.stringify(deletion),
  });
  expect({ ...blocked, stdout: JSON.parse(blocked.stdout) as object }).toMatchObject({
    code: 1,
    stdout: { error: { code: 'not_allowed' } },
  });
});

it('keeps an UNKNOWN open, and says what it means', async () => {
  const id = await decided();
  const unknown = await svc(['outcome', id, 'UNKNOWN', '--code', 'timeout'], { env });
  expect(unknown).toMatchObject({ code: 0, stderr: '' });
  expect(unknown.stdout).toContain('do not run it again');
  expect((await svc(['outcome', id, 'FAILED'], { env })).code).toBe(0);
});

it.each([
  ['no JSON', '{"agent": "s3cret', 'must hold the body that was decided'],
  ['a list', '[]', 'must hold the body that was decided'],
  ['nothing', '', 'must hold the body that was decided'],
  ['too much', ' '.repeat(2_000_000), 'must hold the body that was decided'],
])('refuses %s on stdin before anything is sent, and repeats nothing of it', async (_what, input, sentence) => {
  const { code, stdout, stderr } = await svc(['redeem', 'x', '--file', '-'], { env, input });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('s3cret');
});

it.each([
  [['redeem', 'no-id', '--file', '-'], '  id '],
  [['redeem', '018f0000-0000-7000-8000-00000000ffff', '--file', '-'], '(404'],
  [['redeem', 'x', '--file', '/nonexistent.json'], 'ENOENT'],
  [['redeem', 'x', '--file', '-', '--idempotency-key', 'é'], '--idempotency-key must be'],
  [['redeem', 'x'], "required option '--file <file>'"],
  [['outcome', 'x', 'DONE'], 'status'],
  [['outcome', '018f0000-0000-7000-8000-00000000ffff', 'FAILED', '--code', 'No disk'], 'code'],
  [['outcome', 'x', 'FAILED', '--records', 'many'], '--records must be'],
  [['outcome', 'x'], "missing required argument 'status'"],
])('ends with 1 and a sentence for %j', async (args, sentence) => {
  const { code, stderr } = await svc(args, { env, input: BODY });
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});

it('names the key to ask again with when no answer comes', async () => {
  const server = await startFaultyServer(answers(503, 'later'));
  onTestFinished(() => server.stop());
  const id = '018f0000-0000-7000-8000-00000000ffff';
  const ran = await svc(['redeem', id, '--file', '-'], { env: { ...env, SVC_BASE_URL: server.baseUrl }, input: BODY });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(`--idempotency-key ${String(server.seen[0]?.headers['idempotency-key'])}`);
});
