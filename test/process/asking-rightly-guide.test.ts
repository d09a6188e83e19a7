// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the files and the program of the guide "From asking every time to asking rightly" work as they stand there.
 * They need sh and curl.
 */
import { spawn } from 'node:child_process';
import type { BudgetApplyResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf, svc } from '#harness/command-line';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

const POLICIES = '\n      - { name: Allow exports, action: EXPORT, decision: ALLOW }';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

function snippet(name: string): string {
  const found = [...readRepositoryFile('docs/guides/asking-rightly.md').matchAll(/```(?:yaml|sh)\n([\s\S]*?)```/g)];
  return found.map(([, text = '']) => text).find((text) => text.includes(`# ${name}\n`)) ?? expect.fail(name);
}

it('exports until the budget asks, and the file is that budget', async () => {
  const path = process.env.PATH ?? '';
  const program = snippet('until-it-asks.sh');
  const child = spawn('sh', ['-c', program], { env: { PATH: path, ...env }, timeout: PROGRAM_WITHIN_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = '400 records were exported without a question\nThen asked by: Exports of customers, each DAY\n';
  expect([code, output]).toEqual([0, lines]);
  const { metadata, spec } = parse(snippet('budgets/exports-of-customers.yaml'));
  const body = { budgets: [{ ...metadata, ...spec }] };
  const applied = await call<BudgetApplyResponse>(service.baseUrl, '/v1/budgets/apply', { body });
  expect(applied.body.changes).toEqual([{ name: metadata.name, op: 'unchanged' }]);
});

it('applies the file, and passes the tests beside it', async () => {
  const names = ['budgets/exports-of-customers.yaml', 'tests/exports-of-customers.yaml'];
  const cwd = folderOf(Object.fromEntries(names.map((name) => [`svc/${name}`, snippet(name)])));
  expect(await svc(['budgets', 'apply'], { env, cwd })).toMatchObject({ code: 0 });
  expect(await svc(['test'], { env, cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('2 passed') });
});
