// SPDX-License-Identifier: Apache-2.0
/** Claims of files are proved, or refuted by an event that `svc test` replays as it is printed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
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

const claims = (...lines: string[]) => `apiVersion: svc/v1\nkind: PolicyClaim\nclaims:\n${lines.join('\n')}\n`;
const EXPORTS = `  - name: no export without a person
    when: { action: EXPORT, destination: EXTERNAL }
    resource: CUSTOMER_PII
    atLeast: REVIEW`;

it('proves a claim about the stored policies, and ends with 0', async () => {
  const { code, stdout } = await svc(['policies', 'prove', '.'], { cwd: folderOf({ 'c.yaml': claims(EXPORTS) }), env });
  expect(stdout).toMatch(/^PROVED no export without a person\n {2}held by "/);
  expect(stdout).toContain('1 proved, 0 refuted, 0 about no event.');
  expect(code).toBe(0);
});

it('refutes a claim about local policies by a case that passes as it is printed', async () => {
  const files = { 'c.yaml': claims(EXPORTS), 'p.yaml': policyFile('Few', '  action: EXPORT\n  decision: ALLOW') };
  const cwd = folderOf(files);
  const { code, stdout } = await svc(['policies', 'prove', '.', '--local'], { cwd, env });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^REFUTED no export without a person {2}c\.yaml:4\n {2}this event gets ALLOW by "Few", risk \d+:/,
  );
  const printed = stdout.split('\n').filter((line) => line.startsWith('    '));
  const test = `apiVersion: svc/v1\nkind: PolicyTest\ncases:\n${printed.join('\n')}\n`;
  const replay = folderOf({ 't.yaml': test, 'p.yaml': files['p.yaml'] });
  const replayed = await svc(['test', '.', '--local'], { cwd: replay, env });
  expect(replayed.stdout).toContain('1 passed, 0 failed, 0 skipped.');
});

it('ends with 1 for a claim about no event, and answers JSON', async () => {
  const vacuous = claims('  - { name: none, when: { minRecords: 2, maxRecords: 1 }, never: [ALLOW] }');
  const { code, stdout } = await svc(['policies', 'prove', '--json', '.'], {
    cwd: folderOf({ 'c.yaml': vacuous }),
    env,
  });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ vacuous: 1, results: [{ status: 'VACUOUS', file: 'c.yaml', line: 4 }] });
});

it('places every fault of a claim in its file, and says when there is none', async () => {
  const both = claims(
    '  - { name: both, when: {}, never: [ALLOW], atLeast: REVIEW }',
    '  - { name: x, when: { agent: y } }',
  );
  const wrong = await svc(['policies', 'prove', '.'], { cwd: folderOf({ 'c.yaml': both }), env });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/c\.yaml:5:\d+.*agent is not a field/);
  const alone = claims('  - { name: both, when: {}, never: [ALLOW], atLeast: REVIEW }');
  const either = await svc(['policies', 'prove', '.'], { cwd: folderOf({ 'c.yaml': alone }), env });
  expect(either.stderr).toMatch(/c\.yaml:4:\d+.*either never or atLeast/);
  const none = await svc(['policies', 'prove', '.'], { cwd: folderOf({ 'p.yaml': policyFile('P') }), env });
  expect(none.stderr).toContain('There is no claim under');
});
