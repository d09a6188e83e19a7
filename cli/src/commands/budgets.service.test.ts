// SPDX-License-Identifier: Apache-2.0
/** Guarantee: budget files are pulled, validated and applied unchanged, and tests state how full a budget is. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BudgetListResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

const READS = {
  ...{ name: 'Reads of customers', measure: 'RECORDS', limit: 100, window: 'DAY', per: 'AGENT' },
  ...{ action: 'READ', resource: 'CUSTOMER_PII', onExceed: 'REVIEW', condition: { maxRecords: 50 } },
} as const;

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const { status } = await call(service.baseUrl, '/v1/budgets/apply', { body: { budgets: [READS] } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

const stored = async () => (await call<BudgetListResponse>(service.baseUrl, '/v1/budgets')).body.budgets;

it('pulls files that apply without a change, keeps comments, and applies what a person changed', async () => {
  const cwd = folderOf();
  expect(await svc(['budgets', 'pull'], { env, cwd })).toMatchObject({ code: 0 });
  const folder = join(cwd, 'svc/budgets');
  const [file = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain('kind: Budget');
  const valid = await svc(['budgets', 'validate'], { env, cwd });
  expect(valid.stdout).toBe('0 policies, 1 budget and 0 test cases in 1 file are valid.\n');
  const same = await svc(['budgets', 'apply'], { env, cwd });
  expect(same.stdout).toBe('0 created, 0 updated, 0 deleted, 1 unchanged.\n');
  writeFileSync(join(folder, file), text.replace('limit: 100', 'limit: 90 # until June'));
  const planned = await svc(['budgets', 'apply', '--dry-run'], { env, cwd });
  expect(planned.stdout).toBe(
    '~ update Reads of customers\n    limit: 100 -> 90\n0 to create, 1 to update, 0 to delete, 0 unchanged.\n',
  );
  expect(await stored()).toMatchObject([{ limit: 100 }]);
  expect(await svc(['budgets', 'apply', '--prune'], { env, cwd })).toMatchObject({ code: 0 });
  expect(await stored()).toMatchObject([{ limit: 90 }]);
  expect((await svc(['budgets', 'pull'], { env, cwd })).code).toBe(0);
  expect(readFileSync(join(folder, file), 'utf8')).toContain('# until June');
});

it('tells each fault of a file at its place', async () => {
  const wrong = `apiVersion: svc/v1
kind: Budget
metadata: { name: b }
spec:
  measure: COUNT
  limit: 0
  window: DAY
  per: AGENT
  action: READ
  onExceed: BLOCK
`;
  const blocked = `${wrong.replace('limit: 0', 'limit: 1')}  approvals: { count: 2 }\n`;
  const cwd = folderOf({
    'a.yaml': wrong,
    'b.yaml': blocked,
    'c.yaml': `---\n${wrong.replace('limit: 0', 'limit: 1')}`,
  });
  const { code, stderr } = await svc(['budgets', 'validate', '.'], { env, cwd });
  expect(code).toBe(1);
  expect(stderr).toContain('a.yaml:6:10');
  expect(stderr).toContain('b.yaml:11:14');
});

it('runs tests that state the use of budgets, stored and in files', async () => {
  const cases = (used: number) => `apiVersion: svc/v1
kind: PolicyTest
cases:
  - name: room for exactly so many
    input: { agent: billing-bot, action: READ_DATA, resource: customers, recordsAffected: 10 }
    given: { budgets: { Reads of customers: ${used} } }
    expect: { decision: ALLOW }
  - name: one record more
    input: { agent: billing-bot, action: READ_DATA, resource: customers, recordsAffected: 11 }
    given: { budgets: { Reads of customers: ${used} } }
    expect: { decision: REVIEW }
`;
  const limit = (await stored())[0]?.limit ?? 0;
  const cwd = folderOf({ 'tests/t.yaml': cases(limit - 10) });
  expect(await svc(['test', 'tests'], { env, cwd })).toMatchObject({ code: 0 });
  expect((await svc(['test', 'tests', '--json'], { env, cwd })).stdout).toContain('has no room until');
  const unknown = folderOf({ 't.yaml': cases(0).replaceAll('Reads of customers', 'Writes') });
  const { code, stderr } = await svc(['test', '.'], { env, cwd: unknown });
  expect([code, stderr]).toEqual([1, expect.stringContaining('No budget has the name Writes.')]);
});
