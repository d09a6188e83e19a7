// SPDX-License-Identifier: Apache-2.0
/** The difference that files make for every event: as lines, as JSON, and as an exit code for CI. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const policies = [{ name: 'No deletes', action: 'DELETE', decision: 'BLOCK' }];
  const applied = await call(service.baseUrl, '/v1/policies/apply', { key: LIVE_KEY, body: { policies, prune: true } });
  expect(applied.status).toBe(200);
});
afterAll(() => service.stop());

const FEWER = {
  'p.yaml': policyFile('No deletes', '  action: DELETE\n  decision: BLOCK\n  condition: { minRecords: 10 }'),
};
const MORE = {
  'p.yaml': policyFile('No deletes', '  action: DELETE\n  decision: BLOCK'),
  'q.yaml': policyFile('No writes', '  action: WRITE\n  decision: BLOCK'),
};
const diff = (files: Record<string, string>, ...options: string[]) =>
  svc(['policies', 'diff', '.', ...options], { cwd: folderOf(files), env });

it('shows what becomes looser, and fails for it only when that is asked', async () => {
  const shown = await diff(FEWER);
  expect(shown.stdout).toMatch(/^LOOSER BLOCK becomes \w+/);
  expect(shown.stdout).toMatch(/ {2}DELETE_DATA .*\("No deletes" -> risk or permissions\)/);
  expect(shown.stdout).toMatch(/\d+ looser, 0 stricter, 0 with other approvers\./);
  expect(shown.code).toBe(0);
  expect((await diff(FEWER, '--no-looser')).code).toBe(1);
});

it('ends with 0 for what is stricter or the same', async () => {
  const stricter = await diff(MORE, '--no-looser', '--json');
  expect(stricter.code).toBe(0);
  expect(JSON.parse(stricter.stdout)).toMatchObject({ complete: true, looser: 0 });
  const { 'p.yaml': same } = MORE;
  const { code, stdout } = await diff({ 'p.yaml': same }, '--no-looser');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Every event keeps its decision and its approvers.\n' });
});

it('keeps an apply from loosening anything', async () => {
  const { code, stderr } = await svc(['policies', 'apply', '.', '--no-looser', '--yes'], { cwd: folderOf(FEWER), env });
  expect(code).not.toBe(0);
  expect(stderr).toContain('These changes loosen what is in force');
  expect((await diff({ 'p.yaml': MORE['p.yaml'] })).stdout).toContain('Every event keeps');
});
