// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the service answers each example of the page "Which rule wins" as it stands there. */
import type { BudgetApplyResponse, PolicyApplyResponse } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { readRepositoryFile } from '../../../../../../test/tidy/source-files.ts';

interface Rule {
  kind: 'Policy' | 'Budget';
  metadata: { name: string };
  spec: object;
}

const [usual = '', watching = ''] = readRepositoryFile('docs/explanations/precedence.md').split(
  '## The organization in monitor mode',
);
const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(usual) ?? [];
const rules = parseAllDocuments(text).map((document) => document.toJS() as Rule);

/** Pairs of a request and a part of its answer. */
function examplesIn(page: string): (readonly [string, object, object])[] {
  const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block) as object);
  return blocks.flatMap((request, index) => {
    const answer = blocks[index + 1];
    return index % 2 === 1 || answer === undefined ? [] : [[JSON.stringify(request), request, answer] as const];
  });
}

/** `toMatchObject` asks a list for its length: the page shows the first reasons alone. */
function partOf(answer: { reasons?: string[] }) {
  const { reasons, ...rest } = answer;
  return reasons === undefined ? rest : { ...rest, reasons: expect.arrayContaining(reasons) };
}

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  const of = (kind: Rule['kind']) =>
    rules.filter((rule) => rule.kind === kind).map(({ metadata, spec }) => ({ ...metadata, ...spec }));
  const policies = { body: { policies: of('Policy') } };
  const applied = await call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', policies);
  expect(applied.body.changes).toHaveLength(4);
  const budgets = { body: { budgets: of('Budget') } };
  const kept = await call<BudgetApplyResponse>(service.baseUrl, '/v1/budgets/apply', budgets);
  expect(kept.body.changes).toHaveLength(1);
});
afterAll(() => service.stop());

const answerTo = async (body: object) => (await call(service.baseUrl, '/v1/events', { body })).body;

describe('while rules are enforced', () => {
  it.each(examplesIn(usual))('%s', async (_, request, answer) => {
    expect(await answerTo(request)).toMatchObject(partOf(answer));
  });
});

describe('in monitor mode', () => {
  beforeAll(async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const body = { enforcement: 'MONITOR' };
    expect((await owner.call('/organization', { method: 'PATCH', body })).status).toBe(200);
  });

  it.each(examplesIn(watching))('%s', async (_, request, answer) => {
    expect(await answerTo(request)).toMatchObject(partOf(answer));
  });
});

it('the page has all of them', () => {
  expect([examplesIn(usual).length, examplesIn(watching).length]).toEqual([9, 2]);
});
