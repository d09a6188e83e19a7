// SPDX-License-Identifier: Apache-2.0
/** Guarantee: tool rules are pulled, validated and applied unchanged, and those of the older hook are taken over. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRulesListResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

const SET = {
  name: 'CRM',
  agent: 'billing-bot',
  rules: [{ tools: 'crm__*', action: 'EXPORT_DATA', resource: 'customers', records: '/ids' }],
} as const;

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const { status } = await call(service.baseUrl, '/v1/tool-rules/apply', { body: { toolRules: [SET] } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

const stored = async () => (await call<ToolRulesListResponse>(service.baseUrl, '/v1/tool-rules')).body.toolRules;

it('pulls files that apply without a change, keeps comments, and applies what a person changed', async () => {
  const cwd = folderOf();
  expect(await svc(['tool-rules', 'pull'], { env, cwd })).toMatchObject({ code: 0 });
  const folder = join(cwd, 'svc/tool-rules');
  const [file = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain('kind: ToolRules');
  const valid = await svc(['tool-rules', 'validate'], { env, cwd });
  expect(valid.stdout).toBe('0 policies, 1 set of tool rules and 0 test cases in 1 file are valid.\n');
  const same = await svc(['tool-rules', 'apply'], { env, cwd });
  expect(same.stdout).toBe('0 created, 0 updated, 0 deleted, 1 unchanged.\n');
  writeFileSync(join(folder, file), text.replace('unlisted: DENY', 'unlisted: WRITE # for a week\n  resource: orders'));
  const planned = await svc(['tool-rules', 'apply', '--dry-run'], { env, cwd });
  expect(planned.stdout).toContain('    unlisted: DENY -> WRITE\n');
  expect((await stored())[0]?.unlisted).toBe('DENY');
  expect(await svc(['tool-rules', 'apply', '--prune'], { env, cwd })).toMatchObject({ code: 0 });
  expect((await stored())[0]).toMatchObject({ unlisted: 'WRITE', resource: 'orders' });
  expect((await svc(['tool-rules', 'pull'], { env, cwd })).code).toBe(0);
  expect(readFileSync(join(folder, file), 'utf8')).toContain('# for a week');
});

it('tells each fault at its place, and warns of names that are not registered', async () => {
  const head = 'apiVersion: svc/v1\nkind: ToolRules\nmetadata: { name: x }\nspec:\n  rules:\n';
  const wrong = folderOf({ 'a.yaml': `${head}    - { tools: Bash, resource: orders }\n` });
  const { code, stderr } = await svc(['tool-rules', 'validate', '.'], { env, cwd: wrong });
  expect([code, stderr]).toEqual([1, expect.stringContaining('a.yaml:6:')]);
  const cwd = folderOf({ 'a.yaml': `${head}    - { tools: Bash, action: WRITE_DATA, resource: nowhere }\n` });
  const planned = await svc(['tool-rules', 'apply', '.', '--dry-run'], { env, cwd });
  expect([planned.code, planned.stderr]).toEqual([0, expect.stringContaining('nowhere')]);
  const empty = folderOf({ 'a.yaml': 'apiVersion: svc/v1\nkind: PolicyTest\ncases: []\n' });
  expect((await svc(['tool-rules', 'apply', '.'], { env, cwd: empty })).stderr).toContain('no tool rules');
});

it('takes over the rules of the older hook, but no expression that names cannot say', async () => {
  const rules = [
    { tools: 'Read|Grep|Glob', decide: false },
    { tools: 'mcp__crm__.*', action: 'EXPORT_DATA', resource: 'customers', recordsAffected: 5 },
  ];
  const cwd = folderOf({ 'svc.json': JSON.stringify({ agent: 'billing-bot', rules }) });
  const imported = await svc(['tool-rules', 'import', 'svc.json'], { env, cwd });
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('recordsAffected') });
  expect(await svc(['tool-rules', 'apply', '--dry-run'], { env, cwd })).toMatchObject({ code: 0 });
  const text = readFileSync(join(cwd, 'svc/tool-rules/claude-code.yaml'), 'utf8');
  for (const part of ['tools: Grep', 'tools: mcp__crm__*', 'decide: false']) expect(text).toContain(part);
  expect((await svc(['tool-rules', 'import', 'svc.json'], { env, cwd })).code).toBe(1);
  const odd = folderOf({ 'svc.json': JSON.stringify({ rules: [{ tools: 'a[bc]+', decide: false }] }), 'b.json': '[' });
  expect((await svc(['tool-rules', 'import', 'svc.json'], { env, cwd: odd })).stderr).toContain('a[bc]+');
  expect((await svc(['tool-rules', 'import', 'b.json'], { env, cwd: odd })).code).toBe(1);
});
