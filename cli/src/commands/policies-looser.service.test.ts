// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a change that loosens what is in force is shown as such, and takes effect only when that was agreed to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
/** One for each test: a key may ask only so often about policies. */
beforeEach(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl, NO_COLOR: '1' };
  const { status } = await call(service.baseUrl, '/v1/policies/apply', {
    body: { policies: [{ name: 'Deletions', action: 'DELETE', decision: 'BLOCK' }], prune: true },
  });
  expect(status).toBe(200);
});
afterEach(() => service.stop());

async function stored(): Promise<string[]> {
  const { body } = await call<{ policies: { name: string; decision: string }[] }>(service.baseUrl, '/v1/policies');
  return body.policies.map(({ name, decision }) => `${name} ${decision}`);
}

const apply = (decision: string) => [
  'policies',
  'apply',
  folderOf({ 'a.yaml': policyFile('Deletions', `  action: DELETE\n  decision: ${decision}`) }),
];
const LOOSER = /LOOSER BLOCK becomes ALLOW\n {2}.*\("Deletions"\)/;
const REFUSED = 'Nothing was changed. Run it again with --allow-looser';

describe('where nobody is asked', () => {
  it.each([
    ['without a terminal', [], {}, false],
    ['without a terminal, with --yes', ['--yes'], {}, false],
    ['on a terminal with --yes', ['--yes'], {}, true],
    ['in CI', [], { CI: 'true' }, true],
  ])('refuses %s with 1, shows the LOOSER lines and changes nothing', async (_where, args, more, isTerminal) => {
    const ran = await svc([...apply('ALLOW'), ...args], { env: { ...env, ...more }, isTerminal });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(LOOSER);
    expect(ran.stderr).toContain(REFUSED);
    expect(await stored()).toEqual(['Deletions BLOCK']);
  });

  it('applies it with --allow-looser', async () => {
    const ran = await svc([...apply('ALLOW'), '--allow-looser'], { env });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(LOOSER) });
    expect(await stored()).toEqual(['Deletions ALLOW']);
  });

  it('says in JSON which events would get a weaker decision', async () => {
    const { code, stdout } = await svc([...apply('REVIEW'), '--json'], { env });
    expect(code).toBe(1);
    const { error } = JSON.parse(stdout) as { error: { code: string; fields: Record<string, string> } };
    expect(error.code).toBe('looser');
    expect(Object.values(error.fields)).toEqual(['BLOCK becomes REVIEW']);
  });

  it('refuses a deletion by --prune alike, and applies what is stricter or changes nothing', async () => {
    const other = folderOf({ 'b.yaml': policyFile('Reads', '  action: READ\n  decision: BLOCK') });
    const pruned = await svc(['policies', 'apply', other, '--prune'], { env });
    expect(pruned).toMatchObject({ code: 1, stderr: expect.stringContaining(REFUSED) });
    expect((await svc(['policies', 'apply', other], { env })).code).toBe(0);
    expect((await svc(['policies', 'apply', other], { env })).code).toBe(0);
    expect(await stored()).toEqual(['Deletions BLOCK', 'Reads BLOCK']);
  });
});

describe('on a terminal', () => {
  it('shows the LOOSER lines before the question, and applies after a yes', async () => {
    const no = await svc(apply('ALLOW'), { env, isTerminal: true, input: '\n' });
    expect(no).toMatchObject({ code: 1, stdout: expect.stringMatching(LOOSER) });
    expect(no.stderr).toContain('Apply these changes, which loosen what is in force? [y/N]');
    expect(await stored()).toEqual(['Deletions BLOCK']);
    expect((await svc(apply('ALLOW'), { env, isTerminal: true, input: 'y\n' })).code).toBe(0);
    expect(await stored()).toEqual(['Deletions ALLOW']);
  });

  it('refuses without a question with --no-looser', async () => {
    const ran = await svc([...apply('ALLOW'), '--no-looser'], { env, isTerminal: true, input: 'y\n' });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('loosen what is in force') });
    expect(await stored()).toEqual(['Deletions BLOCK']);
  });
});

it('shows the LOOSER lines in a dry run, which ends with 0, or with 1 by --no-looser', async () => {
  const dry = await svc([...apply('ALLOW'), '--dry-run'], { env });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(LOOSER) });
  expect(dry.stderr).toContain('it needs --allow-looser');
  const json = await svc([...apply('ALLOW'), '--dry-run', '--json'], { env });
  expect(JSON.parse(json.stdout)).toMatchObject({ difference: { looser: 1 } });
  expect((await svc([...apply('ALLOW'), '--dry-run', '--no-looser'], { env })).code).toBe(1);
});

it('takes one of the two options', async () => {
  const { code, stderr } = await svc([...apply('ALLOW'), '--allow-looser', '--no-looser'], { env });
  expect([code, stderr]).toEqual([1, 'svc: Give either --allow-looser or --no-looser.\n']);
});

it('names stored policies that are in no file, but none that a file cannot hold', async () => {
  const reads = { 'b.yaml': policyFile('Reads', '  action: READ\n  decision: BLOCK') };
  const one = await svc(['policies', 'apply', folderOf(reads), '--dry-run'], { env });
  expect(one.stderr).toContain('svc: 1 stored policy is in no file: Deletions (--prune deletes it)\n');
  const more = ['Second', 'Third'].map((name) => ({ name, action: 'READ', decision: 'REVIEW' }));
  const apiOnly = { name: 'Health', action: 'ANY', decision: 'BLOCK', condition: { lgpdCategories: ['HEALTH'] } };
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [...more, apiOnly] } });
  const many = await svc(['policies', 'apply', folderOf(reads)], { env });
  expect(many.code).toBe(0);
  expect(many.stderr).toContain('3 stored policies are in no file: Deletions, Second, Third (--prune deletes them)');
  const json = await svc(['policies', 'apply', folderOf(reads), '--json'], { env });
  expect(JSON.parse(json.stdout)).toMatchObject({ notInFiles: ['Deletions', 'Second', 'Third'] });
  const pruned = await svc(['policies', 'apply', folderOf(reads), '--prune', '--dry-run'], { env });
  expect(pruned.stderr).not.toContain('in no file');
});
