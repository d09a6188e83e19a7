// SPDX-License-Identifier: Apache-2.0
/**
 * Tests report pass, skip and fail, with reason and place. The example of init passes unchanged against the quick
 * start.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { answers, startFaultyServer } from '#harness/faulty';
import { openOrganization, quickStart, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  const provisioning = quickStart();
  service = await openOrganization({ provisioning: () => provisioning });
  const [key = ''] = /key_test_\w+/.exec(provisioning) ?? [];
  env = { SVC_API_KEY: key, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

const CASES = `apiVersion: svc/v1
kind: PolicyTest
cases:
  - name: reading is allowed
    input: { agent: billing-bot, action: READ_DATA, resource: orders }
    expect: { decision: ALLOW }
  - name: nothing is expected
    input: { agent: billing-bot, action: DELETE_DATA, resource: customers }
  - name: 'an export <is> "allowed" & done'
    input: { agent: billing-bot, action: EXPORT_DATA, resource: customers, destination: EXTERNAL_API }
    expect: { decision: ALLOW, policy: Somebody else’s }
`;

it('passes the example of init as it is: against what the quick start stores, and against the files', async () => {
  const cwd = folderOf();
  await svc(['init'], { cwd });
  for (const args of [['test'], ['test', '--local'], ['test', 'svc/tests', '--local', '--policies', 'svc/policies']]) {
    expect(await svc(args, { cwd, env })).toEqual({
      code: 0,
      stdout: [
        'PASS an export needs a person',
        'PASS an e-mail with this data needs one too',
        'PASS reading one record is allowed',
        '3 passed, 0 failed, 0 skipped.',
        '',
      ].join('\n'),
      stderr: '',
    });
  }
});

it('prints PASS, SKIP and FAIL, with expected against actual and why, and ends with 1', async () => {
  const { code, stdout } = await svc(['test', '.'], { cwd: folderOf({ 'tests.yaml': CASES }), env });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(
      [
        '^PASS reading is allowed',
        'SKIP nothing is expected',
        'FAIL an export <is> "allowed" & done  tests\\.yaml:9',
        '  expected ALLOW by "Somebody else’s"',
        '  actual   REVIEW by "Review customer exports", risk \\d+',
        '           The policy "Review customer exports" decides REVIEW\\.',
      ].join('\n'),
    ),
  );
  expect(stdout).toMatch(/\n1 passed, 1 failed, 1 skipped\.\n$/);
});

it('has a JSON shape, with file and line', async () => {
  const { code, stdout } = await svc(['test', '.', '--json'], { cwd: folderOf({ 'tests.yaml': CASES }), env });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    results: [
      {
        name: 'reading is allowed',
        file: 'tests.yaml',
        line: 4,
        status: 'PASS',
        expected: { decision: 'ALLOW', policy: null },
      },
      { name: 'nothing is expected', status: 'SKIP', expected: null, actual: { decision: 'BLOCK' } },
      {
        status: 'FAIL',
        expected: { decision: 'ALLOW', policy: 'Somebody else’s' },
        actual: { decision: 'REVIEW', policy: 'Review customer exports' },
        riskScore: expect.any(Number),
        reasons: expect.arrayContaining(['The policy "Review customer exports" decides REVIEW.']),
      },
    ],
  });
});

it('writes JUnit XML that holds whatever the names hold', async () => {
  const cwd = folderOf({ 'tests.yaml': CASES });
  await svc(['test', '.', '--junit', 'out/results.junit.xml'], { cwd, env });
  const xml = readFileSync(join(cwd, 'out/results.junit.xml'), 'utf8');
  expect(xml).toContain('<testsuites name="svc" tests="3" failures="1" skipped="1" errors="0">');
  expect(xml).toContain('<testcase name="reading is allowed" classname="tests.yaml" file="tests.yaml" line="4"/>');
  expect(xml).toContain('<testcase name="an export &lt;is&gt; &quot;allowed&quot; &amp; done"');
  expect(xml).toContain('<failure message="expected ALLOW, actual REVIEW">');
  expect(xml).toContain('<skipped ');
});

it('evaluates the files with --local and the stored policies without', async () => {
  const tests = CASES.replace('expect: { decision: ALLOW }', 'expect: { decision: BLOCK, policy: Local }');
  const cwd = folderOf({ 'p.yaml': policyFile('Local', '  action: READ\n  decision: BLOCK'), 'tests.yaml': tests });
  expect((await svc(['test', '.'], { cwd, env })).stdout).toContain('FAIL reading is allowed');
  expect((await svc(['test', '.', '--local'], { cwd, env })).stdout).toContain('PASS reading is allowed');
});

it('runs more cases than one request takes', async () => {
  const cases = Array.from(
    { length: 450 },
    (_, index) => `  - name: case ${index}
    input: { agent: billing-bot, action: READ_DATA, resource: orders, recordsAffected: ${index % 10} }
    expect: { decision: ALLOW }`,
  );
  const text = `apiVersion: svc/v1\nkind: PolicyTest\ncases:\n${cases.join('\n')}\n`;
  const { code, stdout } = await svc(['test', '.', '--json'], { cwd: folderOf({ 'tests.yaml': text }), env });
  expect(code).toBe(0);
  const { passed, results } = JSON.parse(stdout) as { passed: number; results: { name: string }[] };
  expect(passed).toBe(450);
  expect(results.map(({ name }) => name)).toEqual(cases.map((_, index) => `case ${index}`));
});

it.each([
  ['there is no test', {}, [], 'There is no test case under'],
  ['there is no local policy', { 't.yaml': CASES }, ['--local'], 'There is no policy file under'],
  ['a test is wrong', { 't.yaml': CASES.replace('READ_DATA', 'READ') }, [], 'nothing was sent'],
])('ends with 1 when %s', async (_what, files, args, sentence) => {
  const { code, stderr } = await svc(['test', '.', ...args], { cwd: folderOf(files), env });
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});

it('shows which case names an unknown agent', async () => {
  const text = CASES.replace('agent: billing-bot', 'agent: nobody');
  const { code, stderr } = await svc(['test', '.'], { cwd: folderOf({ 't.yaml': text }), env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^t\.yaml:5:21: error: .*agent.*\n {2}5 \| .*\n {4}\| +\^\n/m);
  expect(stderr).toMatch(/svc: The service found 1 error in the files \(400, request [\w-]+\)\.\n$/);
  expect(stderr).not.toContain('cases[0]');
  const json = await svc(['test', '.', '--json'], { cwd: folderOf({ 't.yaml': text }), env });
  const { error } = JSON.parse(json.stdout) as { error: { code: string; fields: Record<string, string> } };
  expect(error).toMatchObject({ code: 'invalid_files', fields: { 't.yaml:5:21': expect.any(String) } });
});

it('names the right file when many requests hold the cases', async () => {
  const one = (agent: string, index: number) =>
    `  - name: case ${index}\n    input: { agent: ${agent}, action: READ_DATA, resource: orders }\n`;
  const head = 'apiVersion: svc/v1\nkind: PolicyTest\ncases:\n';
  const many = head + Array.from({ length: 205 }, (_, index) => one('billing-bot', index)).join('');
  const files = { 'a.yaml': many, 'b.yaml': head + one('billing-bot', 205) + one('nobody', 206) };
  const { code, stderr } = await svc(['test', '.'], { cwd: folderOf(files), env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^b\.yaml:7:21: error: /m);
});

it('passes nothing when a server answers fewer results than there are cases', async () => {
  const server = await startFaultyServer(answers(200, { results: [] }));
  const { code } = await svc(['test', '.'], {
    cwd: folderOf({ 't.yaml': CASES }),
    env: { ...env, SVC_BASE_URL: server.baseUrl },
  });
  await server.stop();
  expect(code).toBe(1);
});
