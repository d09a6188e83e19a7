// SPDX-License-Identifier: Apache-2.0
/** One decision from a shell: its outcome is the exit code, and no fault is an ALLOW. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { svc } from '#harness/command-line';
import { answers, type Behaviour, cuts, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, OFFICE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: TEST_KEY, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

const check = (action: string, resource: string, ...more: string[]) => [
  'check',
  '--agent',
  'billing-bot',
  '--action',
  action,
  '--resource',
  resource,
  ...more,
];

it.each([
  ['ALLOW', 0, check('READ_DATA', 'price-list')],
  ['REVIEW', 2, check('EXPORT_DATA', 'customers', '--destination', 'EXTERNAL_API', '--records', '500')],
  ['BLOCK', 3, check('DELETE_DATA', 'customers')],
])('ends a %s with %i', async (outcome, code, args) => {
  const text = await svc(args, { env });
  expect(text).toMatchObject({ code, stderr: '' });
  expect(text.stdout).toMatch(
    new RegExp(`^${outcome}  risk \\d+ \\((LOW|MEDIUM|HIGH)\\)  event [0-9a-f-]{36}\\n  \\S`),
  );
  const json = await svc([...args, '--json'], { env });
  expect(json.code).toBe(code);
  const decision = JSON.parse(json.stdout) as Record<string, unknown>;
  expect(decision).toMatchObject({ finalDecision: outcome, sandbox: true });
  expect(decision).not.toHaveProperty('degraded');
});

it('warns that a LIVE key records a decision that counts, on stderr', async () => {
  const live = { ...env, SVC_API_KEY: LIVE_KEY };
  const { code, stdout, stderr } = await svc([...check('READ_DATA', 'orders'), '--json'], { env: live });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'svc: this is a LIVE key: the decision is recorded and counts.\n',
  });
  expect(JSON.parse(stdout)).toMatchObject({ sandbox: false });
});

it('does not send --sensitive, and says so', async () => {
  const server = await startFaultyServer(answers(400, { error: 'validation_error', message: 'No.' }));
  const { stderr } = await svc([...check('READ_DATA', 'orders'), '--sensitive'], {
    env: { ...env, SVC_BASE_URL: server.baseUrl },
  });
  await server.stop();
  expect(stderr).toContain('--sensitive is not sent');
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    agent: 'billing-bot',
    action: 'READ_DATA',
    resource: 'orders',
  });
});

it.each(['-1', '1.5', 'many', '1e3', ''])('refuses --records %j before anything is sent', async (records) => {
  const { code, stderr } = await svc(check('READ_DATA', 'orders', `--records=${records}`), { env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'svc: --records must be a whole number, 0 or more.\n' });
});

it('shows what the service refuses, with the field', async () => {
  const { code, stderr } = await svc(check('READ_DATA', 'orders', '--records', '100000001'), { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/\(400, request [0-9a-f-]{36}\)\n {2}recordsAffected must be at most 100000000\n$/);
});

it.each([
  ['a wrong key', { SVC_API_KEY: 'key_live_wrong' }, 401],
  ['an address that the key does not take', { SVC_API_KEY: OFFICE_KEY }, 403],
])('ends with 5 for %s', async (_what, wrong, status) => {
  const { code, stderr, stdout } = await svc(check('READ_DATA', 'orders'), { env: { ...env, ...wrong } });
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toContain(`(${status})`);
});

it.each([
  ['nobody answers', cuts],
  ['a server is ill', answers(503, HTML)],
  ['a page answers', answers(200, HTML)],
  ['a 200 is no decision', answers(200, { decision: 'ALLOW', finalDecision: 'ALLOW' })],
  ['there is no decision API', answers(404, { message: 'Cannot POST /v1/events' })],
] as [string, Behaviour][])('ends with 1, not with an outcome, when %s', async (_what, behaviour) => {
  const server = await startFaultyServer(behaviour);
  const ran = await svc([...check('READ_DATA', 'orders'), '--json'], { env: { ...env, SVC_BASE_URL: server.baseUrl } });
  await server.stop();
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
});
