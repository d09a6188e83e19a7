// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the claims of the guide "Proofs" are run. The policies of the quick start refute each as the guide prints it.
 * Each is proved once the policy beside it is applied.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { call, openOrganization, quickStart, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { readRepositoryFile } from '../../../test/tidy/source-files.ts';

interface Example {
  title: string;
  claim: string;
  refuted: string;
  policy: string;
  proved: string;
}

const [, section = ''] = readRepositoryFile('docs/guides/proofs.md').split('## Five claims worth copying');
const EXAMPLES = section.split('\n### ').slice(1).map(exampleOf);

function exampleOf(text: string): Example {
  const [title = ''] = text.split('\n');
  const blocks = [...text.matchAll(/```(?:yaml|text|json)\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks, title).toHaveLength(4);
  const [claim = '', refuted = '', policy = '', proved = ''] = blocks;
  return { title, claim, refuted, policy, proved };
}

const fileOf = (block: string): string => /^# (\S+)/.exec(block)?.[1] ?? '';

let service: TestService;
let env: Record<string, string>;
let supportBot: string;
beforeAll(async () => {
  const provisioning = quickStart();
  service = await openOrganization({ provisioning: () => provisioning });
  const [, key = ''] = /quick-start-policies, key: (key_live_\w+)/.exec(provisioning) ?? [];
  env = { SVC_API_KEY: key, SVC_BASE_URL: service.baseUrl };
  const [agent] = await readRows<{ id: string }>(
    service.database,
    "SELECT id FROM svc.agents WHERE name = 'support-bot'",
  );
  supportBot = agent?.id ?? '';
});
afterAll(() => service.stop());

it('has five, and each is another one', () => {
  expect(new Set(EXAMPLES.map(({ claim }) => fileOf(claim))).size).toBe(5);
});

it.each(EXAMPLES)('$title', async ({ claim, refuted, policy, proved }) => {
  const files = { [fileOf(claim)]: claim.replace('<id of support-bot>', supportBot) };
  const isFile = fileOf(policy) !== '';
  const cwd = folderOf(isFile ? { ...files, [fileOf(policy)]: policy } : files);
  const before = await svc(['policies', 'prove', 'claims/'], { cwd, env });
  expect(before.stdout.startsWith(refuted), before.stdout + before.stderr).toBe(true);
  expect(before.code).toBe(1);
  if (isFile) {
    const applied = await svc(['policies', 'apply', 'policies/', '--allow-looser'], { cwd, env });
    expect(applied.code, applied.stderr).toBe(0);
  } else {
    const body = JSON.parse(policy) as object;
    const applied = await call(service.baseUrl, '/v1/policies/apply', { key: env.SVC_API_KEY ?? '', body });
    expect(applied.status).toBe(200);
  }
  const after = await svc(['policies', 'prove', 'claims/'], { cwd, env });
  expect(after.stdout.startsWith(proved), after.stdout + after.stderr).toBe(true);
  expect(after.stdout).not.toMatch(/evad|leaving out/i);
  expect(after.code).toBe(0);
});
