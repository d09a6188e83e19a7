// SPDX-License-Identifier: Apache-2.0
/** The plan is shown field by field before and after. Only requested changes are made, and wrong files send nothing. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { answers, startFaultyServer } from '#harness/faulty';
import { BOUND_KEY, call, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

const OLD = { name: 'Old', action: 'DELETE', decision: 'BLOCK' };
const KEPT = { name: 'Kept', action: 'READ', decision: 'ALLOW' };
const CHANGED = { name: 'Changed', action: 'EXPORT', decision: 'REVIEW', condition: { anyOf: [{ minRecords: 100 }] } };

const FILES = {
  'a.yaml': policyFile('Kept'),
  'b.yaml': policyFile('Changed', '  action: EXPORT\n  decision: BLOCK\n  condition: { anyOf: [{ minRecords: 50 }] }'),
  'c.yaml': policyFile('New', '  action: WRITE\n  decision: BLOCK'),
};

beforeEach(async () => {
  const { status } = await call(service.baseUrl, '/v1/policies/apply', {
    body: { policies: [OLD, KEPT, CHANGED], prune: true },
  });
  expect(status).toBe(200);
});

async function storedNames(): Promise<string[]> {
  const { body } = await call<{ policies: { name: string }[] }>(service.baseUrl, '/v1/policies');
  return body.policies.map(({ name }) => name);
}

it('shows a plan with the fields before and after, and changes nothing in a dry run', async () => {
  const { code, stdout, stderr } = await svc(['policies', 'apply', folderOf(FILES), '--prune', '--dry-run'], { env });
  expect({ code, stdout: stdout.replace(/\nLOOSER(.|\n)*?(?=\n\d)/, '') }).toEqual({
    code: 0,
    stdout: `~ update Changed
    condition.anyOf[0].minRecords: 100 -> 50
    decision: REVIEW -> BLOCK
+ create New
    enabled: true
    action: WRITE
    resource: ANY
    decision: BLOCK
    mode: ENFORCE
    approverRoles: []
- delete Old
    enabled: true
    action: DELETE
    resource: ANY
    decision: BLOCK
    mode: ENFORCE
    approverRoles: []
1 to create, 1 to update, 1 to delete, 1 unchanged.
`,
  });
  expect(stderr).toContain('evades this BLOCK policy');
  expect(await storedNames()).toEqual(['Changed', 'Kept', 'Old']);
});

it('does it without a question where nobody can answer, and keeps what is not in the files without --prune', async () => {
  const { code, stdout } = await svc(['policies', 'apply', folderOf(FILES)], { env });
  expect(code).toBe(0);
  expect(stdout).toContain('1 created, 1 updated, 0 deleted, 1 unchanged.');
  expect(await storedNames()).toEqual(['Changed', 'Kept', 'New', 'Old']);
  const again = await svc(['policies', 'apply', folderOf(FILES), '--prune', '--allow-looser', '--json'], { env });
  expect(JSON.parse(again.stdout)).toMatchObject({
    dryRun: false,
    changes: [
      { name: 'Kept', op: 'unchanged', fields: [] },
      { name: 'Changed', op: 'unchanged', fields: [] },
      { name: 'New', op: 'unchanged', fields: [] },
      {
        name: 'Old',
        op: 'delete',
        fields: expect.arrayContaining([{ field: 'action', before: 'DELETE', after: null }]),
      },
    ],
    warnings: [{ path: 'policies[1].condition', message: expect.any(String) }],
  });
});

it('asks on a terminal after the plan, and does nothing unless the answer is yes', async () => {
  const apply = ['policies', 'apply', folderOf(FILES)];
  const no = await svc(apply, { env, isTerminal: true, input: '\n' });
  expect(no.code).toBe(1);
  expect(no.stdout).toContain('1 to create, 1 to update, 0 to delete, 1 unchanged.');
  expect(no.stderr).toMatch(/Apply these changes\? \[y\/N\] .*svc: Nothing was changed\.\n$/s);
  expect(await storedNames()).not.toContain('New');
  const yes = await svc(apply, { env, isTerminal: true, input: 'y\n' });
  expect(yes.code).toBe(0);
  expect(await storedNames()).toContain('New');
});

it.each([
  ['in CI', [], { CI: 'true' }],
  ['with --yes', ['--yes'], {}],
])('asks nothing on a terminal %s', async (_where, args, more) => {
  const ran = await svc(['policies', 'apply', folderOf(FILES), ...args], {
    env: { ...env, ...more },
    isTerminal: true,
  });
  expect(ran.code).toBe(0);
  expect(ran.stderr).not.toContain('Apply these changes?');
  expect(await storedNames()).toContain('New');
});

it('sends nothing when one file is wrong, or when there is no policy at all', async () => {
  const wrong = folderOf({ ...FILES, 'd.yaml': policyFile('Bad', '  action: NO\n  decision: BLOCK') });
  const refused = await svc(['policies', 'apply', wrong], { env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /d\.yaml:6:11: error: .*\n.*\n.*\nsvc: 1 error\nsvc: The files have 1 error; nothing was sent\.\n$/,
  );
  const json = await svc(['policies', 'apply', wrong, '--json'], { env });
  expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'invalid_files', fields: expect.any(Object) } });
  const empty = await svc(['policies', 'apply', folderOf(), '--prune'], { env });
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no policy under') });
  expect(await storedNames()).toEqual(['Changed', 'Kept', 'Old']);
});

it('says a warning once, at its place in the file', async () => {
  const { code, stderr } = await svc(['policies', 'apply', folderOf(FILES), '--dry-run'], { env });
  expect(code).toBe(0);
  expect(stderr.match(/evades this BLOCK policy/g)).toHaveLength(1);
  expect(stderr).toMatch(/b\.yaml:\d+:\d+: warning: /);
  expect(stderr).not.toContain('policies[');
});

it('says a warning that only the service has at its place in the file, and one of another place as it came', async () => {
  const stored = answers(200, { policies: [] });
  const warnings = [
    { path: 'policies[1].condition.minRecords', message: 'Only a newer service knows this.' },
    { path: 'prune', message: 'And this.' },
  ];
  const server = await startFaultyServer(stored, answers(200, { dryRun: true, changes: [], warnings }));
  const own = { env: { ...env, SVC_BASE_URL: server.baseUrl } };
  const { stderr } = await svc(['policies', 'apply', folderOf(FILES), '--dry-run'], own);
  await server.stop();
  expect(stderr).toMatch(/b\.yaml:\d+:\d+: warning: Only a newer service knows this\.\n/);
  expect(stderr).toContain('svc: prune: And this.\n');
});

it('warns of each policy that --prune deletes and no file could have held', async () => {
  const apiOnly = { name: 'Health', action: 'ANY', decision: 'BLOCK', condition: { lgpdCategories: ['HEALTH'] } };
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [apiOnly] } });
  const { code, stderr } = await svc(['policies', 'apply', folderOf(FILES), '--prune', '--allow-looser'], { env });
  expect(code).toBe(0);
  expect(stderr).toContain('svc: --prune deletes "Health", which a policy file cannot hold.\n');
  expect(await storedNames()).not.toContain('Health');
});

it('says what is too large for one request before it sends it', async () => {
  const description = `  description: ${'x'.repeat(490)}\n  action: READ\n  decision: ALLOW`;
  const many = Array.from({ length: 400 }, (_, index) => policyFile(`Policy ${index}`, description)).join('---\n');
  const { code, stderr } = await svc(['policies', 'apply', folderOf({ 'a.yaml': many })], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^svc: The policies are \d+ bytes of JSON, and one request takes 204800/);
});

it.each([
  ['a TEST key', TEST_KEY],
  ['a key that is bound to an agent', BOUND_KEY],
])('ends with 5 for %s, for a dry run too', async (_what, key) => {
  const { code, stderr } = await svc(['policies', 'apply', folderOf(FILES), '--dry-run'], {
    env: { ...env, SVC_API_KEY: key },
  });
  expect(code).toBe(5);
  expect(stderr).toContain('svc: policies:apply requires an org-wide LIVE key (403)\n');
});

it('ends with 4 where the server has no such route', async () => {
  const server = await startFaultyServer(
    answers(200, { policies: [] }),
    answers(404, { message: 'Cannot POST /v1/policies/apply' }),
  );
  const { code } = await svc(['policies', 'apply', folderOf(FILES)], { env: { ...env, SVC_BASE_URL: server.baseUrl } });
  await server.stop();
  expect(code).toBe(4);
});

it('shows as tables what the files would have decided in the last days', async () => {
  const event = { agent: 'billing-bot', resource: 'orders', destination: 'INTERNAL' };
  await call(service.baseUrl, '/v1/events', { body: { ...event, action: 'EXPORT_DATA', recordsAffected: 70 } });
  await call(service.baseUrl, '/v1/events', { body: { ...event, action: 'READ_DATA' } });
  const args = ['policies', 'apply', folderOf(FILES), '--dry-run', '--impact', '30'];
  const { code, stdout } = await svc(args, { env });
  expect(code).toBe(0);
  const [, tables = ''] = stdout.split(' unchanged.\n');
  expect(tables.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')).toMatch(`
Of 2 LIVE events of the last 30 days, 1 would have been decided otherwise:

  Now    Then   Events  For example
  ALLOW  BLOCK       1  ID


  Policy   Decides now  Would decide
  Changed            0             1

  Risk scores are those of each event`);
  const json = await svc([...args, '--json'], { env });
  expect(JSON.parse(json.stdout)).toMatchObject({
    dryRun: true,
    impact: { days: 30, events: 2, changed: 1, changes: [{ from: 'ALLOW', to: 'BLOCK', events: 1 }] },
  });
  expect(await storedNames()).toEqual(['Changed', 'Kept', 'Old']);
});

it.each([
  [['--impact', '30'], /--impact needs --dry-run/],
  [['--dry-run', '--impact', '91'], /1 to 90/],
  [['--dry-run', '--impact', 'all'], /1 to 90/],
])('refuses %j', async (options, message) => {
  const { code, stderr } = await svc(['policies', 'apply', folderOf(FILES), ...options], { env });
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});
