// SPDX-License-Identifier: Apache-2.0
/** The editor of policies and the command line read and write the same files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PolicySpec, StoredPolicy } from '@svc/contract';
import { normalizePolicy } from '@svc/core/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileText, POLICY_FORM, readPolicyFiles } from '../../cli/src/policy-files/index.ts';
import { draftOf, specOf } from '../../web/src/policy/draft/draft.ts';
import { readPolicyText } from '../../web/src/policy/text/read.ts';
import { policyText } from '../../web/src/policy/text/write.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-policy-text-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = 'apiVersion: svc/v1\nkind: Policy\nmetadata: { name: p }\n';

it.each([
  `${HEAD}spec: { action: EXPORT, decision: REVIEW }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, resource: null }\n`,
  `${HEAD}spec: { action: EXPORTS, decision: REVIEW }\n`,
  `${HEAD}spec: { action: EXPORT }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, approverRole: [ADMIN] }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, enabled: yes }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, condition: { minRecords: 1.5, minRiskScore: -1 } }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, condition: { allOf: [{ dlpTypes: [CPF] }, { anyOff: [] }] } }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, description: ${'x'.repeat(501)} }\n`,
  `${HEAD}spec: { action: EXPORT, decision: REVIEW, approverRoles: [OWNER, OWNER] }\n`,
  `${HEAD}spec: { action: !x EXPORT, decision: REVIEW }\n`,
  `${HEAD}spec: [\n`,
  `${HEAD}metadata: { name: q }\nspec: { action: EXPORT, decision: REVIEW }\n`,
  'apiVersion: svc/v2\nkind: Policy\nmetadata: { name: "" }\nspec: { action: ANY, decision: ALLOW }\n',
])('finds faults at the places where the command line finds them: %#', (text) => {
  const file = join(folder, 'p.yaml');
  writeFileSync(file, text);
  const { errors, policies } = readPolicyFiles(file, folder);
  const { faults, spec } = readPolicyText(text);
  const places = (list: readonly { line: number; column: number }[]) => [
    ...new Set(list.map(({ line, column }) => `${line}:${column}`)),
  ];
  expect(places(faults)).toEqual(places(errors));
  expect(spec).toEqual(policies[0]?.spec ?? null);
});

it('writes the bytes that the command line pulls', () => {
  const stored = {
    id: '018f0000-0000-7000-8000-000000000001',
    updatedAt: '2026-11-20T09:12:00.000Z',
    name: 'Bulk: exports #1',
    description: `A text that is too long for one line of eighty characters, ${'and '.repeat(20)}done`,
    action: 'EXPORT',
    decision: 'REVIEW',
    approverRoles: ['ADMIN', 'OWNER'],
    condition: { allOf: [{ agentIds: ['a', 'b'] }, { agentIds: ['a', 'b'] }], minRecords: 1_000 },
  } as unknown as StoredPolicy;
  const spec = normalizePolicy(stored) as PolicySpec;
  expect(policyText(spec, stored)).toBe(fileText(POLICY_FORM, stored));
  expect(policyText(specOf(draftOf(spec)), stored)).toBe(fileText(POLICY_FORM, stored));
});
